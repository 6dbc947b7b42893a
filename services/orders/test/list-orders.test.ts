import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { idFloor, newId } from '@order-hub/shared/ids';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { exportOrders, type OrderSearch, searchOrders } from '@order-hub/shared/order-search-calls';
import type { Role } from '@order-hub/shared/roles';
import { aCaller, aPlace, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import fc from 'fast-check';
import { sized } from '@order-hub/testing/extent';
import { messageOf } from '@order-hub/testing/service';
import { listOrderRows, type ListScope } from '../src/orders/listing/order-page.store.ts';
import type { OrderFilters } from '../src/orders/order.schema.ts';
import { findOrders } from '../src/orders/searching/order-search.store.ts';
import { aCustomer, anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { addYears } from './partitions.ts';
import { startTestOrders, type TestOrders } from './service.ts';

const pageBytesMax = sized(2_097_152, 8_388_608);
let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders({ settings: { PAGE_BYTES_MAX: `${pageBytesMax}` } });
});
afterAll(() => orders.close());

/** Lists of orders (docs/api/orders.md#lists): who may read them, and each filter alone and with others. */
describe('lists of orders', () => {
  let now = new Date('2026-03-01T12:00:00Z');

  let orders: TestOrders;

  const web = aCaller({ client_name: 'Website' });

  const { account, location_id, location } = web;

  const epos = aCaller({ client_name: 'EPOS', account, location_id, location });

  const sibling = aCaller({ client_name: 'Website', client_id: web.client_id, account });

  const owner = aCaller({ client_name: 'Website', client_id: web.client_id, account, location_id: null, location });

  const path = `/locations/${location_id}/orders`;

  const accountPath = `/accounts/${account?.id}/orders`;

  /** Order ids by their names in these tests. */
  const ids: Record<string, string> = {};

  async function place(name: string, as: TestCaller, body: object = {}) {
    now = new Date(now.getTime() + 60_000);
    const answer = await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(body) });
    ids[name] = answer.body.id;
  }

  beforeAll(async () => {
    orders = await startTestOrders({ now: () => now });
    for (const id of ['c1', 'c2']) orders.customers.known.set(id, { customer: aCustomer(id), private_refs: null });
    await place('a', web, { private_ref: 'A' }); // 12:01
    await place('b', web, { status: 'accepted', customer_id: 'c1' }); // 12:02
    await place('c', epos, { status: 'accepted', customer_id: 'c1', private_ref: 'A' }); // 12:03
    await place('d', sibling, { private_ref: 'A', customer_id: 'c1' }); // 12:04
    await place('e', web, { status: 'accepted', customer_id: 'c2' }); // 12:05
    await place('z', aCaller({ client_name: 'Website' }), { private_ref: 'A' }); // of another account
  });

  afterAll(() => orders.close());

  const names = (body: { id: string }[]) =>
    body.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)).join('');

  async function found(url: string, as: TestCaller = web) {
    const { status, body } = await orders.call(`GET ${url}`, { as });
    expect(status).toBe(200);
    return names(body);
  }

  test('oldest first, each order as a retrieval returns it', async () => {
    const { body } = await orders.call(`GET ${path}`, { as: web });
    expect(names(body)).toBe('abce');
    for (const order of body) {
      expect((await orders.call(`GET ${path}/${order.id}`, { as: web })).body).toEqual(order);
    }
  });

  test("the account's list contains the orders of all its locations, and no others", async () => {
    expect(await found(accountPath, owner)).toBe('abcde');
    expect(await found(path, owner)).toBe('abce');
  });

  describe('filters', () => {
    test.each([
      ['private_ref=A', 'a', 'ad'],
      ['private_ref=B', '', ''],
      ['status=accepted', 'bce', 'bce'],
      ['status=rejected', '', ''],
      ['created_by=Website', 'abe', 'abde'],
      ['created_by=EPOS', 'c', 'c'],
      ['created_by=website', '', ''],
      ['created_by=', '', ''],
      ['customer_id=c1', 'bc', 'bcd'],
      ['customer_id=nobody', '', ''],
      ['after=2026-03-01T12:03:00Z', 'ce', 'cde'],
      ['before=2026-03-01T12:03:00Z', 'ab', 'ab'],
      ['after=2026-03-01T12:02:00Z&before=2026-03-01T12:05:00Z', 'bc', 'bcd'],
      ['after=2026-03-01T13:03:00%2B01:00', 'ce', 'cde'],
      ['after=2026-03-01T13:03:00+01:00', 'ce', 'cde'],
      ['before=2026-03-01T07:03:00-05:00', 'ab', 'ab'],
      ['after=1969-01-01T00:00:00Z&before=9999-01-01T00:00:00Z', 'abce', 'abcde'],
      ['after=2026-03-01T12:03:00Z&before=2026-03-01T12:03:00Z', '', ''],
      ['status=accepted&created_by=Website', 'be', 'be'],
      ['status=accepted&customer_id=c1', 'bc', 'bc'],
      ['status=accepted&customer_id=c1&created_by=EPOS&after=2026-03-01T12:03:00Z', 'c', 'c'],
      ['private_ref=A&created_by=Website', 'a', 'ad'],
      ['private_ref=A&customer_id=c1', '', 'd'],
      ['private_ref=A&status=accepted', '', ''],
      ['unknown=1', 'abce', 'abcde'],
    ])('%s', async (query, ofLocation, ofAccount) => {
      expect(await found(`${path}?${query}`)).toBe(ofLocation);
      expect(await found(`${accountPath}?${query}`, owner)).toBe(ofAccount);
    });

    test('after is inclusive, before exclusive; both compare with created_at as shown', async () => {
      const { body } = await orders.call(`GET ${path}/${ids['b']}`, { as: web });
      const shown = encodeURIComponent(body.created_at);
      expect(await found(`${path}?after=${shown}&count=1`)).toBe('b');
      expect(await found(`${path}?before=${shown}`)).toBe('a');
    });

    test('the status is the current one', async () => {
      await orders.call(`PATCH ${path}/${ids['a']}`, { as: web, body: { status: 'cancelled' } });
      expect(await found(`${path}?status=cancelled`)).toBe('a');
      await orders.call(`PATCH ${path}/${ids['a']}`, { as: web, body: { status: 'new' } });
      expect(await found(`${path}?status=cancelled`)).toBe('');
    });
  });

  describe('refused', () => {
    test.each([
      ['status=done', 422],
      ['status=', 422],
      ['after=2026-03-01', 400],
      ['before=2026-03-01T12:00:00', 400],
      ['after=', 400],
      ['count=0', 400],
      ['count=-1', 400],
      ['count=1.5', 400],
      ['count=', 400],
      ['count=ten', 400],
      ['cursor=nonsense', 400],
      ['status=new&status=new', 400],
      ['private_ref=%00', 400],
      ['created_by=a%00', 400],
      ['customer_id=%00', 400],
    ])('%s', async (query, status) => {
      for (const [url, as] of [
        [path, web],
        [accountPath, owner],
      ] as const) {
        const answer = await orders.call(`GET ${url}?${query}`, { as });
        expect([answer.status, typeof answer.body.message]).toEqual([status, 'string']);
      }
    });

    test.each<[string, string, TestCaller | undefined, number]>([
      ['nobody', path, undefined, 401],
      ['nobody', accountPath, undefined, 401],
      ['a connection without orders.read', path, { ...web, scope: 'location[catalog.write]' }, 403],
      ['an account connection without orders.read', accountPath, { ...owner, scope: 'account[catalog.write]' }, 403],
      ['a location connection', accountPath, web, 403],
      ['a location connection of another account', accountPath, aCaller(), 403],
      ['an account connection of another account', accountPath, aCaller({ location_id: null }), 404],
      ['a connection of a sibling location', path, sibling, 404],
      ['an account connection of another account, at the location', path, aCaller({ location_id: null }), 404],
    ])('%s at %s', async (_who, url, as, status) => {
      expect((await orders.call(`GET ${url}`, { as })).status).toBe(status);
    });
  });
});

