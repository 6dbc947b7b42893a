import type { Database } from '@order-hub/shared/database';
import type { ListedConnection } from '@order-hub/shared/management/connections';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../../users/owner.ts';
import { viewListed } from '../connection.view.ts';
import { listConnectionsOfUser } from '../user-connection.store.ts';

type Query = {
  location_id?: string | undefined;
  account_id?: string | undefined;
  after?: string | undefined;
  count: number;
};

/**
 * A page of the user's connections, newest first, disconnected ones included: of a location, of an account (those with no
 * location), or those that the user granted for their profile alone. Empty for a place that is not the user's.
 */
export async function listUserConnections(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { after, count, ...place }: Query,
): Promise<Page<ListedConnection>> {
  const { items, next } = await listConnectionsOfUser(db, userIdOf(ctx), place, { after, count });
  return { items: items.map(viewListed), next };
}
