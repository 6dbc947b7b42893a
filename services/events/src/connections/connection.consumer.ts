import type { Message } from '@order-hub/shared/bus';
import { consumer } from '@order-hub/shared/consumer';
import type { Repeating } from '@order-hub/shared/repeating';
import { deleteCallbacksOfDisconnected, upsertConnections, type Connection } from './connection.store.ts';

type Deps = { wake: (connection_ids: readonly string[]) => void; deletingHidden: Pick<Repeating, 'wake'> };

/** The newest version of each connection in a batch. */
function newest(messages: readonly Message<'connection'>[]): Connection[] {
  const byId = new Map<string, Connection>();
  for (const { body } of messages) {
    if ((byId.get(body.id)?.version ?? -1) < body.version) byId.set(body.id, body);
  }
  return [...byId.values()];
}

/**
 * Copies auth's connections. A disconnected connection loses its callback. A blocked or suspended one keeps it, and pushing
 * resumes when the block ends.
 */
export const storeConnections = consumer('connection', async (messages, { wake, deletingHidden }: Deps, trx) => {
  const connections = newest(messages);
  const ids = connections.map(({ id }) => id);
  await upsertConnections(trx, connections);
  await deleteCallbacksOfDisconnected(trx, ids);
  return () => {
    wake(ids);
    deletingHidden.wake();
  };
});
