/** What auth shows a user to select a customer list from, and creates for one (docs/api/authentication.md#web-application-flow). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { NewSelectable, SelectionPlace } from '@order-hub/shared/selectables';
import { aCaller } from '@order-hub/testing/call';
import { listSelectableRows } from '../src/customer-lists/customer-list.store.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

const list = (place: SelectionPlace, from = 'auth') =>
  customers.call('POST /internal/selectable-customer-lists', { internal: 'customers', from, body: place });
const create = (given: object, from = 'auth') =>
  customers.call('POST /internal/customer-lists', { internal: 'customers', from, body: given });

/** An account, and what a user fills in for one of its locations. */
function aTenant() {
  const [account_id, location_id] = [newId(), newId()];
  const place = { account_id, currency: 'USD' };
  const given: NewSelectable = { ...place, location_id, timezone: 'Europe/Paris', name: 'Summer' };
  const shared: NewSelectable = { ...place, location_id: null, timezone: 'UTC', name: 'Everywhere' };
  return { account_id, location_id, given, shared };
}
const namesOf = async (place: SelectionPlace) =>
  (await list(place)).body.items.map(({ name }: { name: string }) => name);

describe('the list', () => {
  test('of a location has its own and those of its account, oldest first', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    const own = (await create(given)).body;
    const everywhere = (await create(shared)).body;
    const later = (await create({ ...given, name: 'Autumn' })).body;
    await create({ ...given, location_id: newId(), name: 'Elsewhere' });
    expect((await list({ account_id, location_id })).body).toEqual({ items: [own, everywhere, later], more: false });
  });

  test('of an account has those of all its locations', async () => {
    const { account_id, given, shared } = aTenant();
    await create(given);
    await create(shared);
    await create({ ...given, location_id: newId(), name: 'Elsewhere' });
    expect(await namesOf({ account_id, location_id: null })).toEqual(['Summer', 'Everywhere', 'Elsewhere']);
  });

  test('of another account, or of a location that is of another account, shows nothing of it', async () => {
    const [mine, foreign] = [aTenant(), aTenant()];
    await create(foreign.given);
    await create(foreign.shared);
    await create(mine.shared);
    const { account_id } = mine;
    expect(await namesOf({ account_id, location_id: null })).toEqual(['Everywhere']);
    expect((await list({ account_id, location_id: foreign.location_id })).body).toEqual({
      items: [{ id: expect.any(String), name: 'Everywhere', location_id: null }],
      more: false,
    });
    const nobodys = { account_id: newId(), location_id: foreign.location_id };
    expect((await list(nobodys)).body).toEqual({ items: [], more: false });
  });

  test('ends at 200 and says that there are more', async () => {
    const { account_id, location_id } = aTenant();
    await customers.db.query(
      `insert into customer_lists (account_id, id, location_id, timezone, currency, name)
       select $1, 'id' || 1000 + n, case when n % 2 = 0 then $2 end, 'UTC', 'EUR', 'n' || n from generate_series(1, 200) as n`,
      [account_id, location_id],
    );
    for (const place of [location_id, null]) {
      const { items, more } = (await list({ account_id, location_id: place })).body;
      expect([items.length, items[0].id, items[199].id, more]).toEqual([200, 'id1001', 'id1200', false]);
    }
    await customers.db.query(
      `insert into customer_lists (account_id, id, location_id, timezone, currency, name) values ($1, 'id1000', $2, 'UTC', 'EUR', 'n')`,
      [account_id, location_id],
    );
    for (const place of [location_id, null]) {
      const { items, more } = (await list({ account_id, location_id: place })).body;
      expect([items.length, items[0].id, items[199].id, more]).toEqual([200, 'id1000', 'id1199', true]);
    }
  });
});

