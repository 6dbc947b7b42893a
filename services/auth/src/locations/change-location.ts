import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import { isSameLocation, updatedLocation, type Location, type LocationUpdate } from './location.ts';
import { locationUpdated } from './location.events.ts';
import { lockLocation, updateLocation } from './location.store.ts';

type Deps = { db: Database };

/**
 * Changes a location for a client and tells the others (contract, "Update location"). An update that changes nothing
 * makes no event. Raises 404, and 422 as updatedLocation does.
 */
export function changeLocation({ db }: Deps, ctx: Context, id: string, update: LocationUpdate): Promise<Location> {
  const { caller, now } = ctx;
  return transaction(db, async (trx) => {
    const before = await lockLocation(trx, caller.account.id, id);
    if (!before) throw notFound('Location');
    const after = updatedLocation(before, update, now);
    if (isSameLocation(before, after)) return before;
    await updateLocation(trx, after);
    await record(trx, locationUpdated(before, after, { client_id: caller.client_id, now }));
    return after;
  });
}
