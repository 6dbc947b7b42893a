import { formatTime } from '@order-hub/shared/times';
import { connectionStatus, type Connection } from './connection.ts';

/** A connection as operators see it: without its token. */
export function viewConnection({ id, blocked_at, disconnected_at, suspended, ...rest }: Connection) {
  const status = connectionStatus({ blocked_at, disconnected_at, suspended });
  return { id, status, ...rest, created_at: formatTime(rest.created_at) };
}
