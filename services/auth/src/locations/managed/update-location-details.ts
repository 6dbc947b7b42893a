import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import { byUser } from '../audit/audit.ts';
import { changedFields } from '../audit/changed-fields.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { assertCountry } from '@order-hub/shared/country';
import type { UserVisit } from '@order-hub/pages/visit';
import type { Place } from './location.ts';
import { locationFactsChanged, locationUpdated } from './location.events.ts';
import { lockUserLocation } from './location.store.ts';
import { updatePlace } from './own-location.store.ts';

/**
 * Changes name, address and timezone of a location of the user: applications get a `location.update` of no client, and
 * gateways look the location up again when its timezone is another. What changes nothing makes no event. Throws 404 for a
 * location of another user, and 422 for a country that is none.
 */
export const changeLocation = (db: Database, visit: UserVisit, id: string, place: Place) =>
  transaction(db, async (trx) => {
    const before = await lockUserLocation(trx, visit.user.id, id);
    if (!before) throw notFound('Location');
    assertCountry(place.country, before.country);
    const details = changedFields(before, place);
    if (!details) return;
    const { id: account_id } = before.account;
    const after = { ...before, ...place };
    await updatePlace(trx, account_id, after);
    await record(trx, locationUpdated(before, after, { client_id: null, now: visit.now }));
    if (before.timezone !== after.timezone) await record(trx, locationFactsChanged(id, account_id));
    await recordEntry(trx, byUser(visit), { action: 'location.update', account_id, subject_id: id, details });
  });
