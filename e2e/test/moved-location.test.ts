/** Times are in the timezone that a location has now, whatever it was before (docs/api/conventions.md#times). */
import { beforeAll, expect, test } from '@jest/globals';
import { operatorClient } from '@order-hub/operator/client';
import { updateLocationDetails } from '@order-hub/shared/management/locations';
import { eventually } from '@order-hub/testing/call';
import type { Call } from '../src/call-api.ts';
import { aTenant, type Tenant } from '../src/tenant.ts';
import { overEveryBus } from './over-every-bus.ts';

const patienceMs = 60_000;

async function ok(call: Call, route: string, body?: object) {
  const answer = await call(route, body ? { body } : {});
  expect([route, answer.status, answer.body]).toEqual([route, 200, expect.anything()]);
  return answer.body;
}

const inParis = '2026-07-01T12:45:00+02:00';
const inTokyo = '2026-07-01T19:45:00+09:00';
const anOrder = {
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
    const [website, till] = [
      await tenant.connect('website', { location_id }),
      await tenant.connect('till', { location_id }),
    ];
    const office = await tenant.connect('office', { account_id });
    await ok(till.call, 'POST /callback', { url: null, events: { order: ['update'] } });
    const { id } = await ok(website.call, 'POST /location/orders', anOrder);
    const path = `/location/orders/${id}`;
    const delivery = { carrier: 'bike', status: 'pending', estimated_pickup_at: inParis };
    await ok(website.call, `POST ${path}/delivery`, delivery);
    expect(await ok(office.call, 'GET /account/orders')).toMatchObject([{ expected_time: inParis }]);

    const details = { name: 'Louvre', timezone: 'Asia/Tokyo' };
    await operatorClient(hub.operator).ask(updateLocationDetails, { params: { location_id }, input: details });
    const moved = await eventually(async () => {
      const order = await ok(till.call, `GET ${path}`);
      return order.expected_time === inTokyo && order;
    }, patienceMs);
    expect(moved.delivery.estimated_pickup_at).toBe(inTokyo);
    expect((await ok(till.call, `GET ${path}/delivery`)).estimated_pickup_at).toBe(inTokyo);
    const listed = await eventually(async () => {
      const [order] = await ok(office.call, 'GET /account/orders');
      return order.expected_time === inTokyo && order;
    }, patienceMs);
    expect(listed).toEqual(moved);

    const updated = await ok(website.call, `PATCH ${path}`, { status: 'accepted' });
    const event = await eventually(async () => {
      const last = (await ok(till.call, 'GET /callback/events')).at(-1);
      return last?.created_at.endsWith('+09:00') && (await ok(till.call, `GET /callback/events/${last.id}`));
    }, patienceMs);
    expect([event.previous_state, event.new_state]).toEqual([moved, updated]);
  });
});
