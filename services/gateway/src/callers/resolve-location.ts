import { notFound } from '@order-hub/shared/errors';
import type { Connection, LocationAnswer } from '../request/connection.ts';
import type { GatewayStep, PublicRequest } from '../request/public-request.ts';
import { suspended } from './authenticate.ts';
import type { Directory } from './directory.ts';

const idInPath = /^\/(?:locations|catalogs\/[^/]+\/locations)\/([^/]+)/;
const idPattern = /^[\w-]{1,64}$/;

function setLocation(request: PublicRequest, { location }: LocationAnswer): void {
  if (!location) throw notFound('Location');
  if (location.suspended) throw suspended();
  request.location = location;
}

/** For a connection bound to a location: the look-up of the connection has returned the location's facts. */
function setBoundLocation(request: PublicRequest, { caller, location }: Connection, id: string | undefined): void {
  if (id !== undefined && id !== caller.location_id) throw notFound('Location');
  if (location) request.location = location;
}

/**
 * Finds the facts of the location that the request is about; services rely on them. A location of another account, or one
 * that the connection is not bound to, gets the answer of a missing one. Throws not_found, and unauthorized if the location
 * is suspended.
 */
export function locationResolver({
  locations,
  locationKey,
}: Pick<Directory, 'locations' | 'locationKey'>): GatewayStep {
  return (request) => {
    const { connection, path } = request;
    if (!connection) return;
    const { account, location_id } = connection.caller;
    const id = idInPath.exec(path)?.[1];
    if (location_id !== null) return setBoundLocation(request, connection, id);
    // Without an account the request goes on: its service knows whether the endpoint needs one.
    if (id === undefined || !account) return;
    if (!idPattern.test(id)) throw notFound('Location');
    const key = locationKey(account.id, id);
    const cached = locations.get(key);
    if (cached) return setLocation(request, cached);
    return locations.fetch(key).then((answer) => setLocation(request, answer));
  };
}
