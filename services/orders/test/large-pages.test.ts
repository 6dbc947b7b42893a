/** Pages of large orders end at a number of bytes (docs/api/conventions.md#pagination). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { listOrderRows } from '../src/orders/listing/order-page.store.ts';
import { anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

const pageBytesMax = 8_388_608;
const pathOf = (as: TestCaller) => `/locations/${as.location_id}/orders`;
const list = (as: TestCaller, query: string, path = pathOf(as)) => orders.call(`GET ${path}?${query}`, { as });

/** An order of about so many bytes. */
const orderOf = (bytes: number) =>
  anOrder({
    items: Array.from({ length: Math.ceil(bytes / 10_300) }, () => anItem({ customer_notes: 'x'.repeat(10_000) })),
  });

const create = async (as: TestCaller, body: object): Promise<string> => {
  const { status, body: order } = await orders.call(`POST ${pathOf(as)}`, { as, body });
  expect(status).toBe(200);
  return order.id;
};

/** The ids on each page of a list. */
async function walk(as: TestCaller, query = 'count=100', path = pathOf(as)): Promise<string[][]> {
  const pages: string[][] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const { status, body, headers } = await list(as, `${query}&cursor=${cursor}`, path);
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(pageBytesMax + 1_048_576);
    pages.push(body.map(({ id }: { id: string }) => id));
    cursor = headers.get('x-cursor-next');
  }
  return pages;
}

/** All ids of a location, oldest first. */
const idsOf = async ({ location_id }: TestCaller): Promise<string[]> =>
  (await orders.db.query('select id from orders where location_id = $1 order by id', [location_id])).rows.map(
    ({ id }) => id,
  );

test('a page ends at 8 MiB; its cursor leads through all orders, each once', async () => {
  const as = aCaller();
  await copyOrder(orders.db, await create(as, orderOf(1_000_000)), 24);
  const pages = await walk(as);
  expect(pages.map(({ length }) => length)).toEqual([8, 8, 8, 1]);
  expect(pages.flat()).toEqual(await idsOf(as));
});

test('the list of an account and a filtered list end there, too', async () => {
  const as = aCaller();
  await copyOrder(orders.db, await create(as, orderOf(1_000_000)), 9);
  const owner = { ...as, location_id: null, scope: 'account[orders.read]' };
  expect((await walk(owner, 'status=new', `/accounts/${as.account?.id}/orders`)).map(({ length }) => length)).toEqual([
    8, 2,
  ]);
});

test('small and large orders in turns: none is lost, none is listed twice, while others are created', async () => {
  const as = aCaller();
  for (let time = 0; time < 12; time += 1) {
    await copyOrder(orders.db, await create(as, anOrder()), 20);
    await create(as, orderOf(1_000_000));
  }
  const before = await idsOf(as);
  let pending = 60;
  const creating = Promise.all(
    Array.from({ length: 3 }, async () => {
      while (pending-- > 0) await create(as, orderOf(pending % 10 === 0 ? 300_000 : 1_000));
    }),
  );
  const seen = (await walk(as)).flat();
  await creating;
  expect(seen).toEqual([...new Set(seen)].sort());
  expect(before.filter((id) => !seen.includes(id))).toEqual([]);
});

test("a client's own private refs count", async () => {
  const as = aCaller();
  const payment = { amount: '1.00 EUR', private_ref: '🍕'.repeat(255) };
  const id = await create(as, anOrder({ items: [], payments: Array.from({ length: 800 }, () => payment) }));
  await copyOrder(orders.db, id, 19);
  const pages = await walk(as);
  expect(pages.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(await idsOf(as));
});

test('PostgreSQL sends no more than a page', async () => {
  const as = aCaller();
  await copyOrder(orders.db, await create(as, orderOf(1_000_000)), 19);
  let bytes = 0;
  const measured = {
    async query(text: string, values: unknown[]) {
      const answer = await orders.db.query(text, values);
      bytes = answer.rows.reduce((sum, { document }) => sum + Buffer.byteLength(document), 0);
      return answer;
    },
  };
  const scope = { account_id: as.account?.id ?? '', client_id: as.client_id };
  await listOrderRows(measured as never, scope, { count: 100 }, pageBytesMax);
  expect(bytes).toBeGreaterThan(pageBytesMax / 2);
  expect(bytes).toBeLessThanOrEqual(pageBytesMax);
});

describe('one order', () => {
  test('that is larger than a page of small ones is retrieved and listed whole', async () => {
    const as = aCaller();
    const id = await create(as, orderOf(1_000_000));
    const { body } = await orders.call(`GET ${pathOf(as)}/${id}`, { as });
    expect(body.items).toHaveLength(98);
    expect((await list(as, 'count=1')).body).toEqual([body]);
  });
});
