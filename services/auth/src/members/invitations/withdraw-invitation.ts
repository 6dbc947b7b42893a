import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { findActingRole } from '../find-acting-role.ts';
import { mayPlace } from '../member.ts';
import { lockLocationOwner } from '../member.store.ts';
import { deleteInvitation } from './invitation.store.ts';
import { retrieveInvitationIn } from './retrieve-invitation.ts';

/** Ends an invitation, for who may make one like it. Throws 404. */
export const withdrawInvitation = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { invitation_id }: { invitation_id: string },
) =>
  transactionOf(db, ctx, async (trx) => {
    const invitation = await retrieveInvitationIn(trx, ctx, invitation_id);
    const { account_id, location_id, location_name: location, role, email } = invitation;
    await lockLocationOwner(trx, location_id);
    const acting = await findActingRole(trx, ctx, location_id);
    if (acting === undefined || !mayPlace(acting, role)) throw notFound('Invitation');
    if (!(await deleteInvitation(trx, invitation))) throw notFound('Invitation');
    const entry = { action: 'invitation.withdraw', account_id, subject_id: location_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { email, role, location } });
    return {};
  });