/** Pages (docs/api/conventions.md#pagination), on lists of orders. */
describe('pages of lists', () => {
  const list = (as: TestCaller, query = '', path = `/locations/${as.location_id}/orders`) =>
    orders.call(`GET ${path}?${query}`, { as });

  const next = (answer: { headers: Headers }) => answer.headers.get('x-cursor-next');

  /** A caller of a location that has `count` orders. */
  async function withOrders(count: number) {
    const as = aCaller();
    const { body } = await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder() });
    await copyOrder(orders.db, body.id, count - 1);
    return as;
  }

  test.each([
    [1, undefined, 1, false],
    [100, undefined, 100, false],
    [101, undefined, 100, true],
    [5, 5, 5, false],
    [5, 4, 4, true],
    [5, 1, 1, true],
  ])(
    'of %d orders, count %s: %d, and X-Cursor-Next only when there are more',
    async (stored, count, shown, hasMore) => {
      const answer = await list(await withOrders(stored), count === undefined ? '' : `count=${count}`);
      expect(answer.body).toHaveLength(shown);
      expect(next(answer) !== null).toBe(hasMore);
    },
  );

  test('no orders: an empty page without a cursor', async () => {
    const answer = await list(aCaller());
    expect([answer.status, answer.body, next(answer)]).toEqual([200, [], null]);
  });

  describe('a cursor', () => {
    test('leads through the list and can be used again; an empty one starts the list', async () => {
      const as = await withOrders(5);
      const all = (await list(as)).body;
      const first = await list(as, 'count=2&cursor=');
      const second = await list(as, `count=2&cursor=${next(first)}`);
      const third = await list(as, `count=2&cursor=${next(second)}`);
      expect([...first.body, ...second.body, ...third.body]).toEqual(all);
      expect(next(third)).toBeNull();
      expect((await list(as, `count=100&cursor=${next(first)}`)).body).toEqual(all.slice(2));
    });

    test('works with its filters', async () => {
      const as = await withOrders(5);
      const first = await list(as, 'count=2&status=new');
      const second = await list(as, `count=2&status=new&cursor=${next(first)}`);
      expect(second.body).toHaveLength(2);
    });

    test.each<[string, (as: TestCaller, cursor: string) => Promise<{ status: number; body: any }>]>([
      ['with another filter', (as, cursor) => list(as, `status=new&cursor=${cursor}`)],
      ['of another connection', (as, cursor) => list({ ...as, connection_id: 'other' }, `cursor=${cursor}`)],
      [
        'of another list',
        (as, cursor) => {
          const owner = { ...as, location_id: null, scope: 'account[orders.read]' };
          return list(owner, `cursor=${cursor}`, `/accounts/${as.account?.id}/orders`);
        },
      ],
      [
        'of another location',
        (as, cursor) => list(aCaller({ account: as.account, connection_id: as.connection_id }), `cursor=${cursor}`),
      ],
      [
        'changed by a character',
        (as, cursor) => list(as, `cursor=${cursor.slice(0, -1)}${cursor.endsWith('A') ? 'B' : 'A'}`),
      ],
      ['cut short', (as, cursor) => list(as, `cursor=${cursor.slice(0, 10)}`)],
      ['forged from an id', (as) => list(as, `cursor=${'0'.repeat(20)}`)],
      ['far too long', (as) => list(as, `cursor=${'A'.repeat(5_000)}`)],
    ])('%s is 400', async (_case, use) => {
      const as = await withOrders(3);
      const { status, body } = await use(as, next(await list(as, 'count=1'))!);
      expect([status, body.error_type]).toEqual([400, 'bad_request']);
    });
  });

  test('lists each order once, while more are created', async () => {
    const as = await withOrders(sized(500, 5_000));
    const path = `/locations/${as.location_id}/orders`;
    const before = (await orders.db.query('select id from orders where location_id = $1', [as.location_id])).rows;

    let pending = sized(100, 1_000);
    const create = async () => {
      while (pending-- > 0) expect((await orders.call(`POST ${path}`, { as, body: anOrder() })).status).toBe(200);
    };
    const creating = Promise.all(Array.from({ length: 8 }, create));

    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const answer = await list(as, `count=100&cursor=${cursor}`);
      seen.push(...answer.body.map(({ id }: { id: string }) => id));
      cursor = next(answer);
    }
    await creating;

    expect(new Set(seen).size).toBe(seen.length);
    expect(before.filter(({ id }) => !seen.includes(id))).toEqual([]);
    expect(seen).toEqual([...seen].sort());
  });
});

