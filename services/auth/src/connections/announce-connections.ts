import type { Queryable } from '@order-hub/shared/database';
import type { OutgoingMessage } from '@order-hub/shared/bus';
import { record } from '@order-hub/shared/outbox';
import { connectionChanged } from './connection.events.ts';
import { findAnnounced, raiseVersions, type ConnectionSelection } from './connection.store.ts';

/** The messages that announce these connections. Raise their versions first, in the same transaction. */
export async function findConnectionMessages(trx: Queryable, ids: readonly string[]): Promise<OutgoingMessage[]> {
  const announced = await findAnnounced(trx, ids);
  return announced.map(connectionChanged);
}

/** Announces every connection of an account, a location or a client that is not disconnected. */
export async function announceConnections(trx: Queryable, of: ConnectionSelection): Promise<void> {
  await record(trx, ...(await findConnectionMessages(trx, await raiseVersions(trx, of))));
}
