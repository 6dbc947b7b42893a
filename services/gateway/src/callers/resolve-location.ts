import { notFound } from '@order-hub/shared/errors';
import { suspended } from './authenticate.ts';
import type { Connection, Location, LocationAnswer } from './auth.client.ts';
import type { Directory } from './directory.ts';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';

const named = /^\/(?:locations|catalogs\/[^/]+\/locations)\/([^/]+)/;
const idPattern = /^[\w-]{1,64}$/;

/** The location that a path names by its id. */
export const locationInPath = (path: string) => named.exec(path)?.[1];

function settle(request: PublicRequest, { location }: LocationAnswer): void {
  if (!location) throw notFound('Location');
  if (location.suspended) throw suspended();
  request.location = location;
}

/** What a location connection was found with: it may name no other location than its own. */
function ownLocation({ caller, location }: Connection, wanted: string | undefined): Location | undefined {
  if (wanted !== undefined && wanted !== caller.location_id) throw notFound('Location');
  return location ? { ...location, suspended: false } : undefined;
}

/**
 * Finds the facts of the location that the request is about, which services rely on. One of another account, or another
 * one than the connection's, looks like a missing one. Throws not_found, and unauthorized for a suspended one.
 */
export function locationResolver({ locations, locationKey }: Pick<Directory, 'locations' | 'locationKey'>): Step {
  return (request) => {
    const { connection, path, startedMs } = request;
    if (!connection) return;
    const { account, location_id } = connection.caller;
    const wanted = locationInPath(path);
    if (location_id !== null) {
      const own = ownLocation(connection, wanted);
      if (own) request.location = own;
      return;
    }
    // A connection without an account is told so by the service, which knows whether the endpoint needs one.
    if (wanted === undefined || !account) return;
    if (!idPattern.test(wanted)) throw notFound('Location');
    const key = locationKey(account.id, wanted);
    const known = locations.known(key, startedMs);
    if (known) return settle(request, known);
    return locations.ask(key, startedMs).then((answer) => settle(request, answer));
  };
}
