/** Who receives an event (docs/api/events.md#receivers). */
import type { Change, ResourceType } from '@order-hub/shared/change';
import { isVisible, type Visibility } from '../visibility/visibility.ts';

/** A connection with a callback. */
export type Subscriber = {
  client_id: string;
  account_id: string | null;
  location_id: string | null;
  visibility: Visibility;
  /** Pairs such as `order.create`. */
  subscribed: readonly string[];
};

export type ChangeFacts = Pick<
  Change,
  'resource_type' | 'event_type' | 'client_id' | 'account_id' | 'location_id' | 'ids'
>;

/** Whether a subscriber receives the event of a change: it subscribed, may see it, and did not cause it. */
export function receives(subscriber: Subscriber, change: ChangeFacts): boolean {
  if (change.client_id === subscriber.client_id) return false;
  if (change.account_id !== subscriber.account_id) return false;
  if (!subscriber.subscribed.includes(`${change.resource_type}.${change.event_type}`)) return false;
  return isWithin(subscriber, change) && isVisible(subscriber.visibility, change);
}

/** Catalogs and customer lists of an account are shared by all of its locations. */
const sharedByLocations: ReadonlySet<ResourceType> = new Set<ResourceType>(['catalog', 'customer']);

/** A connection of an account receives the events of all its locations. */
const isWithin = ({ location_id }: Subscriber, change: ChangeFacts) =>
  location_id === null ||
  location_id === change.location_id ||
  (change.location_id === null && sharedByLocations.has(change.resource_type));