/** Every filter of a list has an index, which each partition of a large table uses: a page costs the same at any size. */
describe('indexes of lists', () => {
  let orders: TestOrders;

  const as = aCaller();

  const account_id = as.account!.id;

  beforeAll(async () => {
    orders = await startTestOrders();
    const { body } = await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder() });
    const partitions = await addYears(orders.db, 2030);
    const columns = {
      location_id: `'location' || n % 10`,
      status: `case n % 200 when 0 then 'rejected' when 1 then 'cancelled' else 'completed' end`,
      created_by: `case n % 150 when 0 then 'Kiosk' else 'Website' end`,
      customer_id: `case n % 4 when 0 then 'customer' || n % 999 end`,
      private_refs: `case n % 2 when 0 then jsonb_build_object('client', jsonb_build_object('self', 'ref' || n)) end`,
    };
    // 20,000 orders of 10 locations over four years; statuses, clients and customers are spread so that each filter selects a few.
    const idAt = (index: number) => newId(new Date(Date.UTC(2026 + Math.floor(index / 5_000), 6)));
    await copyOrder(orders.db, body.id, { count: 20_000, idAt }, columns);
    // As autovacuum does: it does not analyse the newest partition, which is empty.
    await orders.db.query(`analyze ${partitions.slice(0, -1).join(', ')}`);
  });

  afterAll(() => orders.close());

  /** The indexes of the table to which the partitions' indexes belong. */
  async function wholeIndexes(names: string[]): Promise<string[]> {
    const { rows } = await orders.db.query(
      'select distinct inhparent::regclass::text as name from pg_inherits where inhrelid = any ($1::regclass[])',
      [names],
    );
    return rows.map(({ name }) => name);
  }

  /** The indexes in the plan of the store's own statement, and how many partitions it reads: its connection explains it instead. */
  async function planOf(scope: Omit<ListScope, 'account_id' | 'client_id'>, filters: Partial<OrderFilters>) {
    let plan = '';
    const explaining = {
      async query(text: string, values: unknown[]) {
        const { rows } = await orders.db.query(`explain ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    const all = { count: 100, ...filters };
    await listOrderRows(explaining as never, { account_id, client_id: 'client', ...scope }, all, 8_388_608);
    expect(plan).not.toMatch(/Seq Scan/);
    // Of the newest partition, which is empty, any index will do.
    const used = [...plan.matchAll(/(?:using|Index Scan on) (orders_(?!from_2030)\w+)/g)].map(
      ([, name]) => name as string,
    );
    return { plan, partitions: used.length, indexes: await wholeIndexes(used) };
  }

  const indexesOf = async (...list: Parameters<typeof planOf>) => (await planOf(...list)).indexes;

  const inLocation = { location_id: 'location3' };

  const cursor = newId(new Date('2026-01-01T00:00:00Z'));

  describe('of a location', () => {
    test.each<[string, Partial<OrderFilters>, string]>([
      ['no filter', {}, 'orders_location'],
      ['a cursor', { cursor }, 'orders_location'],
      ['after', { after: '2020-01-01T00:00:00Z' }, 'orders_location'],
      ['before', { before: '2100-01-01T00:00:00Z' }, 'orders_location'],
      ['status', { status: 'rejected' }, 'orders_location_status'],
      ['status and a cursor', { status: 'cancelled', cursor }, 'orders_location_status'],
      ['created_by', { created_by: 'Kiosk' }, 'orders_location_created_by'],
      ['customer_id', { customer_id: 'customer7' }, 'orders_customer'],
      ['private_ref', { private_ref: 'ref500' }, 'orders_private_refs'],
      ['private_ref and status', { private_ref: 'ref500', status: 'completed' }, 'orders_private_refs'],
    ])('%s', async (_filter, filters, index) => {
      expect(await indexesOf(inLocation, filters)).toEqual([index]);
    });
  });

  describe('of an account', () => {
    test.each<[string, Partial<OrderFilters>, string]>([
      ['no filter', {}, 'orders_pkey'],
      ['a cursor', { cursor }, 'orders_pkey'],
      ['after and before', { after: '2020-01-01T00:00:00Z', before: '2100-01-01T00:00:00Z' }, 'orders_pkey'],
      ['status', { status: 'rejected' }, 'orders_status'],
      ['created_by', { created_by: 'Kiosk' }, 'orders_created_by'],
      ['customer_id', { customer_id: 'customer7' }, 'orders_customer'],
      ['private_ref', { private_ref: 'ref500' }, 'orders_private_refs'],
    ])('%s', async (_filter, filters, index) => {
      expect(await indexesOf({}, filters)).toEqual([index]);
    });
  });

  test('an empty result uses an index too', async () => {
    expect(await indexesOf({}, { status: 'in_delivery' })).toEqual(['orders_status']);
    const either = ['orders_created_by', 'orders_location_created_by'];
    expect(either).toEqual(expect.arrayContaining(await indexesOf(inLocation, { created_by: 'nobody' })));
  });

  describe('of the three partitions with orders, a list reads', () => {
    test.each<[string, number, Partial<OrderFilters>]>([
      ['those from the cursor on', 1, { cursor: newId(new Date('2029-03-01T00:00:00Z')) }],
      ['those of the time in the filter', 1, { after: '2028-03-01T00:00:00Z', before: '2028-04-01T00:00:00Z' }],
      ['all of them without either', 3, {}],
    ])('%s', async (_which, partitions, filters) => {
      expect(await planOf(inLocation, filters)).toMatchObject({ partitions });
    });
  });

  test('a page ends with its last order: partitions in order, each only when it is needed', async () => {
    const { plan } = await planOf(inLocation, {});
    expect(plan).toMatch(/Limit[^\n]*\n\s*-> {2}Append/);
    expect(plan).not.toMatch(/Sort|Merge Append/);
  });
});

/** Pages of large orders end at a number of bytes (docs/api/conventions.md#pagination). */
describe('pages of large orders', () => {
  /** Eight of these are a page. */
  const largeBytes = sized(250_000, 1_000_000);

  const pathOf = (as: TestCaller) => `/locations/${as.location_id}/orders`;

  const list = (as: TestCaller, query: string, path = pathOf(as)) => orders.call(`GET ${path}?${query}`, { as });

  /** An order of about so many bytes. */
  const orderOf = (bytes: number) =>
    anOrder({
      items: Array.from({ length: Math.ceil(bytes / 10_300) }, () => anItem({ customer_notes: 'x'.repeat(10_000) })),
    });

  const create = async (as: TestCaller, body: object): Promise<string> => {
    const { status, body: order } = await orders.call(`POST ${pathOf(as)}`, { as, body });
    expect(status).toBe(200);
    return order.id;
  };

  /** The ids on each page of a list. */
  async function walk(as: TestCaller, query = 'count=100', path = pathOf(as)): Promise<string[][]> {
    const pages: string[][] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const { status, body, headers } = await list(as, `${query}&cursor=${cursor}`, path);
      expect(status).toBe(200);
      expect(Buffer.byteLength(JSON.stringify(body))).toBeLessThanOrEqual(pageBytesMax + 1_048_576);
      pages.push(body.map(({ id }: { id: string }) => id));
      cursor = headers.get('x-cursor-next');
    }
    return pages;
  }

  /** All ids of a location, oldest first. */
  const idsOf = async ({ location_id }: TestCaller): Promise<string[]> =>
    (await orders.db.query('select id from orders where location_id = $1 order by id', [location_id])).rows.map(
      ({ id }) => id,
    );

  test('a page ends at its number of bytes; its cursor leads through all orders, each once', async () => {
    const as = aCaller();
    await copyOrder(orders.db, await create(as, orderOf(largeBytes)), 24);
    const pages = await walk(as);
    expect(pages.map(({ length }) => length)).toEqual([8, 8, 8, 1]);
    expect(pages.flat()).toEqual(await idsOf(as));
  });

  test('the list of an account and a filtered list end there, too', async () => {
    const as = aCaller();
    await copyOrder(orders.db, await create(as, orderOf(largeBytes)), 9);
    const owner = { ...as, location_id: null, scope: 'account[orders.read]' };
    expect((await walk(owner, 'status=new', `/accounts/${as.account?.id}/orders`)).map(({ length }) => length)).toEqual(
      [8, 2],
    );
  });

  test('small and large orders in turns: none is lost, none is listed twice, while others are created', async () => {
    const as = aCaller();
    for (let time = 0; time < sized(3, 12); time += 1) {
      await copyOrder(orders.db, await create(as, anOrder()), 20);
      await create(as, orderOf(largeBytes));
    }
    const before = await idsOf(as);
    let pending = sized(15, 60);
    const creating = Promise.all(
      Array.from({ length: 3 }, async () => {
        while (pending-- > 0) await create(as, orderOf(pending % 10 === 0 ? 300_000 : 1_000));
      }),
    );
    const seen = (await walk(as)).flat();
    await creating;
    expect(seen).toEqual([...new Set(seen)].sort());
    expect(before.filter((id) => !seen.includes(id))).toEqual([]);
  });

  test("a client's own private refs count", async () => {
    const as = aCaller();
    const payment = { amount: '1.00 EUR', private_ref: '🍕'.repeat(255) };
    const id = await create(
      as,
      anOrder({ items: [], payments: Array.from({ length: sized(200, 800) }, () => payment) }),
    );
    await copyOrder(orders.db, id, 19);
    const pages = await walk(as);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.flat()).toEqual(await idsOf(as));
  });

  test('PostgreSQL sends no more than a page', async () => {
    const as = aCaller();
    await copyOrder(orders.db, await create(as, orderOf(largeBytes)), 19);
    let bytes = 0;
    const measured = {
      async query(text: string, values: unknown[]) {
        const answer = await orders.db.query(text, values);
        bytes = answer.rows.reduce((sum, { document }) => sum + Buffer.byteLength(document), 0);
        return answer;
      },
    };
    const scope = { account_id: as.account?.id ?? '', client_id: as.client_id };
    await listOrderRows(measured as never, scope, { count: 100 }, pageBytesMax);
    expect(bytes).toBeGreaterThan(pageBytesMax / 2);
    expect(bytes).toBeLessThanOrEqual(pageBytesMax);
  });

  describe('one order', () => {
    test('that is larger than a page of small ones is retrieved and listed whole', async () => {
      const as = aCaller();
      const id = await create(as, orderOf(1_000_000));
      const { body } = await orders.call(`GET ${pathOf(as)}/${id}`, { as });
      expect(body.items).toHaveLength(98);
      expect((await list(as, 'count=1')).body).toEqual([body]);
    });
  });
});

/** The search of a location's orders, for the back office (docs/api/back-office.md#orders). */
describe('searching orders', () => {
  let as = aCaller();

  beforeEach(() => {
    as = aCaller();
  });

  const create = async (given: object = {}) =>
    (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(given) })).body;

  const userOf = (account_id = as.account?.id ?? null, location_id = as.location_id, role: Role = 'owner') =>
    aPrincipal({ place: aPlace({ account_id, location_id, role }) });

  const post = (body: unknown, user = userOf()) => orders.call('POST /internal/order-search', { user, body });

  const search = async (input: OrderSearch, user = userOf()) =>
    searchOrders.reply.parse((await post(input, user)).body);

  const found = async (input: OrderSearch, user = userOf()) => (await search(input, user)).orders.map(({ id }) => id);

  test('shows the newest first, as a person at a counter looks for them', async () => {
    const order = await create({
      ...{ ref: 'WEB-1', collection_code: '42', service_type: 'collection', channel: 'Web shop' },
      expected_time: '2026-03-01T18:30:00+01:00',
      customer: { first_name: 'Ada', last_name: 'Lovelace', phone: '+33 6 12 34 56 78' },
    });
    const second = await create();
    const { orders: shown, ...end } = await search({});
    expect(end).toEqual({ next: null, searched_to: null });
    expect(shown.map(({ id }) => id)).toEqual([second.id, order.id]);
    expect(shown[1]).toEqual({
      ...{ id: order.id, ref: 'WEB-1', collection_code: '42', status: 'new', channel: 'Web shop', items: 1 },
      ...{ service_type: 'collection', created_at: order.created_at, expected_time: order.expected_time },
      ...{ total: order.total, customer_name: 'Ada Lovelace', phone: '+33 6 12 34 56 78' },
    });
    expect(shown[0]).toMatchObject({ customer_name: null, phone: null, ref: null });
  });

  describe('finds an order by', () => {
    let id = '';
    beforeEach(async () => {
      const customer = {
        first_name: 'José',
        last_name: 'Ångström',
        company_name: 'Café Été',
        email: 'José@example.com',
        phone: '+33 6 12 34 56 78',
      };
      id = (await create({ ref: 'Web-0815', collection_code: 'K7', channel: 'Foodora', status: 'accepted', customer }))
        .id;
      await create({ ref: 'other', collection_code: 'no', customer: { first_name: 'Ann', phone: '555 0000' } });
      await create();
    });

    test.each<[string, OrderSearch]>([
      ['its ref', { number: 'Web-0815' }],
      ['a part of its ref, in small letters', { number: ' eb-081' }],
      ['its collection code', { number: 'k7' }],
      ['its name without accents', { name: 'jose angstrom' }],
      ['its name with other accents, in any order', { name: 'ÅNGSTRÖM  José' }],
      ['a part of its name', { name: 'gstr' }],
      ['its company', { name: 'cafe' }],
      ['its phone as it is written', { phone: '+33 6 12 34 56 78' }],
      ['its phone as people in the country write it', { phone: '06.12.34.56.78' }],
      ['the end of its phone', { phone: '5678' }],
      ['the number that pages show, after its sign', { number: '#k7' }],
      ['its name in another spelling', { name: 'ＪＯＳÉ Ángström' }],
      ['its email address', { name: 'jose@example.com' }],
      ['its phone with the international prefix', { phone: '0033 6 12 34 56 78' }],
      ['its phone in Arabic digits', { phone: '٠٦ ١٢ ٣٤ ٥٦ ٧٨' }],
      ['its state', { status: 'accepted' }],
      ['its channel', { channel: 'foodora' }],
      ['all of it', { number: '0815', name: 'josé', phone: '612345678', status: 'accepted', channel: 'food' }],
    ])('%s', async (_what, filters) => {
      expect(await found(filters)).toEqual([id]);
    });

    test('its id, however old it is and whatever else is searched for', async () => {
      expect(await found({ number: id })).toEqual([id]);
      expect(await found({ number: id.toUpperCase() })).toEqual([id]);
      expect(await found({ number: id, name: 'Ann' })).toEqual([]);
      expect(await found({ number: newId() })).toEqual([]);
    });

    test.each<[string, OrderSearch]>([
      ['another number', { number: 'Web-0816' }],
      ['one word too many', { name: 'jose angstrom smith' }],
      ['another phone', { phone: '612345679' }],
      ['another state', { status: 'completed' }],
      ['a state that does not exist', { status: "' or true --" }],
      ['wildcards of SQL', { number: '%' }],
      ['wildcards in a name', { name: '_' }],
      ['a number that nobody can see', { number: '\u0301' }],
      ['a name that nobody can see', { name: '\u200b' }],
      ['a channel that nobody can see', { channel: '\u00ad' }],
    ])('but not by %s', async (_what, filters) => {
      expect(await found(filters)).toEqual([]);
    });
  });

  test('a text of spaces does not filter, and a phone needs three digits', async () => {
    const { id } = await create();
    expect(await found({ number: '  ', name: '\u3000', channel: '' })).toEqual([id]);
    expect((await post({ phone: '1-2' })).body.errors).toEqual([
      { field: 'phone', message: 'must have at least 3 digits of the phone number', code: 'too_short' },
    ]);
  });

  test('the number that pages show of an order without a ref is the end of its id', async () => {
    const { id } = await create();
    const shown = id.slice(-4).toUpperCase();
    for (const number of [shown, `#${shown}`, `#${shown.toLowerCase()}`, `#${id}`])
      expect(await found({ number })).toEqual([id]);
  });

  test('what a page shows of an order finds it', async () => {
    const said = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      // What folds to nothing finds nobody: a line below nothing, the Arabic stroke, Hangul's letters without a shape.
      .filter((text) => /(?![\u0640\u115F\u1160])[\p{L}\p{N}\p{P}\p{S}]/u.test(text.normalize('NFKD')))
      .filter((text) => !/[\0\uFFFD]/u.test(text))
      // A search takes 100 characters.
      .filter((text) => text.length <= 40);
    const digits = fc.array(fc.constantFrom(...'0123456789٤۷ -./'), { minLength: 3, maxLength: 12 });
    const phone = digits.map((parts) => parts.join('')).filter((text) => text.replace(/\P{Nd}/gu, '').length >= 3);
    const given = fc.record({
      ref: said,
      collection_code: said,
      channel: said,
      first_name: said,
      last_name: said,
      phone,
    });
    const ofSigns = { ref: '1', collection_code: '2', channel: 'web', first_name: '!', last_name: '?', phone: '123' };
    await fc.assert(
      fc.asyncProperty(given, async ({ ref, collection_code, channel, ...customer }) => {
        as = aCaller();
        const { id, customer: shown } = await create({ ref, collection_code, channel, customer });
        const { first_name, last_name } = shown;
        const filters: OrderSearch[] = [
          ...[ref, collection_code, `#${collection_code}`, `#${id.slice(-4)}`].map((number) => ({ number })),
          ...[first_name, last_name, `${first_name} ${last_name}`, `${last_name}, ${first_name}`].map((name) => ({
            name,
          })),
          ...[{ phone: shown.phone }, { channel }],
        ];
        for (const filter of filters) expect([filter, await found(filter)]).toEqual([filter, [id]]);
      }),
      { examples: [[ofSigns]], numRuns: sized(25, 500) },
    );
  });

  test.each<[string, object, string]>([
    ['a name that is too long', { name: 'a'.repeat(101) }, 'name'],
    ['a number that is no text', { number: 1 }, 'number'],
    ['a day that does not exist', { from: '2026-02-30' }, 'from'],
    ['a time in place of a day', { to: '2026-02-03T10:00:00Z' }, 'to'],
    ['a cursor that is too long', { before: 'a'.repeat(65) }, 'before'],
  ])('%s: 422', async (_what, input, field) => {
    const { status, body } = await post(input);
    expect(status).toBe(422);
    expect(body.errors[0].field).toBe(field);
  });

  test('days are those of the location, also when its clocks change', async () => {
    const { id } = await create();
    // In Paris, 29 March 2026 lasts from 23:00 the day before to 22:00 in UTC.
    const at = ['2026-03-28T22:59:59Z', '2026-03-28T23:00:00Z', '2026-03-29T21:59:59Z', '2026-03-29T22:00:00Z'];
    const [before, first, last, after] = at.map((time) => newId(new Date(time)));
    const ids = [before, first, last, after].map(String);
    await copyOrder(orders.db, id, { count: 4, idAt: (index) => ids[index] ?? '' });
    expect(await found({ from: '2026-03-29', to: '2026-03-29' })).toEqual([last, first]);
    expect(await found({ from: '2026-03-29', to: '2026-03-30' })).toEqual([after, last, first]);
    expect(await found({ to: '2026-03-28' })).toEqual([before]);
    expect(await found({ from: '2026-03-30', to: '2026-03-29' })).toEqual([]);
    expect(await found({ from: '0001-01-01', to: '9999-12-31' })).toEqual([id, after, last, first, before]);
  });

  test.each([
    ['America/Santiago', '2026-09-06', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
    ['America/Havana', '2026-03-08', '2026-03-08T05:00:00Z', '2026-03-09T04:00:00Z'],
    ['America/Havana', '2026-11-01', '2026-11-01T04:00:00Z', '2026-11-02T05:00:00Z'],
    ['Asia/Beirut', '2026-03-29', '2026-03-28T22:00:00Z', '2026-03-29T21:00:00Z'],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
  ])('in %s, %s begins at its first moment', async (timezone, day, start, end) => {
    const { id } = await create();
    const ids = [start, end].flatMap((time) => [newId(new Date(Date.parse(time) - 1)), newId(new Date(time))]);
    const [before = '', first, last, after = ''] = ids;
    await copyOrder(orders.db, id, { count: 4, idAt: (index) => ids[index] ?? '' });
    const { account_id, location_id } = { account_id: as.account?.id ?? null, location_id: as.location_id };
    const user = aPrincipal({ place: aPlace({ account_id, location_id, role: 'owner', timezone }) });
    expect(await found({ from: day, to: day }, user)).toEqual([last, first]);
    expect(await found({ to: day }, user)).toEqual([last, first, before]);
    expect(await found({ from: day, to: '2026-12-31' }, user)).toEqual(expect.arrayContaining([after]));
  });

  test("another location's and another account's orders do not exist", async () => {
    const { id } = await create({ ref: 'mine' });
    const account_id = as.account?.id ?? null;
    for (const user of [userOf(account_id, newId()), userOf(newId(), as.location_id)]) {
      for (const filters of [{}, { number: id }, { number: 'mine' }]) expect(await found(filters, user)).toEqual([]);
    }
    expect((await post({}, aPrincipal())).status).toBe(404);
    expect(
      (await post({}, aPrincipal({ kind: 'operator', place: aPlace({ account_id, location_id: as.location_id }) })))
        .status,
    ).toBe(403);
    expect((await orders.call('POST /internal/order-search', { body: {} })).status).toBe(401);
    expect((await orders.call('POST /internal/order-search', { as, body: {} })).status).toBe(401);
  });

  test('an anonymised customer is not found', async () => {
    const customer_id = newId();
    orders.customers.known.set(customer_id, { customer: aCustomer(customer_id), private_refs: null });
    const { id } = await create({ customer_id, ref: 'kept' });
    const personal: OrderSearch[] = [{ name: 'Lovelace' }, { name: 'Analytical' }, { phone: '33612345678' }];
    for (const filters of personal) expect(await found(filters)).toEqual([id]);
    const body = {
      account_id: as.account?.id,
      customer_list_id: 'list1',
      customer_id,
      client_id: 'asked',
      list_deleted: false,
    };
    await orders.send(messageOf('customer.anonymised', customer_id, body as never));
    await eventually(async () => (await search({})).orders[0]?.customer_name === null);
    for (const filters of personal) expect(await found(filters)).toEqual([]);
    expect(await found({ number: 'kept' })).toEqual([id]);
  });

  test('an order that an earlier release stored without customer is found', async () => {
    const { id } = await create({ ref: 'old' });
    await orders.db.query(
      `update orders set document_version = 1, document = (document::jsonb || '{"customer": null}')::text where id = $1`,
      [id],
    );
    expect(await found({ number: 'old' })).toEqual([id]);
    expect(await found({ number: 'old', name: 'Ada' })).toEqual([]);
  });

  describe('pages', () => {
    test('go on after the last order, until all are shown once', async () => {
      const { id } = await create();
      await copyOrder(orders.db, id, 119, { status: `case n % 3 when 0 then 'rejected' else 'completed' end` });
      const { rows } = await orders.db.query('select id from orders where location_id = $1 order by id desc', [
        as.location_id,
      ]);
      const seen: string[] = [];
      let next: string | null | undefined;
      do {
        const page = await search({ ...(next && { before: next }) });
        seen.push(...page.orders.map((order) => order.id));
        expect(page.searched_to).toBeNull();
        next = page.next;
      } while (next);
      expect(seen).toEqual(rows.map((row) => row.id));
      expect((await search({ status: 'rejected' })).orders).toHaveLength(39);
    });

    test('end after 2,000 orders without a match, say how far they looked, and go on from there', async () => {
      const { id } = await create({ ref: 'needle' });
      const idAt = (index: number) => newId(new Date(Date.now() + index * 60_000));
      await copyOrder(
        orders.db,
        id,
        { count: 4_100, idAt },
        { document: `replace(replace(document, $1, copy.id), 'needle', 'hay')` },
      );
      const first = await search({ number: 'needle' });
      expect(first.orders).toEqual([]);
      const { rows } = await orders.db.query(
        'select id from orders where location_id = $1 order by id desc offset 1999 limit 1',
        [as.location_id],
      );
      expect(first.next).toBe(rows[0].id);
      expect(first.searched_to).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+0[12]:00$/);
      const second = await search({ number: 'needle', before: first.next ?? '' });
      expect(second.orders).toEqual([]);
      const third = await search({ number: 'needle', before: second.next ?? '' });
      expect(third).toMatchObject({ orders: [{ id }], next: null, searched_to: null });
      expect(await found({ number: id })).toEqual([id]);
    });

    test('end before 8 MiB, but have read one order at least', async () => {
      const { id } = await create();
      const padded = `(replace(document, $1, copy.id)::jsonb || jsonb_build_object('customer_notes', repeat('x', 3000000)))::text`;
      await copyOrder(orders.db, id, { count: 5 }, { document: padded });
      const account_id = as.account?.id ?? '';
      const scope = { account_id, location_id: as.location_id ?? '', oldest: '', before: '~' };
      const nothing = { number: 'nothing', name: null, phone: null, status: null, channel: null };
      const read = async (bytesMax: number) =>
        findOrders(orders.db, scope, nothing, { count: 50, ordersMax: 2_000, bytesMax });
      const { rows } = await orders.db.query('select id from orders where location_id = $1 order by id desc', [
        as.location_id,
      ]);
      expect(await read(8_388_608)).toMatchObject([{ id: rows[1].id, is_match: false, has_more: true }]);
      expect(await read(1)).toMatchObject([{ id: rows[0].id, is_match: false, has_more: true }]);
      expect(await search({})).toMatchObject({ next: rows[1].id, searched_to: expect.any(String) });
    });
  });

  test('a hundred at once: one runs, twenty wait, and the others are told to try again', async () => {
    await create();
    const statuses: number[] = [];
    const holder = await orders.db.connect();
    await holder.query('begin; lock table orders in access exclusive mode');
    const answered = Array.from({ length: 100 }, async () => statuses.push((await post({ name: 'ada' })).status));
    await eventually(() => statuses.length >= 79);
    await holder.query('rollback');
    holder.release();
    await Promise.all(answered);
    expect(new Set(statuses.slice(0, 79))).toEqual(new Set([503]));
    expect(statuses.at(-1)).toBe(200);
  });

  test('a search reads one index of the location, backwards', async () => {
    const { id } = await create();
    await copyOrder(orders.db, id, 20_000, {
      location_id: `'many' || n % 10`,
      status: `case n / 10 % 20 when 0 then 'rejected' else 'completed' end`,
    });
    await orders.db.query('analyze orders');
    const planOf = async (status: string | null) => {
      let plan = '';
      const explaining = {
        async query(text: string, values: unknown[]) {
          const { rows } = await orders.db.query(`explain analyze ${text}`, values);
          plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          return { rows: [] };
        },
      };
      const scope = {
        account_id: as.account?.id ?? '',
        location_id: 'many3',
        oldest: idFloor(new Date(0)),
        before: '~',
      };
      const terms = { number: null, name: 'nobody', phone: '123', status, channel: null };
      await findOrders(explaining as never, scope, terms, { count: 50, ordersMax: 100, bytesMax: 8_388_608 });
      expect(plan).not.toMatch(/Seq Scan on orders_first/);
      return plan;
    };
    expect(await planOf(null)).toMatch(/Index Scan Backward using orders_first_location /);
    expect(await planOf('rejected')).toMatch(/Index Scan Backward using orders_first_location_status /);
  });

  describe('the kitchen', () => {
    const kitchen = () => userOf(undefined, undefined, 'kitchen');

    test('sees neither money nor the customer', async () => {
      const { id } = await create({ ref: 'R1', customer: { first_name: 'Ada', phone: '+33612345678' } });
      const { body } = await post({ number: 'R1' }, kitchen());
      expect(body.orders).toMatchObject([{ id, ref: 'R1', items: 1, total: null, customer_name: null, phone: null }]);
      expect(JSON.stringify(body)).not.toMatch(/Ada|336|EUR/);
      expect((await post({ number: 'R1' }, userOf(undefined, undefined, 'manager'))).body.orders).toMatchObject([
        { id, total: '9.80 EUR', customer_name: 'Ada', phone: '+33612345678' },
      ]);
    });

    test('cannot find out who ordered, and exports nothing', async () => {
      await create({ customer: { first_name: 'Ada', phone: '+33612345678' } });
      for (const [field, value] of Object.entries({ name: 'Ada', phone: '336123' })) {
        const { status, body } = await post({ [field]: value }, kitchen());
        expect([status, body.errors]).toEqual([
          422,
          [{ field, message: 'is for owners and managers', code: 'not_allowed' }],
        ]);
      }
      expect((await orders.call('POST /internal/order-export', { user: kitchen(), body: {} })).status).toBe(403);
    });
  });

  describe('an export', () => {
    const ask = (input: object) => orders.call('POST /internal/order-export', { user: userOf(), body: input });

    test('has money as numbers, what was paid, and the customer', async () => {
      const customer = {
        first_name: 'Ada',
        last_name: 'Lovelace',
        email: 'ada@example.com',
        phone: '+33612345678',
        address_1: '1 rue des Nombres',
        address_2: 'B',
        postal_code: '75001',
        city: 'Paris',
      };
      const order = await create({
        customer,
        payments: [{ amount: '5.00 EUR' }, { amount: '4.80 EUR' }],
        confirmed_time: '2026-03-01T18:30:00Z',
      });
      const { orders: rows } = exportOrders.reply.parse((await ask({})).body);
      expect(rows).toEqual([
        {
          ...{ id: order.id, ref: null, collection_code: null, status: 'new', channel: as.client_name },
          ...{ created_by: as.client_name, service_type: null, created_at: order.created_at, expected_time: null },
          ...{ confirmed_time: '2026-03-01T19:30:00+01:00', items: 1, total: '9.80', paid: '9.80', currency: 'EUR' },
          ...{ customer_name: 'Ada Lovelace', email: 'ada@example.com', phone: '+33612345678' },
          ...{ address: '1 rue des Nombres, B', postal_code: '75001', city: 'Paris' },
        },
      ]);
    });

    test('comes in portions of 500', async () => {
      const { id } = await create();
      await copyOrder(orders.db, id, 700);
      const first = exportOrders.reply.parse((await ask({})).body);
      expect(first.orders).toHaveLength(500);
      const second = exportOrders.reply.parse((await ask({ before: first.next })).body);
      expect(second).toMatchObject({ next: null });
      expect(second.orders).toHaveLength(201);
    });
  });
});

