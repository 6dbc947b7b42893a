/** With a large table, every filter of the list of cards uses an index, and so does the list of a card's operations. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { CustomerList } from '../src/customer-lists/customer-list.ts';
import type { LoyaltyCardFilters } from '../src/loyalty-cards/loyalty-card.schema.ts';
import { listLoyaltyCardRows } from '../src/loyalty-cards/loyalty-card.store.ts';
import { listLoyaltyOperationRows } from '../src/loyalty-operations/loyalty-operation.store.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
const account_id = newId();
const list = { account_id, id: 'list1' } as CustomerList;

beforeAll(async () => {
  customers = await startTestCustomers();
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
afterAll(() => customers.close());

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
