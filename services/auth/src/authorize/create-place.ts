import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { TCountryCode } from 'countries-list';
import { addAccount } from '../accounts/add-account.ts';
import { retrieveOwnAccount } from '../accounts/retrieve-own-account.ts';
import { currencyOf, timezoneOf } from '../country.ts';
import { addLocation } from '../locations/add-location.ts';
import { noPlace } from '../locations/location.ts';
import type { UserVisit } from '../pages/visit.ts';
import { unpaid } from './place.ts';

type NewPlace = { name: string; country: TCountryCode };

/** Adds an account to those of the user, with what is usual in its country, and returns its id. Throws 422 as addAccount. */
export async function createPlaceOfAccount(
  db: Database,
  visit: UserVisit,
  { name, country }: NewPlace,
): Promise<string> {
  const { id } = await addAccount(db, visit, { name, currency: currencyOf(country) });
  return id;
}

/** Adds a location to an account of the user, and returns its id. Throws as addLocation, and 422 for an account that is suspended. */
export async function createPlaceOfLocation(
  db: Database,
  visit: UserVisit,
  { account_id, name, country }: NewPlace & { account_id: string },
): Promise<string> {
  const account = await retrieveOwnAccount(db, visit.user, account_id);
  if (account.suspended) throw invalid('account', `is suspended. ${unpaid}`);
  return addLocation(db, visit, account_id, { ...noPlace, name, country, timezone: timezoneOf(country) });
}
