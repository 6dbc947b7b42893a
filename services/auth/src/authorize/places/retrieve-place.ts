import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { retrieveOwnedAccount } from '../../accounts/retrieve-owned-account.ts';
import type { Bindings } from '../../connections/connection.ts';
import { retrieveManagedLocation } from '../../locations/managed/retrieve-managed-location.ts';
import { findUserPlace } from '../../places/find-user-place.ts';
import { userIdOf } from '../../users/owner.ts';
import { placeOfAccount, placeOfLocation, type ConnectionPlace } from './place.ts';

/**
 * The current state of the selected place; null when none is selected. Throws 404 for another user's place, and 403 for one that requires a
 * second factor.
 */
export async function retrievePlace(
  deps: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  { location_id, account_id }: Pick<Bindings, 'location_id' | 'account_id'>,
): Promise<ConnectionPlace | null> {
  const ids = { location_id: location_id ?? undefined, account_id: account_id ?? undefined };
  await findUserPlace(deps.db, userIdOf(ctx), ids);
  if (location_id !== null) return placeOfLocation(await retrieveManagedLocation(deps, ctx, { location_id }));
  if (account_id === null) return null;
  const account = await retrieveOwnedAccount(deps, ctx, { account_id });
  return placeOfAccount({ ...account, suspended: account.suspended_at !== null });
}
