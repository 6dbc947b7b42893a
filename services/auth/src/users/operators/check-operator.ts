import type { Queryable } from '@order-hub/shared/database';
import { lockIsOperatorShared } from './operator.store.ts';

/** Whether the user is an operator, until the end of the transaction. */
export const isOperatorNow = (trx: Queryable, user_id: string): Promise<boolean> => lockIsOperatorShared(trx, user_id);
