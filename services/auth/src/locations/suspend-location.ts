import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { record } from '@order-hub/shared/outbox';
import { announceConnections } from '../connections/announce-connections.ts';
import { locationFactsChanged } from './location.events.ts';
import { lockSuspension, updateSuspension } from './suspension.store.ts';

type Deps = { db: Database };

/**
 * Suspends or resumes a location and the connections that are bound to it (contract, "Invalid tokens": the subscription
 * is not paid). Nothing is told when it is so already. Raises 404.
 */
export function suspendLocation({ db }: Deps, { now }: Context<null>, id: string, suspended: boolean) {
  return transaction(db, async (trx) => {
    const location = await lockSuspension(trx, id);
    if (!location) throw notFound('Location');
    if (location.suspended !== suspended) {
      await updateSuspension(trx, id, suspended ? now : null);
      await announceConnections(trx, { location_id: id });
      await record(trx, locationFactsChanged(id, location.account_id));
    }
    return { id, name: location.name, suspended };
  });
}
