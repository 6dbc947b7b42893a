import type { Database } from '@order-hub/shared/database';
import type { ClientConnections } from '@order-hub/shared/management/clients';
import { viewListed } from '../connection.view.ts';
import * as store from '../user-connection.store.ts';

const countedMax = 1_000;

/** A page of the connections of a client of the user, newest first, and how many of all are not disconnected. */
export async function listConnectionsOfClient(
  db: Database,
  client: { user_id: string; client_id: string },
  page: { after?: string | undefined; count: number },
): Promise<ClientConnections> {
  const [{ items, next }, counted] = await Promise.all([
    store.listConnectionsOfClient(db, client, page),
    store.countClientConnections(db, client, countedMax + 1),
  ]);
  const shown = items.map(viewListed).map(({ used_at: _used, client_name: _client, ...connection }) => connection);
  return { items: shown, next, total: Math.min(counted, countedMax), has_more: counted > countedMax };
}