/** The location of an order, for the customers service (docs/api/customers.md#loyalty-operations). */
describe('looking up an order for another service', () => {
  let order_id: string;

  const as = aCaller();

  const account_id = as.account?.id;

  beforeAll(async () => {
    order_id = (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder() })).body.id;
  });

  const lookUp = (body: object, from: ServiceName = 'customers') =>
    orders.call('POST /internal/operation-orders', { internal: 'orders', from, body });

  test('the customers service gets the location of an order, and nothing else', async () => {
    const { status, body } = await lookUp({ account_id, order_id });
    expect([status, body]).toEqual([200, { location_id: as.location_id }]);
  });

  test('an order of another account is as unknown as a missing one', async () => {
    for (const asked of [
      { account_id: newId(), order_id },
      { account_id, order_id: newId() },
      { account_id, order_id: '' },
      { account_id, order_id: "' or true --" },
    ]) {
      const { status, body } = await lookUp(asked);
      expect([status, body.message]).toEqual([404, 'Order not found']);
    }
  });

  test('auth learns whether a location or an account has orders, and nobody else does', async () => {
    const hasOrders = (body: object, from: ServiceName = 'auth') =>
      orders.call('POST /internal/orders-of-place', { internal: 'orders', from, body });
    const place = { account_id, location_id: as.location_id };
    for (const [asked, has_orders] of [
      [place, true],
      [{ account_id, location_id: null }, true],
      [{ account_id, location_id: newId() }, false],
      [{ ...place, account_id: newId() }, false],
      [{ account_id: newId(), location_id: null }, false],
    ] as const)
      expect((await hasOrders(asked)).body).toEqual({ has_orders });
    for (const from of ['gateway', 'customers', 'back-office'] as const)
      expect((await hasOrders(place, from)).status).toBe(401);
  });

  test('no other service may look an order up', async () => {
    for (const from of ['gateway', 'catalog', 'events', 'auth', 'orders'] as const) {
      expect((await lookUp({ account_id, order_id }, from)).status).toBe(401);
    }
    expect((await orders.call('POST /internal/operation-orders', { as, body: { account_id, order_id } })).status).toBe(
      401,
    );
  });
});
