import { forbidden } from '@order-hub/shared/errors';
import type { Connection } from '../request/connection.ts';
import type { GatewayStep } from '../request/public-request.ts';

/** The account and the location that a connection is bound to. */
type CallerBinding = Pick<Connection['caller'], 'account' | 'location_id'>;

const ofLocation = /^\/location(?=\/|$)/;
const ofAccount = /^\/account(?=\/|$)/;
const inventoryStart = /^(\/catalogs\/[^/]+\/location)(?=\/inventory$)/;

function boundLocation({ location_id }: CallerBinding): string {
  if (location_id !== null) return location_id;
  throw forbidden(
    'The short form needs a connection that is bound to a location; name the location: /locations/<location_id>',
    'access_level_not_allowed',
  );
}

function boundAccount({ account, location_id }: CallerBinding): string {
  if (account && location_id === null) return account.id;
  throw forbidden('The short form needs a connection that is bound to an account', 'access_level_not_allowed');
}

/**
 * The long form of a path: `/location…` of a location connection, `/account…` of an account connection, and the inventory
 * of a catalog in the connection's location (docs/api/conventions.md#short-paths). Throws forbidden if the connection has
 * no such binding.
 */
export function longPath(path: string, binding: CallerBinding): string {
  if (ofLocation.test(path)) return `/locations/${boundLocation(binding)}${path.slice('/location'.length)}`;
  if (ofAccount.test(path)) return `/accounts/${boundAccount(binding)}${path.slice('/account'.length)}`;
  // A function, because an id may contain `$&`.
  return path.replace(inventoryStart, (_match, start: string) => `${start}s/${boundLocation(binding)}`);
}

/** Expands a short path, because services know long paths only. */
export const expandShortPath: GatewayStep = (request) => {
  if (request.connection) request.path = longPath(request.path, request.connection.caller);
};
