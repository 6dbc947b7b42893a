import { consumer } from '@order-hub/shared/consumer';
import type { Repeating } from '@order-hub/shared/repeating';
import { saveConnections } from '../connections/save-connections.ts';
import { deleteCallbacksOf } from './callback.store.ts';

type Deps = { wake: (connection_ids: readonly string[]) => void; deletingHidden: Pick<Repeating, 'wake'> };

/**
 * Copies auth's connections. A disconnected connection loses its callback. A blocked or suspended one keeps it, and pushing
 * resumes when the block ends.
 */
export const storeConnections = consumer('connection', async (messages, { wake, deletingHidden }: Deps, trx) => {
  const connections = messages.map(({ body }) => body);
  const disconnected = await saveConnections(trx, connections);
  if (disconnected.length > 0) await deleteCallbacksOf(trx, disconnected);
  return () => {
    wake(connections.map(({ id }) => id));
    deletingHidden.wake();
  };
});
