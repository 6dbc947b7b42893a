import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { userIdOf } from '../users/owner.ts';
import { deleteInvitationsBy, deleteMember, lockLocationOwner, lockMemberAt } from './member.store.ts';

/** Ends what the user may do at a location, and the invitations that they made. Throws 404 to who is no member there. */
export const leaveLocation = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { location_id }: { location_id: string },
) =>
  transactionOf(db, ctx, async (trx) => {
    await lockLocationOwner(trx, location_id);
    const member = await lockMemberAt(trx, { user_id: userIdOf(ctx), location_id });
    if (!member) throw notFound('Location');
    const { account_id, location_name: location, role } = member;
    await deleteMember(trx, member);
    await deleteInvitationsBy(trx, member);
    const entry = { action: 'member.leave', account_id, subject_id: location_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { role, location } });
    return {};
  });
