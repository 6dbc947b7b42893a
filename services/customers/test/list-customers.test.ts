import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { searchCustomers } from '@order-hub/shared/customer-page-calls';
import type { Database, Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { aCaller, aPrincipal, type TestCaller } from '@order-hub/testing/call';
import fc from 'fast-check';
import { sized } from '@order-hub/testing/extent';
import {
  answersInAllSlots,
  giveUpInSlot,
  giveUpWaiting,
  lockLargeValues,
  type SlotUse,
} from '@order-hub/testing/giving-up';
import type { CustomerList } from '../src/customer-lists/customer-list.ts';
import { findByText, listNewestIds } from '../src/customers/names/found-customer.store.ts';
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
import { aListOf, createAccountList, createCustomer, createList } from './builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** Pages and filters of a list of customers (docs/api/customers.md#customer-search). */
describe('a list of customers', () => {
  let as: TestCaller;
  let path: string;
  beforeAll(async () => {
    ({ as, path } = await aListOf(customers));
  });

  type Body = Record<string, unknown>;

  const add = async (body: Body, to = path, by = as) =>
    (await customers.call(`POST ${to}`, { as: by, body })).body as { id: string };

  const list = (filters: Record<string, string> = {}, from = path, by = as) =>
    customers.call(`GET ${from}?${new URLSearchParams(filters).toString()}`, { as: by });

  /** The last names of the customers that a filter finds, in their order. */
  const found = async (filters: Record<string, string>, from = path) =>
    (await list(filters, from)).body.map(({ last_name }: { last_name: string }) => last_name);

  describe('pages', () => {
    test('have each customer once, oldest first, as when it is retrieved', async () => {
      const { as: by, path: of } = await aListOf(customers);
      for (let index = 0; index < 5; index += 1)
        await add({ last_name: String(index), private_ref: `R${index}` }, of, by);
      const seen: unknown[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body, headers } = await list({ count: '2', cursor }, of, by);
        sizes.push(body.length);
        seen.push(...body);
        cursor = headers.get('x-cursor-next');
      }
      expect(sizes).toEqual([2, 2, 1]);
      expect(seen.map((customer: any) => customer.last_name)).toEqual(['0', '1', '2', '3', '4']);
      for (const customer of seen as { id: string }[]) {
        expect((await customers.call(`GET ${of}/${customer.id}`, { as: by })).body).toEqual(customer);
      }
    });

    test('a full last page has no X-Cursor-Next, and an empty list is an empty page', async () => {
      const { as: by, path: of } = await aListOf(customers);
      expect((await list({}, of, by)).body).toEqual([]);
      await add({}, of, by);
      await add({}, of, by);
      const { body, headers } = await list({ count: '2' }, of, by);
      expect([body.length, headers.get('x-cursor-next')]).toEqual([2, null]);
    });

    test('end at 8 MiB, loyalty cards included; the cursor leads through all customers, each once', async () => {
      const { as: by, path: of } = await aListOf(customers);
      const ids: string[] = [];
      for (let index = 0; index < 50; index += 1) ids.push((await add({ first_name: 'Ada' }, of, by)).id);
      await customers.db.query(
        `insert into loyalty_cards (account_id, customer_list_id, customer_id, id, ref, name)
       select account_id, customer_list_id, customers.id, customers.id || n, repeat('🍕', 250) || n, repeat('🍕', 255)
       from customers, generate_series(1, 100) as n where customers.id = any ($1)`,
        [ids],
      );
      const seen: string[] = [];
      const sizes: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { body, headers } = await list({ first_name: 'Ada', cursor }, of, by);
        sizes.push(Buffer.byteLength(JSON.stringify(body)));
        seen.push(...body.map(({ id }: { id: string }) => id));
        cursor = headers.get('x-cursor-next');
      }
      expect(seen).toEqual(ids);
      expect(sizes.length).toBe(2);
      expect(Math.max(...sizes)).toBeLessThanOrEqual(8_388_608);
    });

    test('a cursor is valid for its list and its filters only', async () => {
      const [one, other] = [await aListOf(customers), await aListOf(customers)];
      for (const { as: by, path: of } of [one, other]) for (const email of ['a@x', 'b@x']) await add({ email }, of, by);
      const cursor = (await list({ count: '1' }, one.path, one.as)).headers.get('x-cursor-next') ?? '';
      expect((await list({ count: '1', cursor }, one.path, one.as)).status).toBe(200);
      for (const answer of [
        await list({ count: '1', cursor, email: '*@x' }, one.path, one.as),
        await list({ count: '1', cursor }, other.path, other.as),
        await list({ count: '1', cursor: `${cursor}A` }, one.path, one.as),
        await list({ count: '0' }, one.path, one.as),
      ]) {
        expect([answer.status, answer.body.error_type]).toEqual([400, 'bad_request']);
      }
    });
  });

  describe('email and phone', () => {
    beforeAll(async () => {
      const all = [
        ['Ada.Lovelace@Example.com', '+33612345678', 'ada'],
        ['grace@example.com', '+33698765432', 'grace'],
        ['100%_sure\\@example.org', '06 12 34 56 78', 'sure'],
        ['100xysure@example.org', null, 'xy'],
        ['ÉLODIE@exämple.fr', '+49', 'elodie'],
        ['a*b@example.net', '#31#', 'star'],
        [null, null, 'nobody'],
        ['', '', 'empty'],
      ];
      for (const [email, phone, last_name] of all) await add({ email, phone, last_name });
    });

    test.each<[Record<string, string>, string[]]>([
      [{ email: 'ada.lovelace@example.com' }, ['ada']],
      [{ email: 'ADA.LOVELACE@EXAMPLE.COM' }, ['ada']],
      [{ email: 'ada' }, []],
      [{ email: 'ada*' }, ['ada']],
      [{ email: '*lovelace*' }, ['ada']],
      [{ email: '*.com' }, ['ada', 'grace']],
      [{ email: '*@example.*' }, ['ada', 'grace', 'sure', 'xy', 'star']],
      [{ email: 'g*e*.com' }, ['grace']],
      [{ email: '*a*@*m' }, ['ada', 'grace']],
      [{ email: '*xa*' }, ['ada', 'grace', 'sure', 'xy', 'star']],
      [{ email: '*' }, ['ada', 'grace', 'sure', 'xy', 'elodie', 'star', 'empty']],
      [{ email: '***' }, ['ada', 'grace', 'sure', 'xy', 'elodie', 'star', 'empty']],
      [{ email: '' }, ['empty']],
      [{ email: '100%*' }, ['sure']],
      [{ email: '100%_sure\\@example.org' }, ['sure']],
      [{ email: '*_*' }, ['sure']],
      [{ email: '*\\*' }, ['sure']],
      [{ email: '*\\' }, []],
      [{ email: '%' }, []],
      [{ email: 'élodie@EXÄMPLE.fr' }, ['elodie']],
      [{ email: 'éL*' }, ['elodie']],
      [{ email: '*Ämp*' }, ['elodie']],
      [{ email: 'a*b@*' }, ['star']],
      [{ email: "' or true --" }, []],
      [{ phone: '+33612345678' }, ['ada']],
      [{ phone: '+336*' }, ['ada', 'grace']],
      [{ phone: '*12 34*' }, ['sure']],
      [{ phone: '#31#' }, ['star']],
      [{ phone: '+33*', email: '*grace*' }, ['grace']],
      [{ phone: '+49', email: '*grace*' }, []],
      [{ unknown: 'x', email: 'ada*' }, ['ada']],
    ])('%j finds %j', async (filters, names) => {
      expect(await found(filters)).toEqual(names);
    });

    test('a + that is not percent-encoded is a space, except at the start of a phone number', async () => {
      expect((await customers.call(`GET ${path}?phone=%2B49`, { as })).body).toHaveLength(1);
      expect((await customers.call(`GET ${path}?phone=+49`, { as })).body).toHaveLength(1);
      expect((await customers.call(`GET ${path}?phone=*+49`, { as })).body).toHaveLength(0);
    });

    test.each([
      ['email', '*a*b*c*'],
      ['phone', '****'],
      ['email', 'x'.repeat(256)],
      ['phone', '1'.repeat(256)],
      ['phone', '*'.repeat(256)],
    ])('refuses %s=%s', async (field, value) => {
      const { status, body } = await list({ [field]: value });
      const message = expect.stringContaining(`The query parameter ${field} must have at most`);
      expect([status, body]).toEqual([400, expect.objectContaining({ code: 'malformed_parameter', message })]);
    });

    test('refuses a filter that is given twice', async () => {
      expect((await customers.call(`GET ${path}?email=a&email=b`, { as })).status).toBe(400);
    });

    test('finds a customer by its current values', async () => {
      const { id } = await add({ email: 'old@example.com', last_name: 'moved' });
      await customers.call(`PATCH ${path}/${id}`, { as, body: { email: 'New@example.com' } });
      expect([await found({ email: 'old@*' }), await found({ email: 'new@*' })]).toEqual([[], ['moved']]);
      await customers.call(`PATCH ${path}/${id}`, { as, body: { email: null } });
      expect(await found({ email: 'new@*' })).toEqual([]);
    });
  });

  describe('private_ref', () => {
    test("finds the customer by the client's own ref, together with other filters", async () => {
      const { as: by, path: of } = await aListOf(customers);
      const other = aCaller({ account: by.account, location_id: by.location_id, location: by.location });
      const mine = await add({ private_ref: 'R', email: 'mine@x' }, of, by);
      const theirs = await add({ private_ref: 'R', email: 'theirs@x' }, of, other);
      const idsOf = async (filters: Record<string, string>, client: TestCaller) =>
        (await list(filters, of, client)).body.map(({ id }: { id: string }) => id);
      expect(await idsOf({ private_ref: 'R' }, by)).toEqual([mine.id]);
      expect(await idsOf({ private_ref: 'R' }, other)).toEqual([theirs.id]);
      expect(await idsOf({ private_ref: 'R', email: '*ine@*' }, by)).toEqual([mine.id]);
      expect(await idsOf({ private_ref: 'R', email: 'theirs@x' }, by)).toEqual([]);
      expect(await idsOf({ private_ref: 'r' }, by)).toEqual([]);
      expect(await idsOf({ private_ref: '*' }, by)).toEqual([]);
      const shown = (await list({}, of, other)).body.map(({ private_ref }: any) => private_ref);
      expect(shown).toEqual([null, 'R']);
    });
  });

  describe('a phone number that is typed as it is', () => {
    test.each(['+33699887766', '%2B33699887766', '+336998*', '*99887766'])('?phone=%s', async (phone) => {
      const { as: by, path: of } = await aListOf(customers);
      const { id } = await add({ last_name: 'Typed', phone: '+33699887766' }, of, by);
      await add({ last_name: 'Other', phone: '+33600000000' }, of, by);
      const { status, body } = await customers.call(`GET ${of}?phone=${phone}`, { as: by });
      expect([status, body.map((one: { id: string }) => one.id)]).toEqual([200, [id]]);
    });

    test('has its limits after the + is read', async () => {
      expect((await customers.call(`GET ${path}?phone=+${'1'.repeat(255)}`, { as })).status).toBe(400);
      expect((await customers.call(`GET ${path}?phone=+*1*2*3*4`, { as })).status).toBe(400);
    });
  });
});

