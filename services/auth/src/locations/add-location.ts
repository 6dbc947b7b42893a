import { transaction, type Database } from '@order-hub/shared/database';
import { unprocessable } from '@order-hub/shared/errors';
import { locationsMax } from '../accounts/account.ts';
import { retrieveOwnAccount } from '../accounts/retrieve-own-account.ts';
import { byUser } from '../audit/audit.ts';
import { assertCountry } from '@order-hub/shared/country';
import type { UserVisit } from '@order-hub/pages/visit';
import { createLocation } from './create-location.ts';
import type { Place } from './location.ts';

/**
 * Adds a location to an account of the user, and returns its id. Throws 404 for an account of another user, and 422 for a
 * country that is none, and when the account has as many locations as there may be.
 */
export const addLocation = (db: Database, visit: UserVisit, account_id: string, place: Place) =>
  transaction(db, async (trx): Promise<string> => {
    const { locations } = await retrieveOwnAccount(trx, visit.user, account_id);
    assertCountry(place.country);
    if (locations >= locationsMax) {
      throw unprocessable(`The account has ${locationsMax} locations, and cannot have more`);
    }
    return (await createLocation({ db: trx }, byUser(visit), { ...place, account_id })).id;
  });
