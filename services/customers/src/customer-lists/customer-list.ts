/** Customer lists, and who may see and change them (docs/api/customers.md#access). */
import type { AccountCaller } from '@order-hub/shared/caller';
import { forbidden, invalid, unauthorized } from '@order-hub/shared/errors';
import { can, type Scope } from '@order-hub/shared/scopes';

/** A list of a location, or of an account: then `location_id` is null. Its times are shown in `timezone`. */
export type CustomerList = {
  account_id: string;
  id: string;
  location_id: string | null;
  timezone: string;
  /** The currency of its account. */
  currency: string;
  name: string;
};

/** What decides about a caller. */
export type ListCaller = Pick<AccountCaller, 'location_id' | 'customer_list_id'> & { scope: Scope };

/** A location connection reaches the lists of its location and of the account, an account connection all of the account. */
const isWithin = ({ location_id }: ListCaller, list: CustomerList) =>
  location_id === null || list.location_id === null || list.location_id === location_id;

const isOwn = ({ location_id }: ListCaller, list: CustomerList) =>
  location_id === null || list.location_id === location_id;

const isBound = ({ customer_list_id }: ListCaller, { id }: CustomerList) => customer_list_id === id;

/** Whether the caller may read a list of its account and what is in it. One that it may not see is not found. */
export function canSee(caller: ListCaller, list: CustomerList): boolean {
  if (!isWithin(caller, list)) return false;
  const { scope } = caller;
  return can(scope, 'all_customer_lists.read') || (can(scope, 'customer_list.read') && isBound(caller, list));
}

/** Throws forbidden unless the caller may write the customers and loyalty cards of a list that it sees. */
export function assertMayWrite(caller: ListCaller, list: CustomerList): void {
  const { scope } = caller;
  if (can(scope, 'all_customer_lists.write') && isOwn(caller, list)) return;
  if (can(scope, 'customer_list.write') && isBound(caller, list)) return;
  throw forbidden('The scope of this connection does not include writing to this customer list');
}

/** Throws unauthorized when a location connection changes a list of the account, and forbidden without the right. */
export function assertMayRename(caller: ListCaller, list: CustomerList): void {
  assertOwn(caller, list);
  assertMayWrite(caller, list);
}

/** As for renaming; the right to write the one list that the connection is bound to is not enough. */
export function assertMayDelete(caller: ListCaller, list: CustomerList): void {
  assertOwn(caller, list);
  if (can(caller.scope, 'all_customer_lists.write')) return;
  throw forbidden('The scope of this connection does not include all_customer_lists.write');
}

function assertOwn(caller: ListCaller, list: CustomerList): void {
  if (isOwn(caller, list)) return;
  throw unauthorized(
    'A customer list of the account can be changed with a connection that is bound to the account only',
  );
}

/** 422: another list that shares a place with this one has the name. */
export const nameIsUsed = () => invalid('name', 'is the name of another customer list');
