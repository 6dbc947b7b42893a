/**
 * Catalogs and customer lists. Each belongs to a location, or to the account itself for all its locations to share; a
 * connection may be bound to one of each. Who may see and write them (docs/api/authentication.md#permissions).
 */
import type { AccountCaller } from '../tokens/caller.ts';
import { forbidden, invalid, notFound, unauthorized } from '../values/errors.ts';
import { can, type Right, type Scope } from '../tokens/scopes.ts';
import { isVisible, visibleMessage } from '../values/texts/names.ts';
import { rule } from '../values/rules.ts';
import { textUpTo } from '../values/texts/texts.ts';

/** The name of a catalog or customer list. */
export const placedName = textUpTo(255)
  .check(rule((text) => text.trim() !== '', 'empty', 'must not be empty'))
  .check(rule(isVisible, 'forbidden_characters', visibleMessage));

/** What catalogs and customer lists have in common. Times are shown in `timezone`. */
export type PlacedResource = {
  account_id: string;
  id: string;
  /** Null when it belongs to the account itself. */
  location_id: string | null;
  timezone: string;
  /** The currency of its account. */
  currency: string;
  name: string;
};

/** Where a new resource is created: all that is known before it has an id and a name. */
export type NewPlace = Omit<PlacedResource, 'id' | 'name'>;

/** Where a user selects a resource for a connection. `location_id` null: for a connection of the whole account. */
export type SelectionPlace = Pick<PlacedResource, 'account_id' | 'location_id'>;

/** At most this many are listed for a user to select. */
export const selectableMax = 200;

/** The location that a path names or, without one, the caller's account. */
export const newPlaceOf = ({ account, location }: AccountCaller, path: { location_id?: string }): NewPlace => ({
  account_id: account.id,
  location_id: path.location_id ?? null,
  timezone: path.location_id === undefined ? 'UTC' : (location?.timezone ?? 'UTC'),
  currency: account.currency,
});

/** What decides who may reach a resource of the caller's account. */
type PlacedKey = Pick<PlacedResource, 'id' | 'location_id'>;

/** What decides which resources of its account a caller may reach. */
export type PlacedCaller = Pick<AccountCaller, 'location_id' | 'catalog_id' | 'customer_list_id'> & { scope: Scope };

const allOf = { catalog: 'all_catalogs', customer_list: 'all_customer_lists' } as const;

/** The kinds of placed resources, as permissions name them. */
export type PlacedKind = keyof typeof allOf;

/** A kind of placed resource in a sentence. */
export const nameOfKind = { catalog: 'catalog', customer_list: 'customer list' } as const satisfies Record<
  PlacedKind,
  string
>;

/** 404: the account has no such resource, or the caller may not see it. */
export const placedNotFound = (kind: PlacedKind) => notFound(kind === 'catalog' ? 'Catalog' : 'Customer list');

/** 422: another resource of the same kind and place has the name. */
export const nameIsUsed = (kind: PlacedKind) => invalid('name', 'taken', `is the name of another ${nameOfKind[kind]}`);

const isOwn = ({ location_id }: PlacedCaller, key: PlacedKey) =>
  location_id === null || location_id === key.location_id;

/** A location connection reaches its location's resources and the account's; an account connection reaches all of the account. */
export const isWithin = (caller: PlacedCaller, key: PlacedKey) => isOwn(caller, key) || key.location_id === null;

const holdsBound = (caller: PlacedCaller, kind: PlacedKind, { id }: PlacedKey, right: Right) =>
  can(caller.scope, `${kind}.${right}`) && caller[`${kind}_id`] === id;

/** Whether the caller has the right to every resource of the kind within its reach, not only to the one it is bound to. */
export const hasAll = ({ scope }: Pick<PlacedCaller, 'scope'>, kind: PlacedKind, right: Right) =>
  can(scope, `${allOf[kind]}.${right}`);

/** Whether the caller may read the resource. Answer 404 for one it may not. */
export const canSee = (caller: PlacedCaller, kind: PlacedKind, key: PlacedKey): boolean =>
  isWithin(caller, key) && (hasAll(caller, kind, 'read') || holdsBound(caller, kind, key, 'read'));

/** Whether the caller may write the contents of a resource it sees. */
export const mayWrite = (caller: PlacedCaller, kind: PlacedKind, key: PlacedKey): boolean =>
  (hasAll(caller, kind, 'write') && isOwn(caller, key)) || holdsBound(caller, kind, key, 'write');

/** Throws forbidden unless the caller may write the contents of a resource it sees. */
export function assertMayWrite(caller: PlacedCaller, kind: PlacedKind, key: PlacedKey): void {
  if (mayWrite(caller, kind, key)) return;
  throw forbidden(
    `The scope of this connection does not include writing to this ${nameOfKind[kind]}`,
    'permission_missing',
  );
}

/** Throws unauthorized when a location connection updates a resource of the account, and forbidden without the right. */
export function assertMayUpdate(caller: PlacedCaller, kind: PlacedKind, key: PlacedKey): void {
  assertOwn(caller, kind, key);
  assertMayWrite(caller, kind, key);
}

/**
 * Like `assertMayUpdate`, but a location connection may also update the resource of the account that it is bound to. For
 * that its scope must name the right itself: the right to write all resources does not reach those of the account.
 */
export function assertMayUpdateContent(caller: PlacedCaller, kind: PlacedKind, key: PlacedKey): void {
  const isBound = caller[`${kind}_id`] === key.id && caller.scope.permissions.includes(`${kind}.write`);
  if (!isBound) assertMayUpdate(caller, kind, key);
}

/** Like `assertMayUpdate`, but the right to write only the bound resource is not enough. */
export function assertMayDelete(caller: PlacedCaller, kind: PlacedKind, key: PlacedKey): void {
  assertOwn(caller, kind, key);
  if (!hasAll(caller, kind, 'write')) {
    throw forbidden(`The scope of this connection does not include ${allOf[kind]}.write`, 'permission_missing');
  }
}

function assertOwn(caller: PlacedCaller, kind: PlacedKind, key: PlacedKey): void {
  if (isOwn(caller, key)) return;
  throw unauthorized(
    `Only a connection of the account can change a ${nameOfKind[kind]} of the account`,
    'account_connection_required',
  );
}
