import type { Queryable } from '@order-hub/shared/database';
import { upsertConnections, type Connection } from './connection.store.ts';

/** The newest version of each connection. */
function newest(connections: readonly Connection[]): Connection[] {
  const byId = new Map<string, Connection>();
  for (const connection of connections) {
    if ((byId.get(connection.id)?.version ?? -1) < connection.version) byId.set(connection.id, connection);
  }
  return [...byId.values()];
}

/** Copies auth's connections, of which some may come more than once or late. Returns the ids of those that became disconnected. */
export const saveConnections = (trx: Queryable, connections: readonly Connection[]): Promise<string[]> =>
  upsertConnections(trx, newest(connections));
