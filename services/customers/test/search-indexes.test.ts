import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { sized } from '@order-hub/testing/extent';
import type { CustomerList } from '../src/customer-lists/customer-list.ts';
import { findByName, listNewestIds } from '../src/customers/names/found-customer.store.ts';
import type { CustomerFilters } from '../src/customers/search/customer-search.schema.ts';
import {
  type CustomerSearch,
  findByPrivateRef,
  findByTrigrams,
  scanCustomers,
} from '../src/customers/search/customer-search.store.ts';
import { trigramsOf } from '../src/customers/search/customer-search.ts';
import { findCustomers, type ScanLimits } from '../src/customers/search/find-customers.ts';
import type { LoyaltyCardFilters } from '../src/loyalty-cards/loyalty-card.schema.ts';
import { listLoyaltyCardRows } from '../src/loyalty-cards/loyalty-card.store.ts';
import { listLoyaltyOperationRows } from '../src/loyalty-operations/loyalty-operation.store.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** Finds the same customers of a long list (docs/api/customers.md#customer-search) by scans and by the index. */
describe('scans and the index find the same customers', () => {
  const [account_id, large, small] = [newId(), newId(), newId()];

  /** More than the index compares. In the wide extent also more than a first scan reads. */
  const total = sized(2_400, 6_000);

  const last = total - 1;

  /** Every email ends in example.com; every tenth begins with rare, the last with unique, all others with often. */
  const emailOf = (index: number) =>
    `${index === last ? 'unique' : index % 10 === 0 ? 'rare' : 'often'}.${index}@example.com`;

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
    await fill(customers.db, account_id, large, total);
    await fill(customers.db, account_id, small, 50);
    await fill(customers.db, newId(), newId(), total / 4);
    await customers.db.query('vacuum analyze customers');
  });

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
      [{ email: 'often*' }, 'often%', total - total / 10 - 1],
      [{ email: 'rare*' }, 'rare%', total / 10],
      [{ email: 'r*' }, 'r%', total / 10],
      [{ email: `unique.${last}@example.com` }, 'unique%', 1],
      [{ email: '*.59*' }, '%.59%', sized(11, 111)],
      [{ email: '*.com*example*' }, '%.com%example%', 0],
      [{ email: '*q*e.*' }, '%q%e.%', 1],
      [{ email: 'nobody*' }, 'nobody%', 0],
      [{ phone: `*${last}` }, `%${last}`, 1],
      [{ phone: '+336*', email: '*q*' }, '%q%', 1],
      [{ phone: `+33${600_000_000 + last}`, email: '*com' }, `+33${600_000_000 + last}`, 1],
      [{ phone: `+33${600_000_000 + last}`, email: 'r*' }, 'no', 0],
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
});

/**
 * An index answers every filter of a list of customers, whatever the list's size, and reads nothing of other lists
 * (docs/decisions/0023-searching-customers.md).
 */
describe('indexes of customers', () => {
  const [account_id, large, small] = [newId(), newId(), newId()];

  /** Similar customers in a large list, a small one, and many lists of other accounts. A quarter can be searched for. */
  beforeAll(async () => {
    for (let from = 1; from < 20_000; from += 500) {
      await customers.db.query(
        `insert into customers (account_id, customer_list_id, id, fields)
     select case when n % 3 = 0 then 'other' || n % 100 else $1 end,
       case when n % 3 = 0 then 'list' || n % 100 when n % 200 = 1 then $3 else $2 end,
       'id' || lpad(n::text, 10, '0'),
       case when n % 4 = 1 then json_build_object('email', md5(n::text) || '@example.com', 'phone', '+33' || 600000000 + n)
         else '{}' end
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
  ])(
    '%s are found in the index of names, which leads to customers of the searched list only',
    async (_what, search) => {
      const plan = await planOf((db) => findByName(db, { account_id, id: small }, search));
      expect(indexesIn(plan)).toEqual(['customers_names']);
      expect(plan).not.toMatch(/Seq Scan on customers/);
      const { rowCount } = await customers.db.query('select from customers where customer_list_id = $1', [small]);
      const found = Number(/Bitmap Heap Scan on customers .*actual rows=(\d+)/.exec(plan)?.[1]);
      expect(found).toBeLessThanOrEqual(rowCount ?? 0);
    },
  );

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
});

/** With a large table, every filter of the list of cards uses an index, and so does the list of a card's operations. */
describe('indexes of loyalty cards and operations', () => {
  const account_id = newId();

  const list = { account_id, id: 'list1' } as CustomerList;

  beforeAll(async () => {
    await customers.db.query(
      `insert into loyalty_cards (account_id, customer_list_id, id, customer_id, name, ref)
     select $1, 'list' || n % 4, lpad(n::text, 20, '0'), 'customer' || n / 8, 'name' || n % 5000, 'ref' || n
     from generate_series(1, 20000) as n`,
      [account_id],
    );
    await customers.db.query(
      `insert into loyalty_operations (account_id, loyalty_card_id, position, id, customer_id, delta, new_balance)
     select $1, 'card' || n % 4, n, n::text, 'customer', '1', n from generate_series(1, 20000) as n`,
      [account_id],
    );
    await customers.db.query('analyze loyalty_cards, loyalty_operations');
  });

  /** The plan of a store's statement: the store gets a connection that explains what it would run. */
  async function planOf(run: (db: Queryable) => Promise<unknown>) {
    let plan = '';
    const explain = async (text: string, values: unknown[]) => {
      const { rows } = await customers.db.query(`explain ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    };
    const query = (given: string | { text: string; values: unknown[] }, values: unknown[] = []) =>
      typeof given === 'string' ? explain(given, values) : explain(given.text, given.values);
    await run({ query } as never);
    expect(plan).not.toMatch(/Seq Scan/);
    return { plan, indexes: [...plan.matchAll(/(?:using|Index Scan on) (loyalty_\w+)/g)].map(([, name]) => name) };
  }

  const cursor = '1000'.padStart(20, '0');

  test.each<[string, Partial<LoyaltyCardFilters>, string]>([
    ['no filter', {}, 'loyalty_cards_list'],
    ['a cursor', { cursor }, 'loyalty_cards_list'],
    ['customer_id', { customer_id: 'customer77' }, 'loyalty_cards_customer'],
    ['name', { name: 'name41' }, 'loyalty_cards_list_name'],
    ['name and a cursor', { name: 'name41', cursor }, 'loyalty_cards_list_name'],
    ['ref', { ref: 'ref19997' }, 'loyalty_cards_list_ref'],
    ['a name that matches no card', { name: 'none' }, 'loyalty_cards_list_name'],
  ])('cards by %s', async (_filter, filters, index) => {
    const { indexes } = await planOf((db) => listLoyaltyCardRows(db, list, { count: 100, ...filters }));
    expect(indexes).toEqual([index]);
  });

  test.each([[undefined], ['10000']])('operations of a card, after %s', async (after) => {
    const key = { account_id, loyalty_card_id: 'card1' };
    const { plan, indexes } = await planOf((db) => listLoyaltyOperationRows(db, key, { count: 100, cursor: after }));
    expect(indexes).toEqual(['loyalty_operations_pkey']);
    expect(plan).not.toMatch(/Sort/);
  });
});
