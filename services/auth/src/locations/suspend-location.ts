import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import { announceConnections } from '../connections/announce-connections.ts';
import { locationFactsChanged } from './location.events.ts';
import { lockSuspension, updateSuspension } from './location.store.ts';

/**
 * Suspends a location with the connections that are bound to it, because its subscription is not paid
 * (docs/api/authentication.md#invalid-tokens). Throws 404.
 */
export const suspendLocation = ({ db }: { db: Database }, { now }: Context<null>, id: string) =>
  setLocationSuspension(db, id, now);

/** Suspends the location at this time, or resumes it with null. Other services get messages only if that is a change. */
export const setLocationSuspension = (db: Database, id: string, suspended_at: Date | null) =>
  transaction(db, async (trx) => {
    const location = await lockSuspension(trx, id);
    if (!location) throw notFound('Location');
    const suspended = suspended_at !== null;
    if (location.suspended !== suspended) {
      await updateSuspension(trx, id, suspended_at);
      await announceConnections(trx, { location_id: id });
      await record(trx, locationFactsChanged(id, location.account_id));
    }
    return { id, name: location.name, suspended };
  });
