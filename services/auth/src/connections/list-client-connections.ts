import type { Database } from '@order-hub/shared/database';
import type { ClientConnections } from '@order-hub/shared/management/clients';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { retrieveClient } from '../clients/retrieve-client.ts';
import { viewListed } from './connection.view.ts';
import { countClientConnections, listConnectionsOfClient } from './user-connection.store.ts';

const countedMax = 1_000;

/** A page of the connections of a client of the user, newest first, and how many of all are not disconnected. Throws 404. */
export async function listClientConnections(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  page: { after?: string | undefined; count: number },
): Promise<ClientConnections> {
  const user_id = ctx.principal.user?.id ?? '';
  const [{ items, next }, counted] = await Promise.all([
    listConnectionsOfClient(db, { user_id, client_id }, page),
    countClientConnections(db, { user_id, client_id }, countedMax + 1),
    retrieveClient({ db }, ctx, { client_id }),
  ]);
  const shown = items.map(viewListed).map(({ used_at: _used, client_name: _client, ...connection }) => connection);
  return { items: shown, next, total: Math.min(counted, countedMax), has_more: counted > countedMax };
}
