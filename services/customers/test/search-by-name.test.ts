/** Customers by name, phone or email, for the pages of a location (docs/api/back-office.md#customers). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchCustomers } from '@order-hub/shared/customer-page-calls';
import { newId } from '@order-hub/shared/ids';
import { aCaller, aPrincipal, type TestCaller } from '@order-hub/testing/call';
import { createAccountList, createCustomer, createList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const placeOf = ({ account, location_id }: TestCaller) => ({
  ...{ account_id: account?.id ?? null, account_name: 'Chez Ada', currency: 'EUR' },
  ...{ location_id, location_name: 'Rue du Bac', timezone: 'Europe/Paris' },
  ...{ catalog_id: null, customer_list_id: null, role: 'manager' as const },
});

const ask = (as: TestCaller, text: string, customer_list_id?: string) =>
  customers.call('POST /internal/customer-searches', {
    user: aPrincipal({ place: placeOf(as) }),
    body: { search: text, customer_list_id },
  });

const found = async (as: TestCaller, text: string, list?: string) =>
  searchCustomers.reply.parse((await ask(as, text, list)).body);

const namesOf = async (as: TestCaller, text: string) =>
  (await found(as, text)).customers.map(({ first_name, last_name, company_name }) =>
    [first_name, last_name, company_name].filter(Boolean).join(' '),
  );

async function aShop() {
  const as = aCaller();
  const customer_list_id = await createList(customers, as);
  const add = (body: object) => createCustomer(customers, { as, customer_list_id }, body);
  return { as, customer_list_id, add };
}

describe('the words of a name', () => {
  let as: TestCaller;
  beforeAll(async () => {
    const shop = await aShop();
    as = shop.as;
    for (const [first_name, last_name, company_name] of [
      ['Ada', 'Lovelace', null],
      ['Éloïse', "O'Brien-Dupont", null],
      ['Bo', 'Li', null],
      ['Jürgen', 'Groß', 'Studio 54'],
      ['Иван', 'Петров', null],
      ['李', '小龙', null],
      ['100%', '_x_', 'a\\b'],
      [null, null, 'Analytical Engines'],
    ]) {
      await shop.add({ first_name, last_name, company_name });
    }
  });

  test.each([
    ['ada', ['Ada Lovelace']],
    ['LOVE', ['Ada Lovelace']],
    ['lovelace ada', ['Ada Lovelace']],
    ['  love   a ', ['Ada Lovelace']],
    ['ovelace', []],
    ['ada babbage', []],
    ['eloise', ["Éloïse O'Brien-Dupont"]],
    ['Éloïse', ["Éloïse O'Brien-Dupont"]],
    ['dupont', ["Éloïse O'Brien-Dupont"]],
    ["o'brien", ["Éloïse O'Brien-Dupont"]],
    ['li', ['Bo Li']],
    ['l', ['Bo Li', 'Ada Lovelace']],
    ['jurgen gro', ['Jürgen Groß Studio 54']],
    ['studio 54', ['Jürgen Groß Studio 54']],
    ['иван', ['Иван Петров']],
    ['小龙', ['李 小龙']],
    ['a\\b', ['100% _x_ a\\b']],
    ['engines', ['Analytical Engines']],
  ])('%j finds %j', async (text, names) => {
    expect(await namesOf(as, text)).toEqual(names);
  });

  test.each(['', ' ', '%', '_', "'", '()', '\\'])('%j has nothing to search: the newest come first', async (text) => {
    expect((await namesOf(as, text))[0]).toBe('Analytical Engines');
    expect(await namesOf(as, text)).toHaveLength(8);
  });
});

describe('the digits of a phone number', () => {
  test.each([
    ['+33612345678', '0612345678'],
    ['+33612345678', '06 12 34 56 78'],
    ['06 12 34 56 78', '+33 (0)6 12 34 56 78'],
    ['+33612345678', '0033612345678'],
    ['+33612345678', '5678'],
    ['+33612345678', '456'],
  ])('%s is found by %s', async (phone, text) => {
    const { as, add } = await aShop();
    await add({ phone: '+4989999999' });
    const { customer_id } = await add({ phone });
    const { customers: matching } = await found(as, text);
    expect(matching.map(({ id }) => id)).toEqual([customer_id]);
  });

  test.each(['12', '0', '0012'])('%j is refused: too few digits', async (text) => {
    const { as, add } = await aShop();
    await add({ phone: '+33612345678' });
    const { status, body } = await ask(as, text);
    expect([status, body.errors?.[0].field]).toEqual([422, 'search']);
  });
});

test('an email address is found by a part of it with the @', async () => {
  const { as, add } = await aShop();
  await add({ email: 'ada@example.com', first_name: 'Ada' });
  await add({ email: 'bob@example.org', first_name: 'Bob' });
  expect(await namesOf(as, 'ADA@')).toEqual(['Ada']);
  expect(await namesOf(as, '@example')).toHaveLength(2);
  expect(await namesOf(as, '@*example****.org')).toEqual(['Bob']);
});

test('a customer is shown with its orders, as of the location', async () => {
  const { as, customer_list_id, add } = await aShop();
  const { customer_id } = await add({ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com' });
  await customers.db.query(
    `update customers set nb_orders = 2, order_total = 19.6, last_order_at = '2026-07-01T10:00:00Z' where id = $1`,
    [customer_id],
  );
  const result = await found(as, 'ada');
  expect(result).toMatchObject({
    lists: [{ id: customer_list_id, is_account_list: false }],
    customers: [
      {
        ...{ id: customer_id, customer_list_id, anonymised: false, first_name: 'Ada', last_name: 'Lovelace' },
        ...{ company_name: null, email: 'ada@example.com', phone: null },
        ...{ nb_orders: 2, order_total: '19.60 EUR', last_order_date: '2026-07-01T12:00:00+02:00' },
      },
    ],
    more: false,
    unsearched: false,
  });
});

test('a corrected or anonymised customer is not found by the name that it had', async () => {
  const { as, add } = await aShop();
  const ada = await add({ first_name: 'Ada', phone: '+33612345678' });
  await customers.call(`PATCH ${ada.path}`, { as, body: { first_name: 'Grace' } });
  expect([await namesOf(as, 'ada'), await namesOf(as, 'grace')]).toEqual([[], ['Grace']]);
  await customers.call(`POST ${ada.path}/anonymise`, { as });
  expect([await namesOf(as, 'grace'), await namesOf(as, '5678')]).toEqual([[], []]);
});

describe('the lists of a location', () => {
  test("are its own and the account's, not those of other locations and accounts", async () => {
    const { as, add } = await aShop();
    const elsewhere = aCaller({ account: as.account });
    const other = { as: elsewhere, customer_list_id: await createList(customers, elsewhere) };
    const chain = aCaller({ account: as.account, location_id: null });
    const shared = { as: chain, customer_list_id: await createAccountList(customers, chain) };
    const stranger = await aShop();
    await add({ first_name: 'Ada', last_name: 'Here' });
    await createCustomer(customers, other, { first_name: 'Ada', last_name: 'Elsewhere' });
    await createCustomer(customers, shared, { first_name: 'Ada', last_name: 'Shared' });
    await stranger.add({ first_name: 'Ada', last_name: 'Strange' });
    for (const text of ['ada', '']) expect((await namesOf(as, text)).sort()).toEqual(['Ada Here', 'Ada Shared']);
    const chosen = await found(as, 'ada', shared.customer_list_id);
    expect(chosen.customers.map(({ last_name }) => last_name)).toEqual(['Shared']);
    expect(chosen.lists).toHaveLength(2);
    for (const list of [other.customer_list_id, stranger.customer_list_id, "' or true --"])
      expect((await found(as, 'ada', list)).customers).toEqual([]);
  });

  test('that is deleted is gone at once', async () => {
    const { as, customer_list_id, add } = await aShop();
    await add({ first_name: 'Ada' });
    await customers.call(`DELETE /customer_lists/${customer_list_id}`, { as });
    expect(await found(as, 'ada')).toMatchObject({ lists: [], customers: [] });
  });

  test('only a page about a location may ask, on behalf of a user', async () => {
    const { as } = await aShop();
    const route = 'POST /internal/customer-searches';
    const body = { search: 'ada' };
    expect((await customers.call(route, { body })).status).toBe(401);
    expect((await customers.call(route, { as, body })).status).toBe(401);
    const ofAccount = aPrincipal({ place: { ...placeOf(as), location_id: null } });
    expect((await customers.call(route, { user: ofAccount, body })).status).toBe(404);
    expect((await customers.call(route, { user: aPrincipal(), body })).status).toBe(404);
    const long = { search: 'x'.repeat(101) };
    const { status, body: answer } = await customers.call(route, {
      user: aPrincipal({ place: placeOf(as) }),
      body: long,
    });
    expect([status, answer.errors[0].field]).toEqual([422, 'search']);
  });
});

describe('a list of 6,000 customers', () => {
  const [account_id, list, other] = [newId(), newId(), newId()];
  const as = aCaller({ account: { id: account_id, currency: 'EUR' } });
  beforeAll(async () => {
    await customers.db.query(
      `insert into customer_lists (account_id, id, location_id, timezone, currency, name) values ($1, $2, $3, 'UTC', 'EUR', 'x')`,
      [account_id, list, as.location_id],
    );
    for (let from = 0; from < 12_000; from += 500)
      await customers.db.query(
        `insert into customers (account_id, customer_list_id, id, fields)
         select $1, case when n < 6000 then $2 else $3 end, 'id' || lpad(n::text, 10, '0'),
           json_build_object('first_name', 'Maria', 'last_name', 'Number' || n, 'phone', '+33' || 600000000 + n,
             'email', null, 'company_name', null)
         from generate_series($4::integer, $4 + 499) as n`,
        [account_id, list, other, from],
      );
    await customers.db.query('vacuum analyze customers');
  });

  test('one of them is found by name and by phone', async () => {
    expect(await namesOf(as, 'number5999')).toEqual(['Maria Number5999']);
    expect(await namesOf(as, 'mar number5999')).toEqual(['Maria Number5999']);
    expect(await namesOf(as, '0600005999')).toEqual(['Maria Number5999']);
  });

  test('what too many have finds 50, and says that there are more', async () => {
    const { customers: shown, more } = await found(as, 'maria');
    expect([shown.length, more]).toEqual([50, true]);
    const newest = await found(as, '');
    expect([newest.customers.length, newest.more, newest.customers[0]?.last_name]).toEqual([50, true, 'Number5999']);
  });
});
