/** Which events a connection may see (docs/api/events.md#narrowed-scopes). */
import { resourceTypes, type Change, type ResourceType } from '@order-hub/shared/change';
import { can, type Permission, type Scope } from '@order-hub/shared/scopes';

/** What a connection's scope lets it see of the events of its location or account. A null id stands for all of them. */
export type Visibility = {
  resource_types: readonly ResourceType[];
  catalog_id: string | null;
  customer_list_id: string | null;
};

/** A scope, with the catalog and the customer list that the connection is bound to. */
type BoundScope = { scope: Scope; catalog_id: string | null; customer_list_id: string | null };

const always = () => true;
const needs =
  (permission: Permission) =>
  ({ scope }: BoundScope) =>
    can(scope, permission);

const canSee: Record<ResourceType, (bound: BoundScope) => boolean> = {
  order: needs('orders.read'),
  delivery: needs('orders.read'),
  inventory: needs('inventory.read'),
  location: always,
  catalog: ({ scope, catalog_id }) =>
    can(scope, 'all_catalogs.read') || (catalog_id !== null && can(scope, 'catalog.read')),
  customer: ({ scope, customer_list_id }) =>
    can(scope, 'all_customer_lists.read') || (customer_list_id !== null && can(scope, 'customer_list.read')),
};

export const visibilityOf = (bound: BoundScope): Visibility => ({
  resource_types: resourceTypes.filter((type) => canSee[type](bound)),
  catalog_id: can(bound.scope, 'all_catalogs.read') ? null : bound.catalog_id,
  customer_list_id: can(bound.scope, 'all_customer_lists.read') ? null : bound.customer_list_id,
});

/** Whether an event of the connection's location or account is visible. The SQL function is_seen has the same rule (migrations/0006-sight.ts). */
export function isVisible(
  { resource_types, catalog_id, customer_list_id }: Visibility,
  { resource_type, ids }: Pick<Change, 'resource_type' | 'ids'>,
): boolean {
  if (!resource_types.includes(resource_type)) return false;
  if (resource_type === 'catalog') return catalog_id === null || catalog_id === ids['catalog_id'];
  if (resource_type !== 'customer') return true;
  return customer_list_id === null || customer_list_id === ids['customer_list_id'];
}

/** The last three parameters of the SQL function is_seen. */
export const isSeenParameters = ({ resource_types, catalog_id, customer_list_id }: Visibility) => [
  resource_types,
  catalog_id,
  customer_list_id,
];
