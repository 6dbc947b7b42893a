import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { connectionChanged } from './connection.events.ts';
import { listAnnounced, raiseVersions, type Selection } from './connection.store.ts';

/** Tells the hub how these connections stand now. Their versions must have been raised in this transaction. */
export async function recordConnections(trx: Queryable, ids: readonly string[]): Promise<void> {
  const announced = await listAnnounced(trx, ids);
  await record(trx, ...announced.map(connectionChanged));
}

/** Tells the hub anew of every living connection of an account, a location or a client, about which something changed. */
export async function announceConnections(trx: Queryable, of: Selection): Promise<void> {
  await recordConnections(trx, await raiseVersions(trx, of));
}
