/** Times are in the timezone that a location has now, whatever it was before (docs/api/conventions.md#times). */
import { beforeAll, expect, test } from '@jest/globals';
import type { Schemas } from '@order-hub/client';
import { operatorClient } from '@order-hub/operator/client';
import { updateLocationDetails } from '@order-hub/shared/management/locations';
import { eventually } from '@order-hub/testing/call';
import { aTenant, type Tenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const patienceMs = 60_000;

const inParis = '2026-07-01T12:45:00+02:00';
const inTokyo = '2026-07-01T19:45:00+09:00';
const anOrder: Schemas['OrderCreate'] = {
  status: 'new',
  service_type: 'delivery',
  expected_time: inParis,
  items: [{ product_name: 'Margherita', price: '9.50 EUR', quantity: '2' }],
};

overEveryBus('a location that moves to another timezone', (hub) => {
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await aTenant(hub);
  });

  test('shows its earlier orders, their deliveries and events in the new one; the lists of the account follow', async () => {
    const [location_id] = tenant.location_ids;
    const { account_id } = tenant;
    const { api: website } = await tenant.connect('website', { location_id });
    const { api: till } = await tenant.connect('till', { location_id });
    const { api: office } = await tenant.connect('office', { account_id });
    await till.saveCallback({ body: { url: null, events: { order: ['update'] } } });
    const { id: order_id } = await website.createOrder({ body: anOrder });
    const delivery = { carrier: 'bike', status: 'pending', estimated_pickup_at: inParis } as const;
    await website.createDelivery({ order_id, body: delivery });
    expect(await office.listAccountOrders().toArray()).toMatchObject([{ expected_time: inParis }]);

    const details = { name: 'Louvre', timezone: 'Asia/Tokyo' };
    await operatorClient(hub.operator).ask(updateLocationDetails, { params: { location_id }, input: details });
    const moved = await eventually(async () => {
      const order = await till.retrieveOrder({ order_id });
      return order.expected_time === inTokyo && order;
    }, patienceMs);
    expect(moved.delivery?.estimated_pickup_at).toBe(inTokyo);
    expect((await till.retrieveDelivery({ order_id })).estimated_pickup_at).toBe(inTokyo);
    const listed = await eventually(async () => {
      const [order] = await office.listAccountOrders().toArray();
      return order?.expected_time === inTokyo && order;
    }, patienceMs);
    expect(listed).toEqual(moved);

    const updated = await website.updateOrder({ order_id, body: { status: 'accepted' } });
    const event = await eventually(async () => {
      const last = (await till.listEvents().toArray()).at(-1);
      return last?.created_at.endsWith('+09:00') && till.retrieveEvent({ event_id: last.id });
    }, patienceMs);
    expect(event).toMatchObject({ previous_state: moved, new_state: updated });
  });
});
