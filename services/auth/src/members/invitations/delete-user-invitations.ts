import type { Queryable } from '@order-hub/shared/database';
import { deleteInvitationsOf } from './invitation.store.ts';

/** Ends the open invitations that a user has made, wherever. */
export const deleteUserInvitations = (trx: Queryable, user_id: string): Promise<void> =>
  deleteInvitationsOf(trx, user_id);
