import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { CountryCode } from '@order-hub/shared/country';
import { createAccount } from '../accounts/create-account.ts';
import { contextOf } from '../sessions/visit-context.ts';
import { retrieveManagedAccount } from '../accounts/retrieve-managed-account.ts';
import { currencyOf, timezoneOf } from '@order-hub/shared/country';
import { addLocation } from '../locations/add-location.ts';
import { noPlace } from '../locations/location.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { unpaid } from './place.ts';

type NewPlace = { name: string; country: CountryCode };

/** Adds an account to those of the user, with what is usual in its country, and returns its id. Throws 422 as createAccount. */
export async function createPlaceOfAccount(
  db: Database,
  visit: UserVisit,
  { name, country }: NewPlace,
): Promise<string> {
  const { id } = await createAccount({ db }, contextOf(visit), {}, { name, currency: currencyOf(country) });
  return id;
}

/** Adds a location to an account of the user, and returns its id. Throws as addLocation, and 422 for an account that is suspended. */
export async function createPlaceOfLocation(
  db: Database,
  visit: UserVisit,
  { account_id, name, country }: NewPlace & { account_id: string },
): Promise<string> {
  const account = await retrieveManagedAccount({ db }, contextOf(visit), { account_id });
  if (account.suspended_at !== null) throw invalid('account', `is suspended. ${unpaid}`);
  return addLocation(db, visit, account_id, { ...noPlace, name, country, timezone: timezoneOf(country) });
}
