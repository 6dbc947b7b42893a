import type { Queryable } from '@order-hub/shared/database';
import { lockHasFactorShared } from './user.store.ts';

/** Whether the user has a second factor, until the end of the transaction. */
export const hasFactorNow = (trx: Queryable, user_id: string): Promise<boolean> => lockHasFactorShared(trx, user_id);
