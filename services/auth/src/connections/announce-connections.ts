import type { Queryable } from '@order-hub/shared/database';
import type { OutgoingMessage } from '@order-hub/shared/bus';
import { connectionChanged } from './connection.events.ts';
import { findAnnounced, raiseVersions, type ConnectionSelection } from './connection.store.ts';

/** The messages that announce these connections. Raise their versions first, in the same transaction. */
export async function findConnectionMessages(trx: Queryable, ids: readonly string[]): Promise<OutgoingMessage[]> {
  const announced = await findAnnounced(trx, ids);
  return announced.map(connectionChanged);
}

/**
 * Raises the versions of all connections of an account, a location or a client that are not disconnected. Returns the messages
 * that announce them; record them in the same transaction.
 */
export const raiseConnections = async (trx: Queryable, of: ConnectionSelection): Promise<OutgoingMessage[]> =>
  findConnectionMessages(trx, await raiseVersions(trx, of));
