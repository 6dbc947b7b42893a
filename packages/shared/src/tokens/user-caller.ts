/** A user of the back office as a caller of the API (docs/decisions/0080-users-call-the-api.md). */
import { forbidden } from '../values/errors.ts';
import type { Caller } from './caller.ts';
import type { Principal, UserPlace } from './principal.ts';
import { ownerRole, type Role } from './roles.ts';
import type { Permission, Scope } from './scopes.ts';

/** The client whose changes users make. It is no row of auth, so no connection of it gets events. */
export const backOfficeClient = { id: 'back-office', name: 'Back office' } as const;

const managing: readonly Permission[] = [
  'orders.write',
  'inventory.write',
  'all_customer_lists.write',
  'all_catalogs.write',
];

const permissionsOf: Record<Role, readonly Permission[]> = {
  owner: managing,
  manager: managing,
  kitchen: ['orders.write', 'inventory.write', 'all_catalogs.read'],
};

const scopeOf = ({ role }: UserPlace): Scope => ({
  level: role === 'owner' ? 'account' : 'location',
  permissions: [...permissionsOf[role]],
  general: [],
});

const accountOf = ({ account_id, currency }: UserPlace) =>
  account_id === null || currency === null ? null : { id: account_id, currency };

const locationOf = ({ location_id, timezone }: UserPlace) =>
  location_id === null || timezone === null ? null : { id: location_id, timezone };

/** Throws 403 unless the user's role at the place of the page is one of `roles`. Without a place, every role may. */
export function assertRole({ place }: Pick<Principal, 'place'>, roles: readonly Role[] = ownerRole): void {
  if (!place || roles.includes(place.role)) return;
  throw forbidden(`Your role here is ${place.role}; this is for: ${roles.join(', ')}`, 'role_not_allowed');
}

/**
 * The connection for which a user counts in the API: an owner's is bound to the account, so that it reaches what all locations
 * share, and a member's to the location of the page. Throws forbidden for a page about no place, and for operators.
 */
export function callerOfUser({ kind, user, place }: Principal): Caller {
  if (kind !== 'user' || !user || !place) throw forbidden('Only a user at a location or an account may do this');
  return {
    connection_id: user.id,
    // Connected applications see it: who works in a shop is not theirs to know.
    connection_name: null,
    client_id: backOfficeClient.id,
    client_name: backOfficeClient.name,
    user_id: user.id,
    account: accountOf(place),
    location_id: place.role === 'owner' ? null : place.location_id,
    catalog_id: place.catalog_id,
    customer_list_id: place.customer_list_id,
    scope: scopeOf(place),
    location: locationOf(place),
  };
}
