/** Marks of anonymised customers are kept for ANONYMISED_MARK_DAYS, and until no order shows personal data of them. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { readConfig } from '../src/config.ts';
import { startClearingMarks } from '../src/customers/clear-old-marks.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
  // It would finish and clear the marks of these tests.
  await orders.stop();
});
afterAll(() => orders.close());

const dayMs = 24 * 60 * 60_000;

/** Marks `count` customers, some days ago. Returns their ids. */
async function mark(count: number, { days, isFinished = true }: { days: number; isFinished?: boolean }) {
  const ids = Array.from({ length: count }, () => newId());
  const at = new Date(Date.now() - days * dayMs);
  await orders.db.query(
    `insert into forgotten_customers (account_id, customer_id, forgotten_at, finished_at)
     select 'account', unnest($1::text[]), $2, $3`,
    [ids, at, isFinished ? at : null],
  );
  return ids;
}

const countOf = async (ids: readonly string[]) =>
  (await orders.db.query('select from forgotten_customers where customer_id = any ($1)', [ids])).rowCount;

test('older marks are deleted, in batches; younger ones stay, and those of customers whose orders are not clean yet', async () => {
  const old = await mark(2_500, { days: 31 });
  const young = await mark(2, { days: 29 });
  const unfinished = await mark(3, { days: 31, isFinished: false });
  const clearing = startClearingMarks({ db: orders.db, log: silentLog, now: () => new Date(), days: 30 });
  await eventually(async () => (await countOf(old)) === 0);
  await clearing.close();
  expect([await countOf(young), await countOf(unfinished)]).toEqual([2, 3]);
});

test('the service clears them by its setting, which is seven days at least', async () => {
  const old = await mark(1, { days: 9 });
  const young = await mark(1, { days: 7 });
  const own = await startTestOrders({ database: orders.database, settings: { ANONYMISED_MARK_DAYS: '8' } });
  await eventually(async () => (await countOf(old)) === 0);
  await own.close();
  expect(await countOf(young)).toBe(1);
  expect(() => readConfig({ ANONYMISED_MARK_DAYS: '6' })).toThrow('ANONYMISED_MARK_DAYS');
});
