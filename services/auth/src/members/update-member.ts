import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { MemberRole } from '@order-hub/shared/management/members';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../acting/open-transaction.ts';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { lockPlacedMember } from './lock-placed-member.ts';
import { mayPlace } from './member.ts';
import { deleteInvitationsBy, updateRole } from './member.store.ts';

/** Changes the role of a member: only for who may give both roles. Audits only a real change. Throws 404 to everybody else. */
export const updateMember = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { member_id }: { member_id: string },
  { role }: { role: MemberRole },
) =>
  transactionOf(db, ctx, async (trx) => {
    const { member, acting } = await lockPlacedMember(trx, ctx, member_id);
    if (!mayPlace(acting, role)) throw notFound('Member');
    if (member.role === role) return {};
    const { account_id, location_id, location_name: location, email } = member;
    await updateRole(trx, member, role);
    if (role === 'kitchen') await deleteInvitationsBy(trx, member);
    const entry = { action: 'member.update', account_id, subject_id: location_id } as const;
    await recordEntry(trx, byPrincipal(ctx), {
      ...entry,
      details: { email, location, before: member.role, after: role },
    });
    return {};
  });