describe('a creation', () => {
  test('makes an empty list, which its place sees', async () => {
    const { account_id, location_id, given } = aTenant();
    const { status, body } = await create(given);
    expect([status, body]).toEqual([200, { id: expect.any(String), name: 'Summer', location_id }]);
    const location = { id: location_id, timezone: 'Europe/Paris' };
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id, location });
    const [seen] = (await customers.call(`GET /locations/${location_id}/customer_lists`, { as })).body;
    expect(seen).toMatchObject({ id: body.id, name: 'Summer', created_at: expect.stringMatching(/\+0[12]:00$/) });
    expect((await customers.call(`GET /customer_lists/${body.id}/customers`, { as })).body).toEqual([]);
  });

  test('takes customers, whose orders are in the currency of the account', async () => {
    const { account_id, location_id, given } = aTenant();
    const { id } = (await create(given)).body;
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id });
    const body = { first_name: 'Ada' };
    const customer = await customers.call(`POST /customer_lists/${id}/customers`, { as, body });
    expect(customer.body).toMatchObject({ first_name: 'Ada', order_total: '0.00 USD' });
  });

  test('for the account is of no location', async () => {
    const { account_id, shared } = aTenant();
    const { body } = await create(shared);
    expect(body).toEqual({ id: expect.any(String), name: 'Everywhere', location_id: null });
    const as = aCaller({ account: { id: account_id, currency: 'USD' }, location_id: null });
    const [seen] = (await customers.call(`GET /accounts/${account_id}/customer_lists`, { as })).body;
    expect(seen).toMatchObject({ id: body.id, name: 'Everywhere' });
    expect((await customers.call(`GET /customer_lists/${body.id}`, { as: aCaller() })).status).toBe(404);
  });

  test('with a name that is used in the place is 422, as it is for a client', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    await create(given);
    await create({ ...given, location_id: newId(), name: 'Elsewhere' });
    await create(shared);
    const used = {
      status: 422,
      body: { errors: [{ field: 'name', message: 'is the name of another customer list' }] },
    };
    for (const name of ['Summer', 'Everywhere']) expect(await create({ ...given, name })).toMatchObject(used);
    for (const name of ['Summer', 'Elsewhere']) expect(await create({ ...shared, name })).toMatchObject(used);
    expect((await create({ ...given, name: 'Elsewhere' })).status).toBe(200);
    expect((await create({ ...given, account_id: newId() })).status).toBe(200);
    expect(await namesOf({ account_id, location_id })).toEqual(['Summer', 'Everywhere', 'Elsewhere']);
  });

  test('of one name at once succeeds once', async () => {
    const { given } = aTenant();
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422]);
  });

  test.each([
    ['must not be empty', ''],
    ['must not be empty', ' '],
    ['must have at most 255 characters', 'x'.repeat(256)],
    ['must not hold the character U+0000', 'a\u0000b'],
    ['must be a text', undefined],
    ['must be a text', 7],
  ])('with a name that %s is 422', async (message, name) => {
    const { account_id, given } = aTenant();
    const { status, body } = await create({ ...given, name });
    expect([status, body.errors]).toEqual([422, [{ field: 'name', message }]]);
    expect(await namesOf({ account_id, location_id: null })).toEqual([]);
  });

  test('with the longest name shows it as it is', async () => {
    const { account_id, given } = aTenant();
    const name = `"<é>\\${'😀'.repeat(250)}`;
    expect((await create({ ...given, name })).body.name).toBe(name);
    expect(await namesOf({ account_id, location_id: null })).toEqual([name]);
  });

  test('with a timezone that there is not is 422', async () => {
    const { status, body } = await create({ ...aTenant().given, timezone: 'Moon/Crater' });
    expect([status, body.errors[0].field]).toEqual([422, 'timezone']);
  });
});

test('only auth may ask', async () => {
  const { account_id, location_id, given } = aTenant();
  for (const from of ['gateway', 'orders', 'events', 'catalog']) {
    expect((await list({ account_id, location_id }, from)).status).toBe(401);
    expect((await create(given, from)).status).toBe(401);
  }
  expect((await customers.call('POST /internal/customer-lists', { as: aCaller(), body: given })).status).toBe(401);
  expect(await namesOf({ account_id, location_id })).toEqual([]);
});

describe('of an account with 100,000', () => {
  const [account_id, location_id] = [newId(), newId()];
  beforeAll(async () => {
    await customers.db.query(
      `insert into customer_lists (account_id, id, location_id, timezone, currency, name)
       select $1, lpad(n::text, 10, '0'),
         case when n % 100 = 0 then null when n > 99900 then $2 else 'l' || n % 50 end, 'UTC', 'EUR', 'n' || n
       from generate_series(1, 100000) as n`,
      [account_id, location_id],
    );
    await customers.db.query('vacuum analyze customer_lists');
  }, 60_000);

  /** The plan of the store's own statement, as it was run. */
  async function planOf(place: SelectionPlace): Promise<string> {
    let plan = '';
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await customers.db.query(`explain (analyze, timing off) ${text}`, values);
      plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      return { rows: [] };
    };
    await listSelectableRows({ query } as unknown as Queryable, place, 201);
    return plan;
  }

  test('the list of the account is the beginning of an index', async () => {
    const plan = await planOf({ account_id, location_id: null });
    expect(plan).toMatch(/Index Scan using customer_lists_pkey/);
    expect(plan).not.toMatch(/Seq Scan|Sort|Rows Removed/);
  });

  test('the list of a location is the beginnings of two parts of an index', async () => {
    const plan = await planOf({ account_id, location_id });
    expect(plan.match(/Index Scan using customer_lists_location/g)).toHaveLength(2);
    expect(plan).not.toMatch(/Seq Scan|Rows Removed/);
  });
});
