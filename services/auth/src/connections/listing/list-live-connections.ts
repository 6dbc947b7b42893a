import type { Database } from '@order-hub/shared/database';
import type { ListedConnection } from '@order-hub/shared/management/connections';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../../users/owner.ts';
import { viewListed } from '../connection.view.ts';
import { listLiveConnectionsOfUser } from '../user-connection.store.ts';

/** A page of the user's connections that are not disconnected, newest first: of all accounts, and for their profile alone. */
export async function listLiveConnections(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  query: { after?: string | undefined; count: number },
): Promise<Page<ListedConnection>> {
  const { items, next } = await listLiveConnectionsOfUser(db, userIdOf(ctx), query);
  return { items: items.map(viewListed), next };
}
