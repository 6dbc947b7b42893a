/** Updates that expect a status (docs/api/orders.md#conditional-updates). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const as = aCaller();
const path = `/locations/${as.location_id}/orders`;
const place = async (overrides: object = {}) =>
  (await orders.call(`POST ${path}`, { as, body: anOrder(overrides) })).body;
const update = (id: string, expected: string, body: unknown, options: object = {}) =>
  orders.call(`PATCH ${path}/${id}?if_status=${expected}`, { as, body, ...options });
const retrieve = async (id: string) => (await orders.call(`GET ${path}/${id}`, { as })).body;
const large = { custom_fields: { note: 'x'.repeat(8_000) }, seller_notes: 'y'.repeat(60_000) };

describe('with one of the statuses, the order is updated', () => {
  test.each(['new', 'received,new', 'new,new'])('%s', async (expected) => {
    const order = await place();
    const { status, body } = await update(order.id, expected, { status: 'accepted' });
    expect([status, body.status]).toEqual([200, 'accepted']);
  });

  test('by PUT too', async () => {
    const order = await place({ status: 'accepted' });
    const answer = await orders.call(`PUT ${path}/${order.id}?if_status=new`, { as, body: { status: 'received' } });
    expect([answer.status, answer.body.current_status]).toEqual([409, 'accepted']);
  });
});

describe('with another status, nothing changes, and the answer names the status', () => {
  test.each([
    ['a small update', { status: 'rejected', seller_notes: 'Closed' }],
    ['an update that a thread prepares', { status: 'rejected', ...large }],
    ['an update that would change nothing', {}],
  ])('%s', async (_case, body) => {
    const order = await place({ status: 'accepted' });
    const answer = await update(order.id, 'new,received', body);
    expect(answer.status).toBe(409);
    expect(answer.body).toMatchObject({
      error_type: 'conflict',
      code: 'status_changed',
      current_status: 'accepted',
      message: expect.stringContaining('accepted'),
    });
    expect(answer.headers.get('retry-after')).toBeNull();
    expect(await retrieve(order.id)).toEqual(order);
  });

  test('no message is left', async () => {
    const order = await place({ status: 'accepted' });
    await update(order.id, 'new', { status: 'rejected' });
    await orders.untilSent();
    expect(orders.changes().filter(({ ids }) => ids['order_id'] === order.id)).toHaveLength(1);
  });
});

test.each([
  ['done', 422],
  ['', 422],
  ['new,', 422],
  ['new+received', 422],
  ['NEW', 422],
  ['new&if_status=received', 400],
])('if_status=%s is refused with %d', async (expected, status) => {
  const order = await place();
  const answer = await update(order.id, expected, { status: 'accepted' });
  expect(answer.status).toBe(status);
  if (status === 422) expect(answer.body.errors[0].field).toMatch(/^if_status/);
  expect(await retrieve(order.id)).toEqual(order);
});

test('an order of another tenant stays unknown', async () => {
  const order = await place();
  expect((await update(order.id, 'accepted', {}, { as: aCaller() })).status).toBe(404);
  expect((await update('0'.repeat(20), 'accepted', {})).status).toBe(404);
});

test('of 50 concurrent decisions one is made, and the others are told which', async () => {
  const order = await place();
  const decisions = Array.from({ length: 50 }, (_, index) => (index % 2 === 0 ? 'accepted' : 'rejected'));
  const answers = await Promise.all(decisions.map((status) => update(order.id, 'new,received', { status })));
  const done = answers.filter(({ status }) => status === 200);
  expect(done).toHaveLength(1);
  const { status } = await retrieve(order.id);
  expect(done[0]?.body.status).toBe(status);
  const refused = answers.filter((answer) => answer.status === 409);
  expect(refused).toHaveLength(49);
  expect(new Set(refused.map(({ body }) => body.current_status))).toEqual(new Set([status]));
});

test('a request that is repeated with its key gets its first answer', async () => {
  const order = await place();
  const headers = { 'idempotency-key': 'decision-1' };
  const first = await update(order.id, 'new', { status: 'accepted' }, { headers });
  const again = await update(order.id, 'new', { status: 'accepted' }, { headers });
  expect([again.status, again.body]).toEqual([200, first.body]);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});