/** Customers by name, phone or email, for the pages of a location (docs/api/back-office.md#customers). */
describe('search by name', () => {
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
        ['محمّد', 'कुमार', null],
        ['ΝΙΚΟΣ', 'Łukasz', null],
        ['42', '😀', null],
        ['★', null, null],
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
      ['l', ['ΝΙΚΟΣ Łukasz', 'Bo Li', 'Ada Lovelace']],
      ['jurgen gro', ['Jürgen Groß Studio 54']],
      ['studio 54', ['Jürgen Groß Studio 54']],
      ['иван', ['Иван Петров']],
      ['小龙', ['李 小龙']],
      ['a\\b', ['100% _x_ a\\b']],
      ['engines', ['Analytical Engines']],
      ['groß', ['Jürgen Groß Studio 54']],
      ['GROSS', ['Jürgen Groß Studio 54']],
      ['o’brien–dupont', ["Éloïse O'Brien-Dupont"]],
      ['محمد', ['محمّد कुमार']],
      ['कुमार', ['محمّد कुमार']],
      ['νίκος', ['ΝΙΚΟΣ Łukasz']],
      ['lukasz', ['ΝΙΚΟΣ Łukasz']],
      ['42', ['42 😀']],
      ['٤٢', ['42 😀']],
      ['42 😀', ['42 😀']],
      ['★', ['★']],
      ['\u0301', []],
      ['\u200b', []],
      ['%', []],
      ['_', []],
      ["'", []],
      ['\\', []],
    ])('%j finds %j', async (text, names) => {
      expect(await namesOf(as, text)).toEqual(names);
    });

    test('what a page shows of a customer finds it', async () => {
      const said = fc
        .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
        // What folds to nothing finds nobody: the Arabic stroke, Hangul's letters without a shape.
        .filter((text) => /(?![\u0640\u115F\u1160])[\p{L}\p{N}]/u.test(text.normalize('NFKD')))
        .filter((text) => !/[\0\uFFFD]/u.test(text))
        .filter((text) => text.length <= 40);
      // A search takes 100 characters.
      const email = fc.emailAddress().filter((text) => text.length <= 50);
      const given = fc.record({ first_name: said, last_name: said, company_name: said, email });
      await fc.assert(
        fc.asyncProperty(given, async (body) => {
          const shop = await aShop();
          const { customer_id } = await shop.add(body);
          const { first_name, last_name, company_name, email } = body;
          for (const text of [...Object.values(body), `${first_name} ${last_name}`, `${company_name}, ${email}`])
            expect([text, (await found(shop.as, text)).customers.map(({ id }) => id)]).toEqual([text, [customer_id]]);
        }),
        { numRuns: sized(25, 500) },
      );
    });

    test.each(['', ' ', '\u3000'])('%j is not searched: the newest come first', async (text) => {
      expect((await namesOf(as, text))[0]).toBe('Analytical Engines');
      expect(await namesOf(as, text)).toHaveLength(12);
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
      ['0471 23 45 67', '+32471234567'],
      ['0471 23 45 67', '0032 471 23 45 67'],
      ['+32471234567', '٠٤٧١ ٢٣ ٤٥ ٦٧'],
      ['۰۴۷۱۲۳۴۵۶۷', '+32 (0)471.23.45.67'],
      ['555 1234', '+354 555 1234'],
    ])('%s is found by %s', async (phone, text) => {
      const { as, add } = await aShop();
      await add({ phone: '+4989999999' });
      const { customer_id } = await add({ phone });
      const { customers: matching } = await found(as, text);
      expect(matching.map(({ id }) => id)).toEqual([customer_id]);
    });

    test.each(['12', '0', '+', '-'])('%j is too few of them', async (text) => {
      const { as, add } = await aShop();
      await add({ phone: '+33612345678' });
      expect((await found(as, text)).customers).toEqual([]);
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

  test('of more than a page shows, those who ordered last are first, then the newest', async () => {
    const { as, customer_list_id } = await aShop();
    await customers.db.query(
      `insert into customers (account_id, customer_list_id, id, fields, last_order_at)
       select $1, $2, 'id' || lpad(n::text, 10, '0'), json_build_object('first_name', 'Nina', 'last_name', 'Number' || n,
           'phone', null, 'email', null, 'company_name', null), case n when 3 then now() end
       from generate_series(1, 60) as n`,
      [as.account?.id, customer_list_id],
    );
    const shown = [3, ...Array.from({ length: 49 }, (_, at) => 60 - at)];
    expect(await namesOf(as, 'nina')).toEqual(shown.map((n) => `Nina Number${n}`));
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

  describe('a list of thousands of customers', () => {
    const [account_id, list, other] = [newId(), newId(), newId()];
    /** More than a search compares by name. */
    const count = sized(2_500, 6_000);
    const last = count - 1;
    const as = aCaller({ account: { id: account_id, currency: 'EUR' } });
    beforeAll(async () => {
      await customers.db.query(
        `insert into customer_lists (account_id, id, location_id, timezone, currency, name) values ($1, $2, $3, 'UTC', 'EUR', 'x')`,
        [account_id, list, as.location_id],
      );
      for (let from = 0; from < 2 * count; from += 500)
        await customers.db.query(
          `insert into customers (account_id, customer_list_id, id, fields)
         select $1, case when n < $5 then $2 else $3 end, 'id' || lpad(n::text, 10, '0'),
           json_build_object('first_name', 'Maria', 'last_name', 'Number' || n, 'phone', '+33' || 600000000 + n,
             'email', null, 'company_name', null)
         from generate_series($4::integer, $4 + 499) as n`,
          [account_id, list, other, from, count],
        );
      await customers.db.query('vacuum analyze customers');
    });

    test('one of them is found by name and by phone', async () => {
      expect(await namesOf(as, `number${last}`)).toEqual([`Maria Number${last}`]);
      expect(await namesOf(as, `mar number${last}`)).toEqual([`Maria Number${last}`]);
      expect(await namesOf(as, `0${600_000_000 + last}`)).toEqual([`Maria Number${last}`]);
    });

    test('what too many have finds 50, and says that there are more', async () => {
      const { customers: shown, more } = await found(as, 'maria');
      expect([shown.length, more]).toEqual([50, true]);
      const newest = await found(as, '');
      expect([newest.customers.length, newest.more, newest.customers[0]?.last_name]).toEqual([
        50,
        true,
        `Number${last}`,
      ]);
    });
  });
});

/** Whatever a request takes is given back when its client gives up, wherever the request waits (docs/api/limits.md). */
describe('pages of large customers', () => {
  const readsMax = sized(5, 20);

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
    clients: sized(1, 100),
    db: () => customers.db,
    lockAll: () => lockLargeValues(customers.db, 'customers'),
    begin: (account) => customers.begin(`GET ${lists[account]!.path}`, { as: lists[account]!.as }),
    ...{ slots: readsMax, perAccount: 1, waitingMax: 32 },
  };

  test.each([
    ['wait for it', giveUpWaiting],
    ['have it', giveUpInSlot],
  ])(
    'clients that need a slot for a page of large customers leave all free when they give up while they %s',
    async (_, giveUp) => {
      await giveUp(use);
      expect(new Set(await answersInAllSlots(use))).toEqual(new Set([200]));
    },
  );
});

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
    ['words of a name', { text: 'ada love', isPhone: false, count: 51 }],
    ['digits of a phone', { text: '60000000', isPhone: true, count: 51 }],
  ])(
    '%s are found in the index of names, which leads to customers of the searched list only',
    async (_what, search) => {
      const plan = await planOf((db) => findByText(db, { account_id, id: small }, search));
      expect(indexesIn(plan)).toEqual(['customers_folded']);
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
  let customers: TestCustomers;

  const account_id = newId();

  const list = { account_id, id: 'list1' } as CustomerList;

  // PostgreSQL chooses between two indexes by their sizes: nothing else may have filled them.
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
});
