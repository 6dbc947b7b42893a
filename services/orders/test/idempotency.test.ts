/** docs/api/conventions.md#idempotency-keys, by the orders service. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { messageOf } from '@order-hub/testing/service';
import { aCustomer, aDelivery, anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
let other: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
let keys = 0;
const aKey = () => `key-${(keys += 1)}`;

type Keyed = { key: string; as?: TestCaller; on?: TestOrders; route?: string };
const send = (body: unknown, { key, as: by = as, on = orders, route = `POST ${path}` }: Keyed) =>
  on.call(route, { as: by, body, headers: { 'idempotency-key': key } });

const countOrders = async (ref: string) => {
  const { rows } = await orders.db.query(`select from orders where account_id = $1 and document::json->>'ref' = $2`, [
    as.account?.id,
    ref,
  ]);
  return rows.length;
};

describe('the same request with the same key', () => {
  test('gets the first answer again, and creates one order and one event', async () => {
    const key = aKey();
    const first = await send(anOrder({ ref: 'once', private_ref: 'R' }), { key });
    const again = await send(anOrder({ ref: 'once', private_ref: 'R' }), { key });
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body).toEqual(first.body);
    expect([first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')]).toEqual([
      null,
      'true',
    ]);
    expect(await countOrders('once')).toBe(1);
    await orders.untilSent();
    expect(orders.changes().filter(({ ids }) => ids['order_id'] === first.body.id)).toHaveLength(1);
  });

  test('gets the first answer after the order has changed', async () => {
    const key = aKey();
    const first = await send(anOrder(), { key });
    await orders.call(`PATCH ${path}/${first.body.id}`, { as, body: { status: 'accepted' } });
    expect((await send(anOrder(), { key })).body).toEqual(first.body);
  });

  test('is the same with the key quoted', async () => {
    const key = aKey();
    const first = await send(anOrder(), { key });
    expect((await send(anOrder(), { key: `"${key}"` })).body).toEqual(first.body);
  });

  test('gets the answer of an order that is prepared in a thread', async () => {
    const key = aKey();
    const large = anOrder({
      ref: 'large',
      items: Array.from({ length: 800 }, () => anItem({ customer_notes: 'x'.repeat(80) })),
    });
    const first = await send(large, { key });
    expect(first.status).toBe(200);
    expect((await send(large, { key })).body).toEqual(first.body);
    expect(await countOrders('large')).toBe(1);
  });

  test('gets the answer of an update, although the update is impossible by now', async () => {
    const { body: order } = await orders.call(`POST ${path}`, { as, body: anOrder({ service_type: 'delivery' }) });
    const key = aKey();
    const route = `POST ${path}/${order.id}/delivery`;
    const first = await send(aDelivery(), { key, route });
    const again = await send(aDelivery(), { key, route });
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect((await orders.call(route, { as, body: aDelivery() })).status).toBe(422);
  });

  test.each([
    ['PATCH', ''],
    ['PUT', ''],
    ['PATCH', '/delivery'],
  ])('is answered again: %s …%s', async (method, rest) => {
    const { body: order } = await orders.call(`POST ${path}`, { as, body: anOrder({ service_type: 'delivery' }) });
    await orders.call(`POST ${path}/${order.id}/delivery`, { as, body: aDelivery() });
    const key = aKey();
    const route = `${method} ${path}/${order.id}${rest}`;
    const body = rest === '' ? { items: [anItem({ product_name: 'Added' })] } : { driver_name: 'Sam' };
    const first = await send(body, { key, route });
    const again = await send(body, { key, route });
    expect([first.status, again.status, again.body]).toEqual([200, 200, first.body]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });
});

describe('422', () => {
  test.each([
    ['body', { body: anOrder({ ref: 'another' }) }],
    ['invalid body', { body: { status: 'no such status' } }],
    ['query', { route: `POST ${path}?a=1` }],
    ['path', { route: `PATCH ${path}/000000000000` }],
  ])('names the header when the same key comes with another %s', async (_what, { body = anOrder(), route }: any) => {
    const key = aKey();
    await send(anOrder(), { key });
    const refused = await send(body, { key, ...(route && { route }) });
    expect([refused.status, refused.body.message]).toEqual([422, expect.stringContaining('Idempotency-Key')]);
  });
});

describe('400', () => {
  test.each([['a b'], ['x'.repeat(256)], ['""'], ['é']])('for the key %j', async (key) => {
    const refused = await send(anOrder({ ref: 'bad key' }), { key });
    expect([refused.status, refused.body.message]).toEqual([400, expect.stringContaining('Idempotency-Key')]);
    expect(await countOrders('bad key')).toBe(0);
  });

  test('not for a GET, which ignores the header', async () => {
    expect((await orders.call(`GET ${path}`, { as, headers: { 'idempotency-key': 'a b' } })).status).toBe(200);
  });
});

describe('a key', () => {
  test('is not remembered for a refused request', async () => {
    const key = aKey();
    expect((await send({ status: 'no such status' }, { key })).status).toBe(422);
    expect((await send(anOrder(), { key })).status).toBe(200);
  });

  test('belongs to its connection: others use the same one for orders of their own', async () => {
    const key = aKey();
    const sibling = { ...as, connection_id: aCaller().connection_id };
    const stranger = aCaller({ connection_id: as.connection_id });
    const account = aCaller({ location_id: null });
    const answers = [
      await send(anOrder(), { key }),
      await send(anOrder(), { key, as: sibling }),
      await send(anOrder(), { key, as: stranger, route: `POST /locations/${stranger.location_id}/orders` }),
      await send(anOrder(), {
        key,
        as: { ...account, location: { id: 'aaaaaaaaaaaa', timezone: 'UTC' } },
        route: 'POST /locations/aaaaaaaaaaaa/orders',
      }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(4);
  });

  test('is used once by concurrent requests, of one replica and of two', async () => {
    other = await startTestOrders({ database: orders.database });
    for (let round = 0; round < 20; round += 1) {
      const key = aKey();
      const ref = `concurrent ${round}`;
      const answers = await Promise.all(
        [orders, other, orders, other].map((on) => send(anOrder({ ref }), { key, on })),
      );
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status !== 200 && status !== 409)).toEqual([]);
      const ids = answers.filter(({ status }) => status === 200).map(({ body }) => body.id);
      expect(new Set(ids).size).toBe(1);
      expect(await countOrders(ref)).toBe(1);
    }
    await other.close();
  });

  test('may be in a group with orders without one', async () => {
    const group = Array.from({ length: 60 }, (_, at) => at);
    const once = () =>
      Promise.all(
        group.map((at) => {
          const body = anOrder({ ref: `grouped ${at}` });
          return at % 2 ? send(body, { key: `grouped-${at}` }) : orders.call(`POST ${path}`, { as, body });
        }),
      );
    const first = await once();
    const again = await once();
    expect(new Set([...first, ...again].map(({ status }) => status))).toEqual(new Set([200]));
    for (const at of group) {
      expect(await countOrders(`grouped ${at}`)).toBe(at % 2 ? 1 : 2);
      expect(again[at]?.body.id === first[at]?.body.id).toBe(at % 2 === 1);
    }
  });
});

test('the answer about an anonymised customer is not kept, and its request is not repeated', async () => {
  const customer = { account_id: as.account?.id ?? '', customer_list_id: 'list1', customer_id: 'customer0001' };
  orders.customers.known.set(customer.customer_id, { customer: aCustomer(customer.customer_id), private_refs: {} });
  const key = aKey();
  const body = anOrder({ ref: 'forgotten', customer_id: 'customer0001' });
  const first = await send(body, { key });
  expect(first.body.customer.email).toBe('ada@example.com');
  const kept = () =>
    orders.db.query<{ answer: Buffer | null }>(
      'select answer from idempotent_requests where account_id = $1 and key = $2',
      [as.account?.id, key],
    );
  expect((await kept()).rows[0]?.answer?.toString()).toContain('ada@example.com');
  const mark = { ...customer, client_id: as.client_id, list_deleted: false };
  await orders.send(messageOf('customer.anonymised', customer.customer_id, mark));
  await eventually(async () => (await kept()).rows[0]?.answer === null);
  const again = await send(body, { key });
  expect([again.status, again.body.message]).toEqual([422, expect.stringContaining('not kept any more')]);
  expect(await countOrders('forgotten')).toBe(1);
});
