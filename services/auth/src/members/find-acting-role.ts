import type { Queryable } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findUserPlace } from '../places/find-user-place.ts';
import { userIdOf } from '../users/owner.ts';
import type { ActingRole } from './member.ts';

/**
 * The role of the principal at a location. What is written because of it needs `lockLocationOwner` first: null for an operator, undefined for a user
 * who has none there.
 */
export async function findActingRole(
  db: Queryable,
  ctx: Pick<PrincipalContext, 'principal'>,
  location_id: string,
): Promise<ActingRole | undefined> {
  if (ctx.principal.kind === 'operator') return null;
  const place = await findUserPlace(db, userIdOf(ctx), { location_id });
  return place?.role;
}
