import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { ownerRole } from '@order-hub/shared/roles';
import { lockRoleShared } from './acting.store.ts';

/**
 * The location of the page, at which the user keeps the role until the end of the transaction. Lock nothing of the account's people after it:
 * who changes them locks the account first. Throws 404 when the page is about no location, and to who has another role by now.
 */
export async function lockOwnRole(trx: Queryable, ctx: PrincipalContext) {
  const place = locationOf(ctx);
  const role = ctx.principal.place?.role;
  const isOwner = ownerRole.some((owner) => owner === role);
  // Accounts keep their owner.
  if (!isOwner && (await lockRoleShared(trx, { ...place, user_id: ctx.principal.user?.id ?? '' })) !== role)
    throw notFound('Location');
  return place;
}
