/** Who receives an event (docs/api/events.md#receivers). */
import type { Change } from '@order-hub/shared/changes';
import { can, type Permission, type Scope } from '@order-hub/shared/scopes';

/** What decides of a connection with a callback. */
export type Subscriber = {
  client_id: string;
  account_id: string | null;
  location_id: string | null;
  catalog_id: string | null;
  customer_list_id: string | null;
  scope: Scope;
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
  return canSee[change.resource_type](subscriber, change);
}

/** Every location of its account is an account connection's own. */
const isOwnLocation = ({ location_id }: Subscriber, change: ChangeFacts) =>
  location_id === null || location_id === change.location_id;

/** Catalogs and customer lists of the account are visible in each of its locations. */
const isWithin = (subscriber: Subscriber, change: ChangeFacts) =>
  change.location_id === null || isOwnLocation(subscriber, change);

type Rule = (subscriber: Subscriber, change: ChangeFacts) => boolean;

const located =
  (needs: Permission): Rule =>
  (subscriber, change) =>
    isOwnLocation(subscriber, change) && can(subscriber.scope, needs);

const canSee: Record<Change['resource_type'], Rule> = {
  order: located('orders.read'),
  delivery: located('orders.read'),
  inventory: located('inventory.read'),
  location: isOwnLocation,
  catalog: (subscriber, change) => {
    if (!isWithin(subscriber, change)) return false;
    if (can(subscriber.scope, 'all_catalogs.read')) return true;
    return subscriber.catalog_id === change.ids['catalog_id'] && can(subscriber.scope, 'catalog.read');
  },
  customer: (subscriber, change) => {
    if (!isWithin(subscriber, change)) return false;
    if (can(subscriber.scope, 'all_customer_lists.read')) return true;
    return (
      subscriber.customer_list_id === change.ids['customer_list_id'] && can(subscriber.scope, 'customer_list.read')
    );
  },
};
