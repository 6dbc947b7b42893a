/** Who receives an event (docs/api/events.md#receivers), and what a connection may see (docs/api/events.md#narrowed-scopes). */
import { resourceTypes, type Change, type ResourceType } from '@order-hub/shared/change';
import { can, type Permission, type Scope } from '@order-hub/shared/scopes';

/** What a connection's scope lets it see of the events of its place. A null id: every catalog, or every list. */
export type Sight = {
  resource_types: readonly ResourceType[];
  catalog_id: string | null;
  customer_list_id: string | null;
};

type Bound = { scope: Scope; catalog_id: string | null; customer_list_id: string | null };

const always = () => true;
const needs =
  (permission: Permission) =>
  ({ scope }: Bound) =>
    can(scope, permission);

const isInSight: Record<ResourceType, (bound: Bound) => boolean> = {
  order: needs('orders.read'),
  delivery: needs('orders.read'),
  inventory: needs('inventory.read'),
  location: always,
  catalog: ({ scope, catalog_id }) =>
    can(scope, 'all_catalogs.read') || (catalog_id !== null && can(scope, 'catalog.read')),
  customer: ({ scope, customer_list_id }) =>
    can(scope, 'all_customer_lists.read') || (customer_list_id !== null && can(scope, 'customer_list.read')),
};

export const sightOf = (bound: Bound): Sight => ({
  resource_types: resourceTypes.filter((type) => isInSight[type](bound)),
  catalog_id: can(bound.scope, 'all_catalogs.read') ? null : bound.catalog_id,
  customer_list_id: can(bound.scope, 'all_customer_lists.read') ? null : bound.customer_list_id,
});

/** Whether an event of a connection's place is in its sight; migrations/0006-sight.ts has the same rule in SQL. */
export function isSeen(sight: Sight, { resource_type, ids }: Pick<Change, 'resource_type' | 'ids'>): boolean {
  if (!sight.resource_types.includes(resource_type)) return false;
  if (resource_type === 'catalog') return sight.catalog_id === null || sight.catalog_id === ids['catalog_id'];
  if (resource_type !== 'customer') return true;
  return sight.customer_list_id === null || sight.customer_list_id === ids['customer_list_id'];
}

/** What decides of a connection with a callback. */
export type Subscriber = {
  client_id: string;
  account_id: string | null;
  location_id: string | null;
  sight: Sight;
  /** Pairs such as `order.create`. */
  subscribed: readonly string[];
};

export type ChangeFacts = Pick<
  Change,
  'resource_type' | 'event_type' | 'client_id' | 'account_id' | 'location_id' | 'ids'
>;

/** Whether a subscriber receives the event of a change: subscribed to it, allowed to see it, and not its cause. */
export function receives(subscriber: Subscriber, change: ChangeFacts): boolean {
  if (change.client_id === subscriber.client_id) return false;
  if (change.account_id !== subscriber.account_id) return false;
  if (!subscriber.subscribed.includes(`${change.resource_type}.${change.event_type}`)) return false;
  return isWithin(subscriber, change) && isSeen(subscriber.sight, change);
}

/** Catalogs and customer lists of the account are visible in each of its locations. */
const ofAccount: ReadonlySet<ResourceType> = new Set<ResourceType>(['catalog', 'customer']);

/** Every location of its account is an account connection's own. */
const isWithin = ({ location_id }: Subscriber, change: ChangeFacts) =>
  location_id === null ||
  location_id === change.location_id ||
  (change.location_id === null && ofAccount.has(change.resource_type));
