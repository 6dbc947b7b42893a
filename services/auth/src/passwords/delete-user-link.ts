import type { Queryable } from '@order-hub/shared/database';
import { deleteLinkOf } from './password-link.store.ts';

/** Ends the link with which a user would set a new password. */
export const deleteUserLink = (trx: Queryable, user_id: string): Promise<void> => deleteLinkOf(trx, user_id);
