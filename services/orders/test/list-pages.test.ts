/** Pages (docs/api/conventions.md#pagination), on lists of orders. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const list = (as: TestCaller, query = '', path = `/locations/${as.location_id}/orders`) =>
  orders.call(`GET ${path}?${query}`, { as });
const next = (answer: { headers: Headers }) => answer.headers.get('x-cursor-next');

/** A caller of a location that has `count` orders. */
async function withOrders(count: number) {
  const as = aCaller();
  const { body } = await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder() });
  await copyOrder(orders.db, body.id, count - 1);
  return as;
}

test.each([
  [1, undefined, 1, false],
  [100, undefined, 100, false],
  [101, undefined, 100, true],
  [5, 5, 5, false],
  [5, 4, 4, true],
  [5, 1, 1, true],
])('of %d orders, count %s: %d, and X-Cursor-Next only when there are more', async (stored, count, shown, hasMore) => {
  const answer = await list(await withOrders(stored), count === undefined ? '' : `count=${count}`);
  expect(answer.body).toHaveLength(shown);
  expect(next(answer) !== null).toBe(hasMore);
});

test('no orders: an empty page without a cursor', async () => {
  const answer = await list(aCaller());
  expect([answer.status, answer.body, next(answer)]).toEqual([200, [], null]);
});

describe('a cursor', () => {
  test('leads through the list and can be used again; an empty one starts the list', async () => {
    const as = await withOrders(5);
    const all = (await list(as)).body;
    const first = await list(as, 'count=2&cursor=');
    const second = await list(as, `count=2&cursor=${next(first)}`);
    const third = await list(as, `count=2&cursor=${next(second)}`);
    expect([...first.body, ...second.body, ...third.body]).toEqual(all);
    expect(next(third)).toBeNull();
    expect((await list(as, `count=100&cursor=${next(first)}`)).body).toEqual(all.slice(2));
  });

  test('works with its filters', async () => {
    const as = await withOrders(5);
    const first = await list(as, 'count=2&status=new');
    const second = await list(as, `count=2&status=new&cursor=${next(first)}`);
    expect(second.body).toHaveLength(2);
  });

  test.each<[string, (as: TestCaller, cursor: string) => Promise<{ status: number; body: any }>]>([
    ['with another filter', (as, cursor) => list(as, `status=new&cursor=${cursor}`)],
    ['of another connection', (as, cursor) => list({ ...as, connection_id: 'other' }, `cursor=${cursor}`)],
    [
      'of another list',
      (as, cursor) => {
        const owner = { ...as, location_id: null, scope: 'account[orders.read]' };
        return list(owner, `cursor=${cursor}`, `/accounts/${as.account?.id}/orders`);
      },
    ],
    [
      'of another location',
      (as, cursor) => list(aCaller({ account: as.account, connection_id: as.connection_id }), `cursor=${cursor}`),
    ],
    [
      'changed by a character',
      (as, cursor) => list(as, `cursor=${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`),
    ],
    ['cut short', (as, cursor) => list(as, `cursor=${cursor.slice(0, 10)}`)],
    ['forged from an id', (as) => list(as, `cursor=${'0'.repeat(20)}`)],
    ['far too long', (as) => list(as, `cursor=${'A'.repeat(5_000)}`)],
  ])('%s is 400', async (_case, use) => {
    const as = await withOrders(3);
    const { status, body } = await use(as, next(await list(as, 'count=1'))!);
    expect([status, body.error_type]).toEqual([400, 'bad_request']);
  });
});

test('lists each of 5,000 orders once, while 1,000 more are created', async () => {
  const as = await withOrders(5_000);
  const path = `/locations/${as.location_id}/orders`;
  const before = (await orders.db.query('select id from orders where location_id = $1', [as.location_id])).rows;

  let pending = 1_000;
  const create = async () => {
    while (pending-- > 0) expect((await orders.call(`POST ${path}`, { as, body: anOrder() })).status).toBe(200);
  };
  const creating = Promise.all(Array.from({ length: 8 }, create));

  const seen: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer = await list(as, `count=100&cursor=${cursor}`);
    seen.push(...answer.body.map(({ id }: { id: string }) => id));
    cursor = next(answer);
  }
  await creating;

  expect(new Set(seen).size).toBe(seen.length);
  expect(before.filter(({ id }) => !seen.includes(id))).toEqual([]);
  expect(seen).toEqual([...seen].sort());
});
