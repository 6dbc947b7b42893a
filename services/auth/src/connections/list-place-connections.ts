import type { Database } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import { findPlaceConnections, type ListedConnection, type OwnPlace } from './own-connection.store.ts';

type Asked = { after?: string | undefined; count?: number };

/**
 * A page of connections, newest first, disconnected ones too: of a location, of an account (those of no location), or with
 * 'no place' those that the user granted for their profile alone. Empty for a place that is not the user's.
 */
export async function listPlaceConnections(
  db: Database,
  user: { id: string },
  place: OwnPlace,
  { after, count = 50 }: Asked,
): Promise<Page<ListedConnection>> {
  const rows = await findPlaceConnections(db, user.id, place, { after, count });
  return takePage(rows, count, ({ id }) => id);
}
