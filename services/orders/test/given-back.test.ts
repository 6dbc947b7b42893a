/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lock,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { anOrder } from './builders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

const readsMax = 20;
const threadsMax = 10;

/** A location with a small order and two large ones, in this order: a page reads the first without a slot. */
type Shop = { as: TestCaller; id: string; list: string; retrieve: string; update: string };

let orders: TestOrders;
const shops: Shop[] = [];

async function openShop(): Promise<Shop> {
  const as = aCaller();
  const path = `/locations/${as.location_id}/orders`;
  await orders.call(`POST ${path}`, { as, body: anOrder() });
  const enlarge = async (bytes: number) => {
    const { body } = await orders.call(`POST ${path}`, { as, body: anOrder({ customer_notes: 'NOTE' }) });
    const text = `update orders set document = replace(document, 'NOTE', repeat('x', $2)) where id = $1`;
    await orders.db.query(text, [body.id, bytes]);
    return body.id as string;
  };
  await enlarge(1_100_000);
  const id = await enlarge(300_000);
  const one = `${path}/${id}`;
  return { as, id, list: `GET ${path}?count=2`, retrieve: `GET ${one}`, update: `PATCH ${one}` };
}

beforeAll(async () => {
  const settings = {
    NODE_ENV: 'production',
    LARGE_READS_MAX: `${readsMax}`,
    LARGE_ORDER_THREADS: `${threadsMax}`,
    DATABASE_POOL_SIZE: `${readsMax + 5}`,
  };
  orders = await startTestOrders({ settings });
  for (let count = 0; count < readsMax; count += 1) shops.push(await openShop());
});
afterAll(() => orders.close());

/** A body that goes to a thread, and changes nothing. */
const largeBody = `{${' '.repeat(65_536)}}`;

const uses: Record<string, SlotUse> = {
  'a large order, or a page of large orders': {
    clients: 1_000,
    db: () => orders.db,
    lockAll: () => lockLargeValues(orders.db, 'orders'),
    begin(account, count) {
      const { as, retrieve, list } = shops[account]!;
      return orders.begin((account + count) % 4 === 0 ? list : retrieve, { as });
    },
    ...{ slots: readsMax, perAccount: 1, waitingMax: 32 },
  },
  'a thread for a large body': {
    clients: 1_000,
    db: () => orders.db,
    lockAll: () => lock(orders.db, 'select from orders where id = any ($1) for update', [shops.map(({ id }) => id)]),
    begin: (account) => orders.begin(shops[account]!.update, { as: shops[account]!.as, body: largeBody }),
    ...{ slots: threadsMax, perAccount: 1, waitingMax: 16 },
  },
};

describe.each(Object.entries(uses).map(([what, use]) => ({ what, use, clients: use.clients })))(
  '$clients clients that need a slot for $what leave all free when they give up',
  ({ use }) => {
    test('while they wait for it', async () => {
      await giveUpWaiting(use);
      expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
    }, 360_000);

    test('while they have it', async () => {
      await giveUpInSlot(use);
      expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
    }, 360_000);
  },
);
