/** The states of test events: whole resources, as the API shows them, with names that say what they are. */
import type { Context } from '@order-hub/shared/caller';
import type { ResourceType } from '@order-hub/shared/change';
import { formatTime } from '@order-hub/shared/times';

type Id = 'account_id' | 'location_id' | 'catalog_id' | 'customer_list_id' | 'customer_id' | 'order_id' | 'delivery_id';
export type TestIds = Record<Id, string>;

/** Undefined: the events of this resource have no states. `state_change`: what a patch changed. */
type TestState = { state?: object; state_change?: object };

const name = 'Test event';

const nulls = (...names: string[]) => Object.fromEntries(names.map((field) => [field, null]));

const guest = (created_at: string | null) => ({
  ...{ id: null, customer_list_id: null, anonymised: false, private_ref: null, email: null, first_name: 'Test' },
  ...{ last_name: 'Event', gender: null, birth_date: null, company_name: null, phone: null, phone_access_code: null },
  ...nulls('address_1', 'address_2', 'postal_code', 'city', 'state', 'country', 'latitude', 'longitude'),
  ...{ delivery_notes: null, sms_marketing: false, email_marketing: false, custom_fields: {}, created_at },
  ...nulls('nb_orders', 'order_total', 'first_order_date', 'last_order_date'),
  loyalty_cards: [],
});

const item = (id: string, price: string) => ({
  ...{ id, private_ref: null, product_name: name, sku_name: null, sku_ref: null, price, quantity: '1' },
  ...{ subtotal: price, tax_rate: null, subset: null, customer_notes: null, points_earned: null, points_used: null },
  ...{ options: [], deleted: false },
});

function order({ order_id: id, location_id }: TestIds, created_at: string, price: string) {
  return {
    ...{ id, location_id, created_at, created_by: name, connection_name: null, channel: name },
    ...{ ref: null, private_ref: null, status: 'new', service_type: 'collection', service_type_ref: null },
    ...{ expected_time: null, asap: true, expected_time_pickup: null, confirmed_time: null },
    ...{ customer_notes: 'This is a test event: do not prepare it', seller_notes: null, collection_code: null },
    ...{ coupon_codes: [], items: [item(`${id}-1`, price)], deals: {}, discounts: [], charges: [], payments: [] },
    ...{ customer: guest(null), loyalty_operations: [], custom_fields: {} },
    ...{ total: price, total_discrepancy: null, payment_discrepancy: null },
  };
}

const delivery = ({ delivery_id: id, order_id, location_id }: TestIds) => ({
  ...{ id, order_id, location_id, carrier: name, carrier_ref: null, ref: null, status: 'pending', fee: null },
  ...nulls('estimated_pickup_at', 'estimated_dropoff_at', 'tracking_url', 'driver_pickup_url', 'driver_name'),
  ...nulls('driver_phone', 'driver_phone_access_code', 'assigned_at', 'pickup_at', 'delivered_at', 'cancelled_at'),
  ...nulls('driver_latitude', 'driver_longitude'),
});

const location = ({ location_id: id, account_id }: TestIds, currency: string, timezone: string) => ({
  ...{ id, name, account: { id: account_id, name, currency } },
  ...nulls('address', 'postal_code', 'city', 'country'),
  ...{ timezone, cutoff_time: '06:00', opening_hours: null, preparation_time: 15 },
  ...{ order_acceptance: { mode: 'normal' }, custom_fields: {} },
});

export function testStates(ids: TestIds, { caller }: Context, at: string): Record<ResourceType, TestState> {
  const timezone = caller.location?.timezone ?? 'UTC';
  const created_at = formatTime(new Date(at), timezone);
  const customer = { ...guest(created_at), id: ids.customer_id, customer_list_id: ids.customer_list_id };
  return {
    catalog: {},
    customer: { state: customer },
    delivery: { state: delivery(ids) },
    inventory: { state_change: [{ sku_ref: 'test-event', stock: '0', expires_at: null }] },
    location: { state: location(ids, caller.account.currency, timezone) },
    order: { state: order(ids, created_at, `10.00 ${caller.account.currency}`) },
  };
}
