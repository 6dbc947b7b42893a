/** The marks that tell the back office which boards have changed. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { boardMarksMax } from '@order-hub/shared/orders-calls';
import { aCaller } from '@order-hub/testing/call';
import { boardFloors } from '../src/orders/board/board-statuses.ts';
import { listBoardMarks } from '../src/orders/board/board.store.ts';
import { aDelivery, anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

type As = ReturnType<typeof aCaller>;
type BoardKey = { account_id: string; location_id: string };

const keyOf = ({ account, location_id }: As): BoardKey => ({
  account_id: account?.id ?? '',
  location_id: location_id ?? '',
});
const ask = (boards: readonly object[], from: 'back-office' | 'gateway' = 'back-office') =>
  orders.call('POST /internal/board-marks', { internal: 'orders', from, body: { boards } });
const marksOf = async (...boards: BoardKey[]): Promise<string[]> => (await ask(boards)).body.marks;
const create = async (as: As, overrides: object = {}) =>
  (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(overrides) })).body;
const update = (as: As, id: string, body: object) =>
  orders.call(`PATCH /locations/${as.location_id}/orders/${id}`, { as, body });

test('a mark differs after each change of an order of its board, and only then', async () => {
  const as = aCaller();
  const key = keyOf(as);
  const seen = await marksOf(key);
  const differs = async () => {
    const [mark] = await marksOf(key);
    expect((await marksOf(key))[0]).toBe(mark);
    expect(seen).not.toContain(mark);
    seen.push(mark!);
  };
  const order = await create(as, { service_type: 'delivery' });
  await differs();
  await update(as, order.id, { status: 'accepted' });
  await differs();
  await update(as, order.id, { confirmed_time: '2026-07-01T12:00:00Z' });
  await differs();
  await update(as, order.id, { items: [anItem()] });
  await differs();
  const delivery = `/locations/${as.location_id}/orders/${order.id}/delivery`;
  expect((await orders.call(`POST ${delivery}`, { as, body: aDelivery() })).status).toBe(200);
  await differs();
  await update(as, order.id, { status: 'completed' });
  await differs();
  const last = seen.at(-1);
  await update(as, order.id, { status: 'completed' });
  await orders.call(`GET /locations/${as.location_id}/orders/${order.id}`, { as });
  expect(await marksOf(key)).toEqual([last]);
});

test('many boards at once, in their order; one change leaves the marks of the others', async () => {
  const callers = Array.from({ length: 5 }, () => aCaller());
  for (const as of callers) await create(as);
  const keys = callers.map(keyOf);
  const before = await marksOf(...keys);
  expect(new Set(before).size).toBe(5);
  expect(await marksOf(...[...keys].reverse())).toEqual([...before].reverse());
  await create(callers[2]!);
  const after = await marksOf(...keys);
  expect(after.map((mark, index) => mark === before[index])).toEqual([true, true, false, true, true]);
});

test('a board belongs to an account: the location alone is not enough', async () => {
  const as = aCaller();
  const [none] = await marksOf(keyOf(aCaller()));
  await create(as);
  expect(await marksOf({ ...keyOf(as), account_id: newId() })).toEqual([none]);
  expect(await marksOf({ ...keyOf(as), location_id: "' or true --" })).toEqual([none]);
});

test('while 200 orders come and change at the same moment, the last mark stays', async () => {
  const as = aCaller();
  const key = keyOf(as);
  const placing = Array.from({ length: 100 }, async () => {
    const { id } = await create(as);
    return update(as, id, { status: 'accepted' });
  });
  const during = await Promise.all(Array.from({ length: 20 }, () => marksOf(key)));
  expect(during.flat()).toHaveLength(20);
  await Promise.all(placing);
  const [last] = await marksOf(key);
  expect(await marksOf(key)).toEqual([last]);
  expect(during.flat().filter((mark) => mark === last).length).toBeLessThan(2);
});

test('only the back office may ask, about a bounded number of boards', async () => {
  const key = keyOf(aCaller());
  expect((await ask([key], 'gateway')).status).toBe(401);
  expect((await ask([])).body).toEqual({ marks: [] });
  expect((await ask(Array(boardMarksMax).fill(key))).body.marks).toHaveLength(boardMarksMax);
  expect((await ask(Array(boardMarksMax + 1).fill(key))).status).toBe(422);
  expect((await ask([{ ...key, account_id: 'x'.repeat(10_000) }])).status).toBe(422);
});

test('reads the index of statuses alone, and no document', async () => {
  const as = aCaller();
  const { id } = await create(as);
  await copyOrder(orders.db, id, 20_000, {
    location_id: `'location' || n % 100`,
    status: `(array['new', 'completed'])[1 + (random() < 0.9)::int]`,
  });
  await orders.db.query('analyze orders');
  let plan = '';
  const explaining = {
    async query({ text, values }: { text: string; values: unknown[] }) {
      const { rows } = await orders.db.query(`explain (analyze, buffers, verbose) ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    },
  };
  const keys = Array.from({ length: 100 }, (_, index) => ({
    account_id: as.account?.id ?? '',
    location_id: `location${index}`,
  }));
  await listBoardMarks(explaining as never, keys, boardFloors(new Date()));
  if (process.env['SHOW_PLAN']) console.log(plan.slice(plan.indexOf('SubPlan')));
  expect(plan).not.toMatch(/Seq Scan|document/);
  expect(plan).toMatch(/using \S*status\S* on/);
});
