import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Member } from '@order-hub/shared/management/members';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findActingRole } from './find-acting-role.ts';
import { mayPlace, type ActingRole } from './member.ts';
import { findMember, lockLocationOwner, lockMember } from './member.store.ts';

/**
 * A member, for who may give the member's role, and the role of who asks: both as they are until the end of the transaction. Throws
 * 404 to everybody else.
 */
export async function lockPlacedMember(
  trx: Queryable,
  ctx: PrincipalContext,
  member_id: string,
): Promise<{ member: Member; acting: ActingRole }> {
  const found = await findMember(trx, member_id);
  if (!found || !(await lockLocationOwner(trx, found.location_id))) throw notFound('Member');
  const member = await lockMember(trx, member_id);
  const acting = await findActingRole(trx, ctx, found.location_id);
  if (!member || acting === undefined || !mayPlace(acting, member.role)) throw notFound('Member');
  return { member, acting };
}
