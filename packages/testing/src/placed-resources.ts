/**
 * The rules that catalogs and customer lists share, as suites that the tests of both services run: what auth asks about
 * resources that a user selects for a connection (docs/api/authentication.md#web-application-flow), and who waits for whom.
 */
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Database, Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { nameOfKind, type SelectionPlace } from '@order-hub/shared/placed-resource';
import { listSelectableRows, type PlacedTableName } from '@order-hub/shared/placed-resource-store';
import type { NewSelectable } from '@order-hub/shared/selectables';
import { aCaller, eventually, type callOn, type TestCaller } from './call.ts';

/** The service under test, once it runs, and what differs between the two. */
export type PlacedResourceTest = {
  service(): { call: ReturnType<typeof callOn>; db: Database };
  name: ServiceName;
  table: PlacedTableName;
  routes: {
    list: string;
    create: string;
    /** The path of the look-up, up to the id. */
    lookUp(account_id: string): string;
    /** What a client sends to rename a resource. */
    rename(id: string): string;
  };
};

/** An account with a location, and what a user fills in for each. */
export function aTenant() {
  const [account_id, location_id] = [newId(), newId()];
  const place = { account_id, currency: 'USD' };
  const given: NewSelectable = { ...place, location_id, timezone: 'Europe/Paris', name: 'Summer' };
  const shared: NewSelectable = { ...place, location_id: null, timezone: 'UTC', name: 'Everywhere' };
  return { account_id, location_id, given, shared };
}

/** The internal calls of auth. */
export function callsOf({ service, name, routes }: PlacedResourceTest) {
  const ask = (route: string, from: ServiceName, body?: object) =>
    service().call(route, { internal: name, from, ...(body && { body }) });
  const list = (place: SelectionPlace, from: ServiceName = 'auth') => ask(routes.list, from, place);
  return {
    list,
    create: (given: object, from: ServiceName = 'auth') => ask(routes.create, from, given),
    lookUp: (account_id: string, id: string, from: ServiceName = 'auth') =>
      ask(`GET ${routes.lookUp(account_id)}/${id}`, from),
    namesOf: async (place: SelectionPlace): Promise<string[]> =>
      (await list(place)).body.items.map((item: { name: string }) => item.name),
  };
}

function testList(subject: PlacedResourceTest): void {
  const { service, table } = subject;
  const { list, create, namesOf } = callsOf(subject);

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

  test('of another account, or of a location of another account, shows nothing of it', async () => {
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
    const unknown = { account_id: newId(), location_id: foreign.location_id };
    expect((await list(unknown)).body).toEqual({ items: [], more: false });
  });

  test('ends at 200 and says that there are more', async () => {
    const { account_id, location_id } = aTenant();
    const { db } = service();
    await db.query({
      text: `insert into ${table.name} (account_id, id, location_id, timezone, currency, name)
             select $1, 'id' || 1000 + n, case when n % 2 = 0 then $2 end, 'UTC', 'EUR', 'n' || n
             from generate_series(1, 200) as n`,
      values: [account_id, location_id],
    });
    for (const place of [location_id, null]) {
      const { items, more } = (await list({ account_id, location_id: place })).body;
      expect([items.length, items[0].id, items[199].id, more]).toEqual([200, 'id1001', 'id1200', false]);
    }
    await db.query({
      text: `insert into ${table.name} (account_id, id, location_id, timezone, currency, name)
             values ($1, 'id1000', $2, 'UTC', 'EUR', 'n')`,
      values: [account_id, location_id],
    });
    for (const place of [location_id, null]) {
      const { items, more } = (await list({ account_id, location_id: place })).body;
      expect([items.length, items[0].id, items[199].id, more]).toEqual([200, 'id1000', 'id1199', true]);
    }
  });
}

function testCreation(subject: PlacedResourceTest): void {
  const { list, create, namesOf } = callsOf(subject);

  test('with a name that is used in the place is 422, as for a client', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    await create(given);
    await create({ ...given, location_id: newId(), name: 'Elsewhere' });
    await create(shared);
    const message = `is the name of another ${nameOfKind[subject.table.kind]}`;
    const used = { status: 422, body: { errors: [{ field: 'name', message }] } };
    for (const name of ['Summer', 'Everywhere']) expect(await create({ ...given, name })).toMatchObject(used);
    for (const name of ['Summer', 'Elsewhere']) expect(await create({ ...shared, name })).toMatchObject(used);
    expect((await create({ ...given, name: 'Elsewhere' })).status).toBe(200);
    expect((await create({ ...given, account_id: newId() })).status).toBe(200);
    expect(await namesOf({ account_id, location_id })).toEqual(['Summer', 'Everywhere', 'Elsewhere']);
  });

  test('of one name several times at once succeeds once', async () => {
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

  test('with an unknown timezone is 422', async () => {
    const { status, body } = await create({ ...aTenant().given, timezone: 'Moon/Crater' });
    expect([status, body.errors[0].field]).toEqual([422, 'timezone']);
  });

  test('is for auth only, as the list is', async () => {
    const { account_id, location_id, given } = aTenant();
    for (const from of ['gateway', 'orders', 'events', subject.name] as const) {
      expect((await list({ account_id, location_id }, from)).status).toBe(401);
      expect((await create(given, from)).status).toBe(401);
    }
    const asClient = await subject.service().call(subject.routes.create, { as: aCaller(), body: given });
    expect(asClient.status).toBe(401);
    expect(await namesOf({ account_id, location_id })).toEqual([]);
  });
}

function testLookUp(subject: PlacedResourceTest): void {
  const { create, lookUp } = callsOf(subject);

  test('gives the name and place', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    const [own, everywhere] = [(await create(given)).body, (await create(shared)).body];
    expect((await lookUp(account_id, own.id)).body).toEqual({ name: 'Summer', location_id });
    expect((await lookUp(account_id, everywhere.id)).body).toEqual({ name: 'Everywhere', location_id: null });
  });

  test('of another account or an unknown id is 404, and for auth only', async () => {
    const { account_id, given } = aTenant();
    const { id } = (await create(given)).body;
    expect((await lookUp(newId(), id)).status).toBe(404);
    expect((await lookUp(account_id, newId())).status).toBe(404);
    expect((await lookUp(account_id, id, 'orders')).status).toBe(401);
  });
}

