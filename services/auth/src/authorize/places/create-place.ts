import { currencyOf, timezoneOf, type CountryCode } from '@order-hub/shared/country';
import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { createAccount } from '../../accounts/create-account.ts';
import { retrieveOwnedAccount } from '../../accounts/retrieve-owned-account.ts';
import { noAddress } from '../../locations/location.ts';
import { createLocation } from '../../locations/managed/create-location.ts';
import type { Quotas } from '../../quotas.ts';
import { unpaid } from './place.ts';

type Deps = { db: Database; quotas: Quotas };
type NewPlace = { name: string; country: CountryCode };

/** Creates an account of the user in the currency of its country, and returns its id. Throws 422 as createAccount. */
export async function createAccountPlace(
  deps: Deps,
  ctx: PrincipalContext,
  _params: object,
  { name, country }: NewPlace,
): Promise<string> {
  const { id } = await createAccount(deps, ctx, {}, { name, currency: currencyOf(country) });
  return id;
}

/**
 * Creates a location of an account of the user in the timezone of its country, and returns its id. Throws as createLocation,
 * and 422 for a suspended account.
 */
export async function createLocationPlace(
  deps: Deps,
  ctx: PrincipalContext,
  { account_id }: { account_id: string },
  { name, country }: NewPlace,
): Promise<string> {
  const account = await retrieveOwnedAccount(deps, ctx, { account_id });
  if (account.suspended_at !== null) throw invalid('account', 'not_allowed', `is suspended. ${unpaid}`);
  const location = { ...noAddress, account_id, name, country, timezone: timezoneOf(country) };
  const { id } = await createLocation(deps, ctx, {}, location);
  return id;
}
