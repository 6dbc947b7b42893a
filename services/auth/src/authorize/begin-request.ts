import type { Database } from '@order-hub/shared/database';
import {
  nothingSelected,
  type Destination,
  type RequestProgress,
} from '../authorization-requests/authorization-request.ts';
import { onlyValue, parametersOf } from '../authorization-requests/parameters.ts';
import type { GrantedConnection } from '../connections/connection.ts';
import { findGrantedConnection } from '../connections/granting/find-granted-connection.ts';
import { invalidRequest } from '../oauth/oauth-error.ts';

/** The same request with the scope and the name of a connection, as if the client had sent them. */
function pathWith(path: string, { scope, name }: GrantedConnection): string {
  const start = path.indexOf('?');
  const parameters = new URLSearchParams(path.slice(start + 1));
  for (const replaced of ['app_instance_id', 'scope', 'name', 'device_id']) parameters.delete(replaced);
  parameters.set('scope', scope);
  if (name !== null) parameters.set('name', name);
  return `${path.slice(0, start)}?${parameters.toString()}`;
}

/**
 * Begins the request at `path` with nothing selected. With `app_instance_id` and no scope it is for a connection that the
 * user granted before: it gets that connection's scope and name, and its place is selected
 * (docs/api/authentication.md#re-authorisation). Throws invalid_request for any other connection.
 */
export async function beginRequest(
  { db }: { db: Database },
  { client }: Destination,
  user_id: string,
  path: string,
): Promise<RequestProgress> {
  const parameters = parametersOf(path);
  const id = onlyValue(parameters, 'app_instance_id');
  if (id === undefined || parameters.has('scope')) return { ...nothingSelected, path };
  const granted = await findGrantedConnection(db, { id, client_id: client.id, user_id });
  if (!granted) throw invalidRequest('The app_instance_id is of no connection of this client with this user');
  const { location_id, account_id } = granted;
  const place = location_id === null ? { account_id } : { location_id };
  return { ...nothingSelected, ...place, path: pathWith(path, granted) };
}
