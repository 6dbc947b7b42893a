/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { TestCaller } from '@order-hub/testing/call';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import { aListOf, createCustomer } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

const readsMax = 20;

let customers: TestCustomers;
const lists: { as: TestCaller; path: string }[] = [];

/** A list with a small customer and a large one, in this order: a page reads the small one without a slot. */
async function openList() {
  const { as, id, path } = await aListOf(customers);
  await createCustomer(customers, { as, customer_list_id: id }, { first_name: 'Ada' });
  const large = await createCustomer(customers, { as, customer_list_id: id }, { delivery_notes: 'NOTE' });
  await customers.db.query(
    `update customers set fields = replace(fields::text, 'NOTE', repeat('x', 1100000)) where id = $1`,
    [large.customer_id],
  );
  return { as, path };
}

beforeAll(async () => {
  customers = await startTestCustomers({
    NODE_ENV: 'production',
    LARGE_READS_MAX: `${readsMax}`,
    DATABASE_POOL_SIZE: `${readsMax + 5}`,
  });
  for (let count = 0; count < readsMax; count += 1) lists.push(await openList());
});
afterAll(() => customers.close());

/** The slots of large reads; see also the test of orders. */
const use: SlotUse = {
  clients: 100,
  db: () => customers.db,
  lockAll: () => lockLargeValues(customers.db, 'customers'),
  begin: (account) => customers.begin(`GET ${lists[account]!.path}`, { as: lists[account]!.as }),
  ...{ slots: readsMax, perAccount: 1, waitingMax: 32 },
};

test.each([
  ['wait for it', giveUpWaiting],
  ['have it', giveUpInSlot],
])(
  'a hundred clients that need a slot for a page of large customers leave all free when they give up while they %s',
  async (_, giveUp) => {
    await giveUp(use);
    expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
  },
  180_000,
);
