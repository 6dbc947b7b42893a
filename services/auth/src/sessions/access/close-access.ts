import type { Queryable } from '@order-hub/shared/database';
import type { Actor } from '../../audit/audit.ts';
import { disconnectExamples } from '../../connections/expiring/disconnect-examples.ts';
import { deleteUserVerification } from '../../email-verification/delete-user-verification.ts';
import { deleteLinkMails } from '../../mails/delete-link-mails.ts';
import { deleteUserInvitations } from '../../members/invitations/delete-user-invitations.ts';
import { deleteUserCodes } from '../../oauth/delete-user-codes.ts';
import { deleteUserLink } from '../../passwords/delete-user-link.ts';
import { deleteBegunFactors } from '../../second-factor/delete-begun-factors.ts';
import { findRecipient } from '../../users/emails/find-recipient.ts';
import { deletePendingSessionsOf } from '../pending/pending-session.store.ts';
import { deleteUserSessions } from '../session.store.ts';

/** `kept`: the session that stays. */
type Access = { user_id: string; kept?: { id_digest: string } };

/**
 * Ends everything by which somebody who knew a user's password could act for the user later, in the transaction of what makes that due:
 * the sessions, and whatever was begun in one of them (docs/api/back-office.md#sessions). Returns how many sessions ended.
 */
export async function closeAccess(trx: Queryable, by: Actor, { user_id, kept }: Access): Promise<number> {
  const sessions = await deleteUserSessions(trx, user_id, kept?.id_digest);
  await deletePendingSessionsOf(trx, user_id);
  await deleteBegunFactors(trx, user_id);
  await deleteUserLink(trx, user_id);
  await deleteUserVerification(trx, user_id);
  await deleteLinkMails(trx, (await findRecipient(trx, user_id)).address);
  await deleteUserCodes(trx, user_id);
  await deleteUserInvitations(trx, user_id);
  await disconnectExamples(trx, by, user_id);
  return sessions;
}
