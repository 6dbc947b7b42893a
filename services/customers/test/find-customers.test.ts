/** Finds the same customers of a long list (docs/api/customers.md#customer-search) by scans and by the index. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { CustomerFilters } from '../src/customers/search/customer-search.schema.ts';
import { findCustomers, type ScanLimits } from '../src/customers/search/find-customers.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
const [account_id, large, small] = [newId(), newId(), newId()];
const total = 6_000;

/** Every email ends in example.com; every tenth begins with rare, the last with unique, all others with often. */
const emailOf = (index: number) =>
  `${index === total - 1 ? 'unique' : index % 10 === 0 ? 'rare' : 'often'}.${index}@example.com`;

/** In small batches, because a statement that takes long on a busy machine is cancelled. */
async function fill(db: Database, account: string, list: string, count: number) {
  const rows = Array.from({ length: count }, (_, index) => ({
    id: newId(),
    fields: JSON.stringify({ email: emailOf(index), phone: `+33${600_000_000 + index}` }),
  }));
  for (let from = 0; from < count; from += 500) {
    const batch = rows.slice(from, from + 500);
    await db.query(
      `insert into customers (account_id, customer_list_id, id, fields)
       select $1, $2, id, fields from unnest($3::text[], $4::text[]) as row (id, fields)`,
      [account, list, batch.map(({ id }) => id), batch.map(({ fields }) => fields)],
    );
  }
}

beforeAll(async () => {
  customers = await startTestCustomers();
  await fill(customers.db, account_id, large, total);
  await fill(customers.db, account_id, small, 50);
  await fill(customers.db, newId(), newId(), total);
  await customers.db.query('vacuum analyze customers');
});
afterAll(() => customers.close());

type Filters = Partial<CustomerFilters>;

const search = (filters: Filters, customer_list_id = large) => ({
  ...{ account_id, customer_list_id, client_id: 'client' },
  filters: { count: 100, ...filters },
});

/** The results of all pages. */
async function findAll(filters: Filters, limits?: ScanLimits): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const page = await findCustomers(customers.db, search({ ...filters, cursor }), limits);
    expect(page.items.length).toBeLessThanOrEqual(filters.count ?? 100);
    ids.push(...page.items);
    cursor = page.next;
  }
  return ids;
}

/** What `like` finds in all customers of the list. */
const matching = async (like: string): Promise<string[]> => {
  const { rows } = await customers.db.query(
    `select id from customers where account_id = $1 and customer_list_id = $2 and (email like $3 or phone like $3) order by id`,
    [account_id, large, like],
  );
  return rows.map(({ id }) => id);
};

describe.each<[string, ScanLimits | undefined]>([
  ['the usual scans', undefined],
  ['a first scan of 1', { first: 1, second: 100_000 }],
  ['scans of 7 and 500', { first: 7, second: 500 }],
])('with %s, the pages together have every match of', (_limits, limits) => {
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
    const found = await findAll(filters, limits);
    expect(found).toHaveLength(count);
    expect(found).toEqual(await matching(like));
  });
});

test('a customer created while a client reads pages is on the last page', async () => {
  const first = await findCustomers(customers.db, search({ email: '*', count: 30 }, small));
  await fill(customers.db, account_id, small, 1);
  const rest = await findCustomers(customers.db, search({ email: '*', cursor: first.next ?? '' }, small));
  expect([first.items.length, rest.items.length, rest.next]).toEqual([30, 21, null]);
});

test('a filter with too many candidates gives an empty page with a cursor, not an error', async () => {
  const { items, next } = await findCustomers(customers.db, search({ email: '*.com*example*' }), {
    first: 10,
    second: 1_000,
  });
  expect([items, next]).toEqual([[], expect.any(String)]);
});
