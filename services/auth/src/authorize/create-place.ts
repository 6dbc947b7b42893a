import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { TCountryCode } from 'countries-list';
import { createAccount } from '../accounts/create-account.ts';
import { retrieveOwnAccount } from '../accounts/retrieve-own-account.ts';
import { byUser } from '../audit/audit.ts';
import { currencyOf, timezoneOf } from '../country.ts';
import { createLocation } from '../locations/create-location.ts';
import { noPlace } from '../locations/location.ts';
import type { UserVisit } from '../pages/visit.ts';
import { unpaid } from './place.ts';

type NewPlace = { name: string; country: TCountryCode };

/** Creates an account of the user, with what is usual in its country, and returns its id. */
export async function createPlaceOfAccount(
  db: Database,
  visit: UserVisit,
  { name, country }: NewPlace,
): Promise<string> {
  const account = { user_id: visit.user.id, name, currency: currencyOf(country) };
  const { id } = await transaction(db, (trx) => createAccount({ db: trx }, byUser(visit), account));
  return id;
}

/** Creates a location in an account of the user, and returns its id. Throws 404, and 422 for an account that is suspended. */
export async function createPlaceOfLocation(
  db: Database,
  visit: UserVisit,
  { account_id, name, country }: NewPlace & { account_id: string },
): Promise<string> {
  const account = await retrieveOwnAccount(db, visit.user, account_id);
  if (account.suspended) throw invalid('account', `is suspended. ${unpaid}`);
  const location = { ...noPlace, account_id, name, country, timezone: timezoneOf(country) };
  const { id } = await transaction(db, (trx) => createLocation({ db: trx }, byUser(visit), location));
  return id;
}
