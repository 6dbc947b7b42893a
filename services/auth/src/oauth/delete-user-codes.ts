import type { Queryable } from '@order-hub/shared/database';
import { deleteCodesOf } from './code.store.ts';

/** Ends the codes that a user has granted, and that are not exchanged. */
export const deleteUserCodes = (trx: Queryable, user_id: string): Promise<void> => deleteCodesOf(trx, user_id);
