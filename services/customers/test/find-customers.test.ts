/** Finding customers in a long list (docs/api/customers.md#customer-search), whichever way they are found. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { CustomerFilters } from '../src/customers/customer.schema.ts';
import { findCustomers, type Reach } from '../src/customers/find-customers.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
const [account_id, large, small] = [newId(), newId(), newId()];
const total = 6_000;

/** Customers as rows. Every email ends in example.com; every tenth begins with rare, the last one with unique. */
const emailOf = (index: number) =>
  `${index === total - 1 ? 'unique' : index % 10 === 0 ? 'rare' : 'often'}.${index}@example.com`;

const fill = (db: Database, account: string, list: string, count: number) => {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    fields: JSON.stringify({ email: emailOf(index), phone: `+33${600_000_000 + index}` }),
  }));
  return db.query(
    `insert into customers (account_id, customer_list_id, id, fields)
     select $1, $2, id, fields from unnest($3::text[], $4::text[]) as row (id, fields)`,
    [account, list, rows.map(({ id }) => id), rows.map(({ fields }) => fields)],
  );
};

beforeAll(async () => {
  customers = await startTestCustomers();
  await fill(customers.db, account_id, large, total);
  await fill(customers.db, account_id, small, 50);
  await fill(customers.db, newId(), newId(), total);
  await customers.db.query('vacuum analyze customers');
}, 120_000);
afterAll(() => customers.close());

type Filters = Partial<CustomerFilters>;

const search = (filters: Filters, customer_list_id = large) => ({
  ...{ account_id, customer_list_id, client_id: 'client' },
  filters: { count: 100, ...filters },
});

/** All results, page after page. */
async function findAll(filters: Filters, reach?: Reach): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await findCustomers(customers.db, search({ ...filters, cursor }), reach);
    expect(page.items.length).toBeLessThanOrEqual(filters.count ?? 100);
    ids.push(...page.items);
    cursor = page.next;
  }
  return ids;
}

/** What a plain statement finds. */
const matching = async (like: string): Promise<string[]> => {
  const { rows } = await customers.db.query(
    `select id from customers where account_id = $1 and customer_list_id = $2 and (email like $3 or phone like $3) order by id`,
    [account_id, large, like],
  );
  return rows.map(({ id }) => id);
};

describe.each<[string, Reach | undefined]>([
  ['as it is', undefined],
  ['with hardly any walking at first', { near: 1, far: 100_000 }],
  ['with little walking', { near: 7, far: 500 }],
])('%s, the pages together have', (_how, reach) => {
  test.each<[Filters, string, number]>([
    [{}, '%@%', total],
    [{ email: 'often*' }, 'often%', 5_399],
    [{ email: 'rare*' }, 'rare%', 600],
    [{ email: 'r*' }, 'r%', 600],
    [{ email: 'unique.5999@example.com' }, 'unique%', 1],
    [{ email: '*.59*' }, '%.59%', 111],
    [{ email: '*.com*example*' }, '%.com%example%', 0],
    [{ email: '*q*e.*' }, '%q%e.%', 1],
    [{ email: 'nobody*' }, 'nobody%', 0],
    [{ phone: '*5999' }, '%5999', 1],
    [{ phone: '+336*', email: '*q*' }, '%q%', 1],
    [{ phone: '+33600005999', email: '*com' }, '+33600005999', 1],
    [{ phone: '+33600005999', email: 'r*' }, 'no', 0],
  ])('%j', async (filters, like, count) => {
    const found = await findAll(filters, reach);
    expect(found).toHaveLength(count);
    expect(found).toEqual(await matching(like));
  });
});

test('a customer that is added while pages are read is found at their end', async () => {
  const [first] = [await findCustomers(customers.db, search({ email: '*', count: 30 }, small))];
  await fill(customers.db, account_id, small, 1);
  const rest = await findCustomers(customers.db, search({ email: '*', cursor: first.next ?? '' }, small));
  expect([first.items.length, rest.items.length, rest.next]).toEqual([30, 21, null]);
});

test('what too many may match is not refused: a page may have little or nothing, and the next one goes on', async () => {
  const { items, next } = await findCustomers(customers.db, search({ email: '*.com*example*' }), {
    near: 10,
    far: 1_000,
  });
  expect([items, next]).toEqual([[], expect.any(String)]);
});
