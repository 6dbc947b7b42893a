import type { Database } from '@order-hub/shared/database';
import { takePage } from '@order-hub/shared/page';
import { findConnections, type Filters } from './connection.store.ts';
import { viewConnection } from './connection.view.ts';

type Query = Filters & { count: number; cursor?: string | undefined };

/** A page of connections, oldest first. */
export async function listConnections({ db }: { db: Database }, { count, cursor, ...filters }: Query) {
  const rows = await findConnections(db, filters, { after: cursor, count });
  const { items, next } = takePage(rows, count, ({ id }) => id);
  return { items: items.map(viewConnection), next };
}
