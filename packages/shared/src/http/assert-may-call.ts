/** The access rules of an endpoint that depend only on the path and the connection. */
import type { Caller } from '../tokens/caller.ts';
import { can } from '../tokens/scopes.ts';
import { forbidden, notFound } from '../values/errors.ts';
import { levelsOf, type Endpoint, type Level } from './endpoint.ts';

/** Whether the gateway found the named location in the caller's account. Any other is answered like a missing one. */
const mayName = (caller: Caller, location_id: string) =>
  caller.location?.id === location_id && (caller.location_id === null || caller.location_id === location_id);

/** Checks that the caller's level and account may call this endpoint and name what is in its path (docs/api/authentication.md#access-levels). */
function assertReach(
  caller: Caller,
  levels: readonly Level[],
  { location_id, account_id }: Record<string, string>,
): void {
  if (!caller.account) {
    throw forbidden('This connection is not bound to a location or an account', 'connection_not_bound');
  }
  const level = caller.location_id ? 'location' : 'account';
  if (!levels.includes(level)) {
    const message = `This endpoint cannot be called with a connection that is bound to a ${level}`;
    throw forbidden(`${message}; use one that is bound to a ${levels.join(' or a ')}`, 'access_level_not_allowed');
  }
  if (location_id !== undefined && !mayName(caller, location_id)) throw notFound('Location');
  if (account_id !== undefined && account_id !== caller.account.id) throw notFound('Account');
}

/** Throws 403 and 404 for a connection that may not call the endpoint with this path. */
export function assertMayCall(caller: Caller, { access, needs }: Endpoint, params: Record<string, string>): void {
  const levels = levelsOf(access);
  if (levels) assertReach(caller, levels, params);
  if (needs && !can(caller.scope, needs)) {
    throw forbidden(`The scope of this connection does not include ${needs}`, 'permission_missing');
  }
}
