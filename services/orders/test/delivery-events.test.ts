/** Events of deliveries (docs/api/events.md#emitting-operations). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { aDelivery, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const place = async () => (await orders.call(`POST ${path}`, { as, body: anOrder({ service_type: 'delivery' }) })).body;
const send = async (method: string, id: string, body: object) =>
  (await orders.call(`${method} ${path}/${id}/delivery`, { as, body })).body;
const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;

/** The changes of an order and its delivery after its creation. */
async function changesOf(id: string) {
  await orders.untilSent();
  return orders
    .changes()
    .filter(({ ids }) => ids['order_id'] === id)
    .slice(1);
}
const kinds = (changes: { resource_type: string; event_type: string }[]) =>
  changes.map(({ resource_type, event_type }) => `${resource_type}.${event_type}`);

test('a creation announces delivery.create, and order.update with the delivery in its state', async () => {
  const before = await place();
  const delivery = await send('POST', before.id, aDelivery({ driver_latitude: '48.1' }));
  const after = await retrieve(before.id);
  const changes = await changesOf(before.id);
  expect(kinds(changes)).toEqual(['delivery.create', 'order.update']);
  const [created, updated] = changes;
  expect(created).toMatchObject({
    client_id: as.client_id,
    ids: { delivery_id: delivery.id, order_id: before.id, location_id: as.location_id, account_id: as.account?.id },
    previous_state: null,
    private_refs: null,
  });
  expect(JSON.parse(created!.new_state!)).toEqual(delivery);
  expect(JSON.parse(updated!.previous_state!)).toEqual(before);
  expect(JSON.parse(updated!.new_state!)).toEqual(after);
  expect(after.delivery.driver_latitude).toBeUndefined();
});

test('an update announces delivery.update and order.update, each with both states', async () => {
  const { id } = await place();
  const before = await send('POST', id, aDelivery());
  const orderBefore = await retrieve(id);
  const after = await send('PATCH', id, { status: 'pickup_enroute', driver_longitude: '2.35' });
  const changes = (await changesOf(id)).slice(2);
  expect(kinds(changes)).toEqual(['delivery.update', 'order.update']);
  const [ofDelivery, ofOrder] = changes.map(({ previous_state, new_state }) => [
    JSON.parse(previous_state!),
    JSON.parse(new_state!),
  ]);
  expect(ofDelivery).toEqual([before, after]);
  expect(ofOrder).toEqual([orderBefore, await retrieve(id)]);
});

test.each([{ driver_latitude: '48.2' }, { driver_longitude: '2.1' }, { driver_latitude: '1', driver_longitude: null }])(
  'the position alone, %j, announces delivery.update and no order.update',
  async (position) => {
    const { id } = await place();
    await send('POST', id, aDelivery({ driver_longitude: '2.0' }));
    await send('PATCH', id, position);
    expect(kinds((await changesOf(id)).slice(2))).toEqual(['delivery.update']);
  },
);

test.each([{}, { status: 'pending' }, { carrier: 'Other', fee: '9' }, { driver_name: null }])(
  '%j changes nothing and announces nothing',
  async (body) => {
    const { id } = await place();
    await send('POST', id, aDelivery());
    await send('PATCH', id, body);
    expect((await changesOf(id)).slice(2)).toEqual([]);
  },
);

test('an update of the order keeps the delivery, in the state of its event too', async () => {
  const { id } = await place();
  await send('POST', id, aDelivery());
  const { delivery } = await retrieve(id);
  await orders.call(`PATCH ${path}/${id}`, { as, body: { status: 'in_delivery' } });
  const last = (await changesOf(id)).at(-1);
  expect(JSON.parse(last!.new_state!)).toMatchObject({ status: 'in_delivery', delivery });
  expect(await retrieve(id)).toMatchObject({ status: 'in_delivery', delivery });
});

test('20 concurrent updates of the position and 20 of the order lose nothing', async () => {
  const { id } = await place();
  await send('POST', id, aDelivery());
  const each = Array.from({ length: 20 }, (_, index) => String(index));
  await Promise.all(
    each.flatMap((n) => [
      send('PATCH', id, { driver_latitude: n, ref: n }),
      orders.call(`PATCH ${path}/${id}`, { as, body: { custom_fields: { [`k${n}`]: n } } }),
    ]),
  );
  const order = await retrieve(id);
  expect(Object.keys(order.custom_fields)).toHaveLength(20);
  expect(order.delivery.ref).toBe((await send('PATCH', id, {})).driver_latitude);
});
