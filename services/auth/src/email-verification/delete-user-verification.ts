import type { Queryable } from '@order-hub/shared/database';
import { deleteVerificationOf } from './verification.store.ts';

/** Ends the link with which a user would verify the address. */
export const deleteUserVerification = (trx: Queryable, user_id: string): Promise<void> =>
  deleteVerificationOf(trx, user_id);
