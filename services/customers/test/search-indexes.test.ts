/**
 * An index answers every filter of a list of customers, whatever the list's size, and reads nothing of other lists
 * (docs/decisions/0023-searching-customers.md).
 */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { findByName, listNewestIds } from '../src/customers/names/found-customer.store.ts';
import { trigramsOf } from '../src/customers/search/customer-search.ts';
import type { CustomerFilters } from '../src/customers/search/customer-search.schema.ts';
import {
  findByPrivateRef,
  findByTrigrams,
  scanCustomers,
  type CustomerSearch,
} from '../src/customers/search/customer-search.store.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
const [account_id, large, small] = [newId(), newId(), newId()];

/** Similar customers in a large list, a small one, and many lists of other accounts. */
beforeAll(async () => {
  customers = await startTestCustomers();
  for (let from = 1; from < 20_000; from += 500) {
    await customers.db.query(
      `insert into customers (account_id, customer_list_id, id, fields)
     select case when n % 3 = 0 then 'other' || n % 100 else $1 end,
       case when n % 3 = 0 then 'list' || n % 100 when n % 500 = 1 then $3 else $2 end,
       'id' || lpad(n::text, 10, '0'),
       json_build_object('email', md5(n::text) || '@example.com', 'phone', '+33' || 600000000 + n)
     from generate_series($4::integer, $4 + 499) as n`,
      [account_id, large, small, from],
    );
  }
  await customers.db.query(
    `insert into customer_private_refs (account_id, customer_list_id, client_id, customer_id, private_ref)
     select account_id, customer_list_id, 'client', id, 'ref' || id from customers`,
  );
  await customers.db.query('vacuum analyze customers');
  await customers.db.query('vacuum analyze customer_private_refs');
});
afterAll(() => customers.close());

const searchFor = (filters: Partial<CustomerFilters>, customer_list_id = large): CustomerSearch => ({
  ...{ account_id, customer_list_id, client_id: 'client' },
  filters: { count: 100, ...filters },
});

/** The plan of a store's statement: the store gets a connection that explains what it would run. Rolls back. */
async function planOf(run: (db: never) => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const client = await customers.db.connect();
  const explaining = {
    async query(statement: string | { text: string; values: unknown[] }) {
      if (typeof statement === 'string') return client.query(statement);
      const { text, values } = statement;
      const { rows } = await client.query(`explain (analyze, timing off) ${text}`, values);
      lines.push(...rows.map((row) => String(row['QUERY PLAN'])));
      return { rows: [] };
    },
  };
  await client.query('begin');
  await run(explaining as never);
  await client.query('rollback');
  client.release();
  return lines.join('\n');
}
const indexesIn = (plan: string) =>
  [...new Set([...plan.matchAll(/(?:using|Index Scan on) (customer\w+)/g)].map(([, name]) => name))].sort();

test.each<[string, Partial<CustomerFilters>]>([
  ['no filter', {}],
  ['a cursor', { cursor: 'id0000000500' }],
  ['a filter that nothing matches', { email: '*zzz*', phone: '*x*' }],
])('with %s, a scan reads only the index of the list, without a sort', async (_what, filters) => {
  for (const list of [large, small]) {
    const plan = await planOf((db) => scanCustomers(db, searchFor(filters, list), 1_000));
    expect(indexesIn(plan)).toEqual(['customers_list']);
    expect(plan).toMatch(/Index Only Scan/);
    expect(plan).not.toMatch(/Seq Scan|Sort|Index Scan using/);
  }
});

test.each<[string, Partial<CustomerFilters>]>([
  ['an email', { email: 'c4ca4238a0b923820dcc509a6f75849b@example.com' }],
  ['the beginning of an email', { email: 'c4ca42*' }],
  ['the middle of an email', { email: '*a0b92382*' }],
  ['the end of an email', { email: '*49b@example.com' }],
  ['a phone', { phone: '+33600000001' }],
  ['the beginning of a phone', { phone: '+3360000000*' }],
  ['the end of a phone', { phone: '*0001' }],
  ['an email and a phone', { email: 'c4ca*', phone: '*0001' }],
  ['what all have', { email: '*@example.com' }],
])('%s is found in the index of trigrams', async (_what, filters) => {
  const plan = await planOf((db) => findByTrigrams(db, searchFor(filters), trigramsOf(filters)));
  expect(indexesIn(plan)).toEqual(['customers_search']);
  expect(plan).not.toMatch(/Seq Scan on customers/);
});

test('the index of trigrams leads to customers of the searched list only', async () => {
  const filters = { email: '*@example.com' };
  const plan = await planOf((db) => findByTrigrams(db, searchFor(filters, small), trigramsOf(filters)));
  const { rowCount } = await customers.db.query('select from customers where customer_list_id = $1', [small]);
  expect(rowCount).toBeGreaterThan(10);
  expect(plan).toMatch(new RegExp(`Bitmap Heap Scan on customers .*actual rows=${rowCount ?? ''}\\D`));
});

test.each([
  ['words of a name', { words: 'ada love', count: 51 }],
  ['digits of a phone', { digits: '60000000', count: 51 }],
])('%s are found in the index of names, which leads to customers of the searched list only', async (_what, search) => {
  const plan = await planOf((db) => findByName(db, { account_id, id: small }, search));
  expect(indexesIn(plan)).toEqual(['customers_names']);
  expect(plan).not.toMatch(/Seq Scan on customers/);
  const { rowCount } = await customers.db.query('select from customers where customer_list_id = $1', [small]);
  const found = Number(/Bitmap Heap Scan on customers .*actual rows=(\d+)/.exec(plan)?.[1]);
  expect(found).toBeLessThanOrEqual(rowCount ?? 0);
});

test('the newest customers are read from the index of the list, without a sort', async () => {
  const plan = await planOf((db) => listNewestIds(db, { account_id, id: large }, 51));
  expect(indexesIn(plan)).toEqual(['customers_list']);
  expect(plan).not.toMatch(/Seq Scan|Sort/);
});

test('a private ref is found in its index', async () => {
  const plan = await planOf((db) => findByPrivateRef(db, searchFor({ private_ref: 'refid0000000001', email: '*' })));
  expect(indexesIn(plan)).toEqual(['customer_private_refs_used', expect.stringMatching(/^customers_(pkey|list)$/)]);
  expect(plan).not.toMatch(/Seq Scan/);
});
