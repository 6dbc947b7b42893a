import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { TCountryCode } from 'countries-list';
import { createAccount } from '../accounts/create-account.ts';
import { retrieveOwnAccount } from '../accounts/retrieve-own-account.ts';
import { byUser } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import { currencyOf, timezoneOf } from '../country.ts';
import { createLocation } from '../locations/create-location.ts';
import { noPlace } from '../locations/location.ts';
import type { UserVisit } from '../pages/visit.ts';
import { unpaid } from './place.ts';

type NewPlace = { name: string; country: TCountryCode };

/** Creates an account of the user, with what is usual in its country, and returns its id. */
export const createPlaceOfAccount = (db: Database, visit: UserVisit, { name, country }: NewPlace) =>
  transaction(db, async (trx) => {
    const account = { user_id: visit.user.id, name, currency: currencyOf(country) };
    const { id } = await createAccount({ db: trx }, visit, account);
    await recordDeed(trx, byUser(visit), { action: 'account.create', account_id: id, subject_id: id });
    return id;
  });

/** Creates a location in an account of the user, and returns its id. Throws 404, and 422 for an account that is suspended. */
export async function createPlaceOfLocation(
  db: Database,
  visit: UserVisit,
  { account_id, name, country }: NewPlace & { account_id: string },
) {
  const account = await retrieveOwnAccount(db, visit.user, account_id);
  if (account.suspended) throw invalid('account', `is suspended. ${unpaid}`);
  return transaction(db, async (trx) => {
    const location = { ...noPlace, account_id, name, country, timezone: timezoneOf(country) };
    const { id } = await createLocation({ db: trx }, visit, location);
    await recordDeed(trx, byUser(visit), { action: 'location.create', account_id, subject_id: id });
    return id;
  });
}
