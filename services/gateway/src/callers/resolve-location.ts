import { notFound } from '@order-hub/shared/errors';
import type { PublicRequest, Step } from '../pipeline/public-request.ts';
import type { Connection, LocationAnswer } from './connection.ts';
import { suspended } from './authenticate.ts';
import type { Directory } from './directory.ts';

const idInPath = /^\/(?:locations|catalogs\/[^/]+\/locations)\/([^/]+)/;
const idPattern = /^[\w-]{1,64}$/;

function setLocation(request: PublicRequest, { location }: LocationAnswer): void {
  if (!location) throw notFound('Location');
  if (location.suspended) throw suspended();
  request.location = location;
}

/** The facts of its location came with the connection. */
function setOwnLocation(request: PublicRequest, { caller, location }: Connection, id: string | undefined): void {
  if (id !== undefined && id !== caller.location_id) throw notFound('Location');
  if (location) request.location = location;
}

/**
 * Finds the facts of the location that the request is about; services rely on them. Another account's location, or another
 * one than the connection is bound to, is answered like a missing one. Throws not_found, and unauthorized when it is suspended.
 */
export function locationResolver({ locations, locationKey }: Pick<Directory, 'locations' | 'locationKey'>): Step {
  return (request) => {
    const { connection, path } = request;
    if (!connection) return;
    const { account, location_id } = connection.caller;
    const id = idInPath.exec(path)?.[1];
    if (location_id !== null) return setOwnLocation(request, connection, id);
    // Whether an endpoint needs an account is known to its service, which refuses.
    if (id === undefined || !account) return;
    if (!idPattern.test(id)) throw notFound('Location');
    const key = locationKey(account.id, id);
    const cached = locations.get(key);
    if (cached) return setLocation(request, cached);
    return locations.fetch(key).then((answer) => setLocation(request, answer));
  };
}
