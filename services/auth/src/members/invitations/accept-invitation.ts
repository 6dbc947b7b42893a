import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { Member } from '@order-hub/shared/management/members';
import { byUser } from '../../audit/audit.ts';
import { addMemberIn } from '../add-member.ts';
import { takeByToken } from './invitation.store.ts';

type Accepting = {
  user: { id: string; email: string };
  requestId: string;
  address: string | null;
  now: Date;
};

/**
 * Makes the user a member, and ends the invitation. Throws 422 when the link no longer works, and when the user owns the
 * location or works there already: then the invitation stays for somebody else.
 */
export const acceptInvitation = (
  { db }: { db: Database },
  ctx: Accepting,
  _params: object,
  { token }: { token: string },
): Promise<Member> =>
  transaction(db, async (trx) => {
    const invitation = await takeByToken(trx, digest(token), ctx.now);
    if (!invitation) throw invalid('invitation', 'is no longer valid');
    const { location_id, role } = invitation;
    const { id: user_id, email } = ctx.user;
    return addMemberIn(trx, byUser(ctx), { user_id, email, location_id, role });
  });
