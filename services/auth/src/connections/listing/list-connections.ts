import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { listAllConnections, type ConnectionFilters } from '../connection.store.ts';
import { viewConnection } from '../connection.view.ts';

/** A page of connections, oldest first. */
export async function listConnections(
  { db }: { db: Database },
  _ctx: PrincipalContext,
  _params: object,
  { after, count, ...filters }: ConnectionFilters & { after?: string | undefined; count: number },
) {
  const { items, next } = await listAllConnections(db, filters, { after, count });
  return { items: items.map(viewConnection), next };
}
