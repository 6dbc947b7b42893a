import type { Database } from '@order-hub/shared/database';
import type { ClientConnections } from '@order-hub/shared/management/clients';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { listConnectionsOfClient } from '../connections/listing/list-connections-of-client.ts';
import { userIdOf } from '../users/owner.ts';
import { retrieveClient } from './retrieve-client.ts';

/** A page of the connections of a client of the user. Throws 404. */
export async function listClientConnections(
  deps: { db: Database },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  page: { after?: string | undefined; count: number },
): Promise<ClientConnections> {
  const user_id = userIdOf(ctx);
  const [connections] = await Promise.all([
    listConnectionsOfClient(deps.db, { user_id, client_id }, page),
    retrieveClient(deps, ctx, { client_id }),
  ]);
  return connections;
}
