import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { lockPlacedMember } from './lock-placed-member.ts';
import { deleteInvitationsBy, deleteMember } from './member.store.ts';

/**
 * Ends what a member may do at a location, with their next request, and the invitations that they made: for who may give the
 * role. Throws 404 to everybody else.
 */
export const removeMember = ({ db }: { db: Database }, ctx: PrincipalContext, { member_id }: { member_id: string }) =>
  transactionOf(db, ctx, async (trx) => {
    const { member } = await lockPlacedMember(trx, ctx, member_id);
    const { account_id, location_id, location_name: location, email, role } = member;
    await deleteMember(trx, member);
    await deleteInvitationsBy(trx, member);
    const entry = { action: 'member.remove', account_id, subject_id: location_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { email, role, location } });
    return {};
  });
