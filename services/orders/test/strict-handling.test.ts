/** Unknown fields of orders, small and large, which a thread reads (docs/api/conventions.md#strict-handling). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { anItem, anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
let order_id: string;
const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
beforeAll(async () => {
  orders = await startTestOrders();
  order_id = (await orders.call(`POST ${path}`, { as, body: anOrder() })).body.id;
});
afterAll(() => orders.close());

const headers = { Prefer: 'handling=strict' };
const misspelled = { ...anItem(), prise: '1.00 EUR' };
const count = async () => (await orders.db.query('select id from orders')).rows.length;

describe.each([
  ['a small body', ''],
  ['a large body', ' '.repeat(65_536)],
])('%s', (_size, blanks) => {
  const send = (method: 'POST' | 'PATCH', body: object, more: object = {}) =>
    orders.call(`${method} ${method === 'POST' ? path : `${path}/${order_id}`}`, {
      ...{ as, body: JSON.stringify(body) + blanks, headers: { 'content-type': 'application/json', ...more } },
    });

  test('of a creation: 422 and no order, with the name that was meant', async () => {
    const before = await count();
    const { status, body } = await send('POST', { ...anOrder(), items: [misspelled], itemz: [] }, headers);
    expect([status, body.code, await count()]).toEqual([422, 'unknown_fields', before]);
    expect(body.errors).toEqual([
      { field: 'items.0.prise', message: 'is unknown; did you mean `price`?' },
      { field: 'itemz', message: 'is unknown; did you mean `items`?' },
    ]);
  });

  test('of an update: 422 and no change', async () => {
    const { status, body } = await send('PATCH', { status: 'accepted', statuz: 'x' }, headers);
    expect([status, body.errors]).toEqual([422, [{ field: 'statuz', message: 'is unknown; did you mean `status`?' }]]);
    expect((await orders.call(`GET ${path}/${order_id}`, { as })).body.status).toBe('new');
  });

  test('goes through without the preference, and what was ignored is named', async () => {
    const created = await send('POST', { ...anOrder(), items: [misspelled], itemz: [] });
    expect([created.status, created.headers.get('ignored-fields')]).toEqual([200, 'items.0.prise, itemz']);
    const updated = await send('PATCH', { custom_fields: { table: 1 }, itemz: [] });
    expect([updated.status, updated.headers.get('ignored-fields')]).toEqual([200, 'itemz']);
  });

  test('with known fields only is as welcome as ever', async () => {
    const created = await send('POST', anOrder(), headers);
    expect([created.status, created.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
    expect(created.headers.get('ignored-fields')).toBeNull();
  });

  test('with an unknown query parameter is refused', async () => {
    const { status, body } = await orders.call(`POST ${path}?dry_run=1`, {
      ...{ as, body: JSON.stringify(anOrder()) + blanks, headers: { 'content-type': 'application/json', ...headers } },
    });
    expect([status, body.errors[0].field]).toEqual([422, 'dry_run']);
  });
});

test('a misspelled filter is refused instead of listing everything', async () => {
  const { status, body } = await orders.call(`GET ${path}?statuz=new`, { as, headers });
  expect([status, body.errors]).toEqual([422, [{ field: 'statuz', message: 'is unknown; did you mean `status`?' }]]);
});
