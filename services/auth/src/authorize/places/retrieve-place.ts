import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { retrieveOwnedAccount } from '../../accounts/retrieve-owned-account.ts';
import type { Bindings } from '../../connections/connection.ts';
import { retrieveManagedLocation } from '../../locations/managed/retrieve-managed-location.ts';
import { placeOfAccount, placeOfLocation, type ConnectionPlace } from './place.ts';

/** The current state of the selected place; null when none is selected. Throws 404 for another user's place. */
export async function retrievePlace(
  deps: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  { location_id, account_id }: Pick<Bindings, 'location_id' | 'account_id'>,
): Promise<ConnectionPlace | null> {
  if (location_id !== null) return placeOfLocation(await retrieveManagedLocation(deps, ctx, { location_id }));
  if (account_id === null) return null;
  const account = await retrieveOwnedAccount(deps, ctx, { account_id });
  return placeOfAccount({ ...account, suspended: account.suspended_at !== null });
}
