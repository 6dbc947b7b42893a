import { forbidden } from '@order-hub/shared/errors';
import type { Connection } from '../callers/connection.ts';
import type { Step } from '../pipeline/public-request.ts';

type Bound = Pick<Connection['caller'], 'account' | 'location_id'>;

const ofLocation = /^\/location(?=\/|$)/;
const ofAccount = /^\/account(?=\/|$)/;
const after = (start: string, path: string) => path.slice(start.length);
const inventory = /^(\/catalogs\/[^/]+\/location)(?=\/inventory\/?$)/;

function boundLocation({ location_id }: Bound): string {
  if (location_id !== null) return location_id;
  throw forbidden(
    'The short form needs a connection that is bound to a location; name the location: /locations/<location_id>',
  );
}

function boundAccount({ account, location_id }: Bound): string {
  if (account && location_id === null) return account.id;
  throw forbidden('The short form needs a connection that is bound to an account');
}

/**
 * The long form of a path: `/location…` of a location connection, `/account…` of an account connection, and the inventory
 * of a catalog in the connection's location (docs/api/conventions.md#short-paths). Throws forbidden for the wrong kind.
 */
export function longPath(path: string, bound: Bound): string {
  if (ofLocation.test(path)) return `/locations/${boundLocation(bound)}${after('/location', path)}`;
  if (ofAccount.test(path)) return `/accounts/${boundAccount(bound)}${after('/account', path)}`;
  return path.replace(inventory, (_path, start: string) => `${start}s/${boundLocation(bound)}`);
}

/** Expands a short path: services know long paths only. */
export const expandShortPath: Step = (request) => {
  if (request.connection) request.path = longPath(request.path, request.connection.caller);
};
