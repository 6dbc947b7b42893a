import type { Message } from '@order-hub/shared/bus';
import { transaction, type Database } from '@order-hub/shared/database';
import { removeCallbacksOfDisconnected, upsertConnections, type Connection } from './connection.store.ts';

type Deps = { db: Database; wake: (connection_ids: readonly string[]) => void };

/** The newest word on each connection of a batch. */
function newest(messages: readonly Message<'connection'>[]): Connection[] {
  const byId = new Map<string, Connection>();
  for (const { body } of messages) {
    if ((byId.get(body.id)?.version ?? -1) < body.version) byId.set(body.id, body);
  }
  return [...byId.values()];
}

/**
 * Keeps up with auth's connections. Versions make it harmless to hear a message twice or late. A disconnected
 * connection loses its callback; one that is blocked or suspended keeps it, and pushing goes on when that ends.
 */
export async function keepConnections({ db, wake }: Deps, messages: readonly Message<'connection'>[]): Promise<void> {
  const connections = newest(messages);
  const ids = connections.map(({ id }) => id);
  await transaction(db, async (trx) => {
    await upsertConnections(trx, connections);
    await removeCallbacksOfDisconnected(trx, ids);
  });
  wake(ids);
}
