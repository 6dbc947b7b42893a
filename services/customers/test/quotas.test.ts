/** Quotas of customer lists and customers (docs/api/limits.md#quotas). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { aTenant } from '@order-hub/testing/placed-resources/subject';
import { createList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers({ CUSTOMER_LISTS_PER_ACCOUNT_MAX: '3', CUSTOMERS_PER_ACCOUNT_MAX: '20' });
});
afterAll(() => customers.close());

const many = <Result>(count: number, make: () => Promise<Result>) => Promise.all(Array.from({ length: count }, make));
const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();
const fullOf = (accepted: number, refused: number) => [
  ...Array.from({ length: accepted }, () => 200),
  ...Array.from({ length: refused }, () => 422),
];

const addList = (as: TestCaller) =>
  customers.call(`POST /locations/${as.location_id}/customer_lists`, { as, body: { name: newId() } });
const addCustomer = (as: TestCaller, list: string) =>
  customers.call(`POST /customer_lists/${list}/customers`, { as, body: { first_name: 'Ada' } });
const countOf = async ({ account }: TestCaller) => {
  const { rows } = await customers.db.query<{ customers: number }>(
    'select customers from customer_counts where account_id = $1',
    [account?.id],
  );
  return rows[0]?.customers;
};

test('an account gets as many lists as it may have, also when many are created at once', async () => {
  const as = aCaller();
  expect(statusesOf(await many(10, () => addList(as)))).toEqual(fullOf(3, 7));
  const { body } = await addList(as);
  expect(body.message).toBe('The quota is used up: customer lists of an account, at most 3');
  const { items } = { items: (await customers.call(`GET /locations/${as.location_id}/customer_lists`, { as })).body };
  await customers.call(`DELETE /customer_lists/${items[0].id}`, { as });
  expect(statusesOf(await many(3, () => addList(as)))).toEqual(fullOf(1, 2));
  expect((await addList(aCaller())).status).toBe(200);
});

test('the lists that a user creates for a connection count, too', async () => {
  const { given } = aTenant();
  const create = () =>
    customers.call('POST /internal/customer-lists', {
      ...{ internal: 'customers', from: 'auth' },
      body: { ...given, name: newId() },
    });
  expect(statusesOf(await many(5, create))).toEqual(fullOf(3, 2));
});

test('an account gets as many customers as it may have in all its lists, also when many are created at once', async () => {
  const as = aCaller();
  const [one, two] = [await createList(customers, as), await createList(customers, as)];
  const answers = await Promise.all([many(15, () => addCustomer(as, one)), many(15, () => addCustomer(as, two))]);
  expect(statusesOf(answers.flat())).toEqual(fullOf(20, 10));
  const { body } = await addCustomer(as, one);
  expect(body.message).toBe('The quota is used up: customers of an account, at most 20');
  expect(await countOf(as)).toBe(20);
  const other = aCaller();
  expect((await addCustomer(other, await createList(customers, other))).status).toBe(200);
});

test('a deleted list makes room for customers', async () => {
  const as = aCaller();
  const [one, two] = [await createList(customers, as), await createList(customers, as)];
  await many(15, () => addCustomer(as, one));
  await many(5, () => addCustomer(as, two));
  expect((await addCustomer(as, two)).status).toBe(422);
  await customers.call(`DELETE /customer_lists/${one}`, { as });
  await eventually(async () => (await countOf(as)) === 5, 30_000);
  expect((await addCustomer(as, two)).status).toBe(200);
});
