/**
 * Catalogs and customer lists: each belongs to a location or, for all locations to share, to their account; a connection
 * may be bound to one of each. Who may see and write them (docs/api/authentication.md#permissions).
 */
import type { AccountCaller } from '../tokens/caller.ts';
import { forbidden, unauthorized } from '../values/errors.ts';
import { can, type Right, type Scope } from '../tokens/scopes.ts';
import { textUpTo } from '../values/texts.ts';

/** The name of a catalog or customer list. */
export const placedName = textUpTo(255).refine((text) => text.trim() !== '', 'must not be empty');

/** A catalog or customer list of the caller's account; of the account itself when `location_id` is null. */
export type Placed = { id: string; location_id: string | null };

/** What decides about a caller. */
export type PlacedCaller = Pick<AccountCaller, 'location_id' | 'catalog_id' | 'customer_list_id'> & { scope: Scope };

const allOf = { catalog: 'all_catalogs', customer_list: 'all_customer_lists' } as const;
const nameOf = { catalog: 'catalog', customer_list: 'customer list' } as const;

/** What kind of resource it is, as permissions name it. */
export type PlacedKind = keyof typeof allOf;

const isOwn = ({ location_id }: PlacedCaller, placed: Placed) =>
  location_id === null || location_id === placed.location_id;

/** A location connection reaches what is its location's and what is the account's, an account connection everything of the account. */
export const isWithin = (caller: PlacedCaller, placed: Placed) => isOwn(caller, placed) || placed.location_id === null;

const holdsBound = (caller: PlacedCaller, kind: PlacedKind, { id }: Placed, right: Right) =>
  can(caller.scope, `${kind}.${right}`) && caller[`${kind}_id`] === id;

/** Whether the caller has a right to all resources of the kind that it reaches, and not only to the one that it is bound to. */
export const hasAll = ({ scope }: Pick<PlacedCaller, 'scope'>, kind: PlacedKind, right: Right) =>
  can(scope, `${allOf[kind]}.${right}`);

/** Whether the caller may read it. What it may not see is not found. */
export const canSee = (caller: PlacedCaller, kind: PlacedKind, placed: Placed): boolean =>
  isWithin(caller, placed) && (hasAll(caller, kind, 'read') || holdsBound(caller, kind, placed, 'read'));

/** Throws forbidden unless the caller may write what is in a resource that it sees. */
export function assertMayWrite(caller: PlacedCaller, kind: PlacedKind, placed: Placed): void {
  if (hasAll(caller, kind, 'write') && isOwn(caller, placed)) return;
  if (holdsBound(caller, kind, placed, 'write')) return;
  throw forbidden(`The scope of this connection does not include writing to this ${nameOf[kind]}`);
}

/** Throws unauthorized when a location connection changes what is the account's, and forbidden without the right. */
export function assertMayUpdate(caller: PlacedCaller, kind: PlacedKind, placed: Placed): void {
  assertOwn(caller, kind, placed);
  assertMayWrite(caller, kind, placed);
}

/** As for an update; but the right to write the one that the connection is bound to is not enough. */
export function assertMayDelete(caller: PlacedCaller, kind: PlacedKind, placed: Placed): void {
  assertOwn(caller, kind, placed);
  if (!hasAll(caller, kind, 'write')) {
    throw forbidden(`The scope of this connection does not include ${allOf[kind]}.write`);
  }
}

function assertOwn(caller: PlacedCaller, kind: PlacedKind, placed: Placed): void {
  if (isOwn(caller, placed)) return;
  throw unauthorized(
    `A ${nameOf[kind]} of the account can be changed with a connection that is bound to the account only`,
  );
}
