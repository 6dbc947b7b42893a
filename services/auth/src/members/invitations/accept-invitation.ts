import type { Database, Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { Member, MemberRole } from '@order-hub/shared/management/members';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byUser } from '../../audit/audit.ts';
import type { SessionContext } from '../../sessions/browser-context.ts';
import { lookUpUserPlace } from '../../places/find-user-place.ts';
import { isOperatorNow } from '../../users/operators/check-operator.ts';
import { findRecipient } from '../../users/emails/find-recipient.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { addMemberIn } from '../add-member.ts';
import { mayPlace } from '../member.ts';
import { lockLocationOwner } from '../member.store.ts';
import { findByToken, takeByToken } from './invitation.store.ts';

type Made = { location_id: string; role: MemberRole; invited_by: string | null };

/** Whether whoever made an invitation may give its role now. Null: who has the operator key. */
async function mayStillInvite(trx: Queryable, { location_id, role, invited_by }: Made): Promise<boolean> {
  if (invited_by === null || (await isOperatorNow(trx, invited_by))) return true;
  const place = await lookUpUserPlace(trx, invited_by, { location_id });
  return place !== null && !place.needs_second_factor && mayPlace(place.role, role);
}

/**
 * Makes the user a member, and ends the invitation. Throws 422 when the link no longer works or its maker may not invite any more, and when the user owns the
 * location or works there already: then the invitation stays for somebody else.
 */
export const acceptInvitation = (
  { db, mailing }: { db: Database; mailing: Mailing },
  ctx: SessionContext,
  _params: object,
  { token }: { token: string },
): Promise<Member> =>
  transactionOf(db, ctx, async (trx) => {
    const token_digest = digest(token);
    const found = await findByToken(trx, token_digest, ctx.now);
    if (found) await lockLocationOwner(trx, found.location_id);
    const invitation = found && (await takeByToken(trx, token_digest, ctx.now));
    if (!invitation || !(await mayStillInvite(trx, invitation)))
      throw invalid('invitation', 'expired', 'is no longer valid');
    const { location_id, role } = invitation;
    const { user } = ctx.session;
    const { id: user_id, email } = user;
    const inviter = invitation.invited_by && (await findRecipient(trx, invitation.invited_by)).address;
    return addMemberIn(trx, mailing, byUser({ ...ctx, user }), { user_id, email, location_id, role, inviter });
  });
