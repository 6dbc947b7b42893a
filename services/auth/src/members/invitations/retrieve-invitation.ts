import type { Database, Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Invitation } from '@order-hub/shared/management/invitations';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findActingRole } from '../find-acting-role.ts';
import { findInvitation } from './invitation.store.ts';

/** An open invitation, for who may see the people of its location. Throws 404. */
export const retrieveInvitation = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { invitation_id }: { invitation_id: string },
): Promise<Invitation> => retrieveInvitationIn(db, ctx, invitation_id);

/** The same, within a transaction. */
export async function retrieveInvitationIn(
  db: Queryable,
  ctx: PrincipalContext,
  invitation_id: string,
): Promise<Invitation> {
  const invitation = await findInvitation(db, invitation_id, ctx.now);
  const acting = invitation && (await findActingRole(db, ctx, invitation.location_id));
  if (!invitation || acting === undefined || acting === 'kitchen') throw notFound('Invitation');
  return invitation;
}
