import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Member } from '@order-hub/shared/management/members';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { findActingRole } from './find-acting-role.ts';
import { mayPlace } from './member.ts';
import { deleteInvitationsBy } from '../invitations/invitation.store.ts';
import { deleteMember, lockMember } from './member.store.ts';

const isSelf = (ctx: PrincipalContext, { user_id }: Member) =>
  ctx.principal.kind === 'user' && ctx.principal.user?.id === user_id;

/**
 * Ends what a member may do at a location, with their next request: for who may give the role, and for the member, who
 * leaves. The invitations that the member made end, too. Throws 404 to everybody else.
 */
export const removeMember = ({ db }: { db: Database }, ctx: PrincipalContext, { member_id }: { member_id: string }) =>
  transaction(db, async (trx) => {
    const member = await lockMember(trx, member_id);
    if (!member) throw notFound('Member');
    const leaves = isSelf(ctx, member);
    const acting = leaves ? undefined : await findActingRole(trx, ctx, member.location_id);
    if (!leaves && (acting === undefined || !mayPlace(acting, member.role))) throw notFound('Member');
    const { account_id, location_id, location_name: location, email, role } = member;
    await deleteMember(trx, member);
    await deleteInvitationsBy(trx, member);
    const action = leaves ? 'member.leave' : 'member.remove';
    const details = { email, role, location };
    await recordEntry(trx, byPrincipal(ctx), { action, account_id, subject_id: location_id, details });
    return {};
  });
