import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { connectionChanged } from './connection.events.ts';
import { findAnnounced, raiseVersions, type Selection } from './connection.store.ts';

/** Sends other services these connections as they are now. Raise their versions first, in the same transaction. */
export async function recordConnections(trx: Queryable, ids: readonly string[]): Promise<void> {
  const announced = await findAnnounced(trx, ids);
  await record(trx, ...announced.map(connectionChanged));
}

/** Sends other services every connection of an account, a location or a client that is not disconnected. */
export async function announceConnections(trx: Queryable, of: Selection): Promise<void> {
  await recordConnections(trx, await raiseVersions(trx, of));
}
