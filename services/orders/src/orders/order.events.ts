import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged, type Cause, type Place, type State } from '@order-hub/shared/changes';
import type { Order } from './order.schema.ts';

/** Which order: never without its account and location. */
export type OrderKey = { account_id: string; location_id: string; order_id: string };

/** An order that changed: where it is, who changed it, and whose personal data it shows. */
export type OrderChange = {
  order_id: string;
  place: Place & { location_id: string };
  cause: Cause;
  customer_id: string | null;
};

/** Whose personal data an order shows; null for a guest's, who cannot be anonymised. */
export const customerOf = ({ customer }: Order) => customer?.id ?? null;

/** Where the events of an order show it. */
export const placeOf = ({ account_id, location_id }: OrderKey, timezone: string) => ({
  account_id,
  location_id,
  timezone,
});

const idsOf = ({ order_id, place: { location_id, account_id } }: OrderChange) => ({
  order_id,
  location_id,
  account_id,
});

/** `order.create`. */
export const orderCreated = (change: OrderChange, after: State): OutgoingMessage =>
  resourceChanged('order', 'create', { ...change, ids: idsOf(change), after });

/** `order.update`, with both states. */
export const orderUpdated = (change: OrderChange, before: State, after: State): OutgoingMessage =>
  resourceChanged('order', 'update', { ...change, ids: idsOf(change), before, after });
