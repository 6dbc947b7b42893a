import type { ListedConnection } from '@order-hub/shared/management/connections';
import { formatTime } from '@order-hub/shared/times';
import { connectionStatus, type Connection } from './connection.ts';
import type { ListedRow } from './user-connection.store.ts';

/** A connection as operators see it: without its token. */
export function viewConnection({ id, blocked_at, disconnected_at, suspended, ...rest }: Connection) {
  const status = connectionStatus({ blocked_at, disconnected_at, suspended });
  return { id, status, ...rest, created_at: formatTime(rest.created_at) };
}

/** A connection in a user's list. */
export function viewListed({ blocked_at, disconnected_at, suspended, ...rest }: ListedRow): ListedConnection {
  return { ...rest, status: connectionStatus({ blocked_at, disconnected_at, suspended }) };
}