function testLargeAccount({ service, table }: PlacedResourceTest): void {
  const [account_id, location_id] = [newId(), newId()];
  beforeAll(async () => {
    const { db } = service();
    await db.query({
      text: `insert into ${table.name} (account_id, id, location_id, timezone, currency, name)
             select $1, lpad(n::text, 10, '0'),
               case when n % 100 = 0 then null when n > 99900 then $2 else 'l' || n % 50 end, 'UTC', 'EUR', 'n' || n
             from generate_series(1, 100000) as n`,
      values: [account_id, location_id],
    });
    await db.query({ text: `vacuum analyze ${table.name}` });
  });

  /** The plan of the store's own statement, as it ran. */
  async function planOf(place: SelectionPlace): Promise<string> {
    const plans: string[] = [];
    const query = async ({ text, values }: { text: string; values: unknown[] }) => {
      const { rows } = await service().db.query({ text: `explain (analyze, timing off) ${text}`, values });
      plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'));
      return { rows: [] };
    };
    await listSelectableRows({ query } as unknown as Queryable, table, place);
    return plans.join('\n');
  }

  test('the list of the account reads the start of an index', async () => {
    const plan = await planOf({ account_id, location_id: null });
    expect(plan).toContain(`Index Scan using ${table.name}_pkey`);
    expect(plan).not.toMatch(/Seq Scan|Sort|Rows Removed/);
  });

  test('the list of a location reads the starts of two parts of an index', async () => {
    const plan = await planOf({ account_id, location_id });
    expect(plan.split(`Index Scan using ${table.name}_location`)).toHaveLength(3);
    expect(plan).not.toMatch(/Seq Scan|Rows Removed/);
  });
}

/** The list of the resources that a user can select, the creation of one, and the look-up of the selected one. */
export function testSelectables(subject: PlacedResourceTest): void {
  describe('the list', () => testList(subject));
  describe('a creation', () => testCreation(subject));
  describe('a look-up', () => testLookUp(subject));
  describe('of an account with 100,000', () => testLargeAccount(subject));
}

/** While a transaction gives a name in an account, nobody waits who takes none: the lock on the names comes last. */
export function testNameLock(subject: PlacedResourceTest): void {
  const { service, table, routes } = subject;
  const { kind } = table;
  const { create } = callsOf(subject);
  const rename = (as: TestCaller, id: string, name: string) =>
    service().call(routes.rename(id), { as, body: { name } });

  /** Runs `work` while another transaction has the lock on the names of an account. */
  async function whileNamesAreLocked<Result>(account_id: string, work: () => Promise<Result>): Promise<Result> {
    const client = await service().db.connect();
    try {
      await client.query('begin');
      const lock = `${nameOfKind[kind]} names:${account_id}`;
      await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [lock]);
      return await work();
    } finally {
      await client.query('rollback');
      client.release();
    }
  }

  test('an update that is refused, or keeps the name, does not wait for the names of the account', async () => {
    const { account_id, location_id, given, shared } = aTenant();
    const [own, everywhere] = [(await create(given)).body, (await create(shared)).body];
    const account = { id: account_id, currency: 'USD' };
    const location = { id: location_id, timezone: 'Europe/Paris' };
    const shop = aCaller({ account, location_id, location });
    const reader = { ...shop, scope: `location[all_${table.name}.read]` };
    const statuses = await whileNamesAreLocked(account_id, async () => [
      (await rename(shop, newId(), 'Other')).status,
      (await rename(shop, everywhere.id, 'Other')).status,
      (await rename(reader, own.id, 'Other')).status,
      (await rename(shop, own.id, 'Summer')).status,
    ]);
    expect(statuses).toEqual([404, 401, 403, 200]);
  });

  test('a new name waits for the names of the account', async () => {
    const { account_id, location_id, given } = aTenant();
    const { id } = (await create(given)).body;
    const shop = aCaller({ account: { id: account_id, currency: 'USD' }, location_id });
    const renaming = await whileNamesAreLocked(account_id, async () => {
      const renamed = rename(shop, id, 'Autumn');
      await eventually(async () => {
        const { rowCount } = await service().db.query(
          `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`,
        );
        return rowCount === 1;
      });
      // Not awaited yet: it ends after the lock is released.
      return { renamed };
    });
    expect((await renaming.renamed).status).toBe(200);
  });
}
