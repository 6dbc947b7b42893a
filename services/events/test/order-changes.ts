import type { Change } from '@order-hub/shared/change';
import { newId } from '@order-hub/shared/ids';

/** An order as its documents show it, and where it is. */
export type TestOrder = {
  account_id: string;
  location_id: string;
  order_id: string;
  state: Record<string, unknown> & { status: string; total: string; channel: string; created_at: string };
};

export function anOrder(
  place: { account_id: string; location_id: string },
  state: Partial<TestOrder['state']> = {},
): TestOrder {
  const order_id = newId();
  const facts = { channel: 'Website', status: 'new', total: '10.00 EUR', created_at: '2026-11-26T12:10:00+01:00' };
  return {
    ...place,
    order_id,
    state: {
      id: order_id,
      created_by: 'Website',
      service_type: 'delivery',
      expected_time: null,
      confirmed_time: null,
      items: [{ id: 'i1', name: 'Pizza' }],
      customer: { id: null, first_name: 'Ada' },
      ...facts,
      ...state,
    },
  };
}

const changeOf = (
  { account_id, location_id, order_id, state }: TestOrder,
  before: TestOrder['state'] | null,
): Change => ({
  resource_type: 'order',
  event_type: before ? 'update' : 'create',
  created_at: new Date().toISOString(),
  client_id: 'the-client',
  user_id: null,
  account_id,
  location_id,
  timezone: 'Europe/Paris',
  ids: { order_id, location_id, account_id },
  customer_id: null,
  previous_state: before && JSON.stringify(before),
  new_state: JSON.stringify(state),
  previous_private_refs: null,
  private_refs: null,
  state_change: null,
});

/** The order got a delivery. */
export function deliveryCreated(order: TestOrder, delivery_id: string): Change {
  const change = changeOf(order, null);
  const new_state = JSON.stringify({ id: delivery_id, order_id: order.order_id, carrier: 'Bolt' });
  return { ...change, resource_type: 'delivery', ids: { ...change.ids, delivery_id }, new_state };
}

/** The order was created. */
export const created = (order: TestOrder): Change => changeOf(order, null);

/** The order after an update, and the change that announces it. */
export function updated(order: TestOrder, update: Partial<TestOrder['state']>): { order: TestOrder; change: Change } {
  const after = { ...order, state: { ...order.state, ...update } };
  return { order: after, change: changeOf(after, order.state) };
}
