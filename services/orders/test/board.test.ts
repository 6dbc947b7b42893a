import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { idFloor, newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { boardMarksMax, retrieveBoard } from '@order-hub/shared/orders-calls';
import type { Role } from '@order-hub/shared/roles';
import { serviceTokenHeader, signServiceToken } from '@order-hub/shared/service-token';
import { signUserToken, userTokenHeader } from '@order-hub/shared/user-token';
import { aCaller, aPlace, aPrincipal, aUserAt, eventually } from '@order-hub/testing/call';
import { testSigningKeys } from '@order-hub/testing/keys';
import { readConfig } from '../src/config.ts';
import { startClearingMarks } from '../src/customers/clear-old-marks.ts';
import { boardFloors } from '../src/orders/board/board-statuses.ts';
import { listBoardMarks, listBoardRows } from '../src/orders/board/board.store.ts';
import { aDelivery, anItem, anOrder } from './builders.ts';
import { copyOrder } from './many-orders.ts';
import { startTestOrders, type TestOrders } from './service.ts';

let orders: TestOrders;
beforeAll(async () => {
  orders = await startTestOrders();
});
afterAll(() => orders.close());

/** The board of a location, for the back office (docs/api/back-office.md#order-board). */
describe('a board', () => {
  type As = ReturnType<typeof aCaller>;

  const create = async (as: As, overrides: object = {}) =>
    (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(overrides) })).body;

  const placeOf = (account_id: string | null, location_id: string | null, role: Role = 'owner') =>
    aPlace({ account_id, location_id, role });

  const ask = (...of: Parameters<typeof placeOf>) =>
    orders.call('GET /internal/board', { user: aPrincipal({ place: placeOf(...of) }) });

  const board = async ({ account, location_id }: As, role?: Role) =>
    retrieveBoard.reply.parse((await ask(account?.id ?? '', location_id, role)).body);

  const idsOf = async (as: As) => (await board(as)).orders.map(({ id }) => id);

  test('an order has all that people in a kitchen need', async () => {
    const as = aCaller();
    const order = await create(as, {
      ref: 'WEB-1',
      collection_code: '42',
      service_type: 'delivery',
      channel: 'Web shop',
      expected_time: '2026-03-01T18:30:00+01:00',
      customer_notes: 'No cutlery',
      customer: {
        ...{ first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.com', phone: '+33612345678' },
        ...{ address_1: '1 rue des Nombres', postal_code: '75001', city: 'Paris', delivery_notes: 'Ring twice' },
      },
      deals: { lunch: { name: 'Lunch deal' } },
      items: [
        anItem({
          quantity: '2',
          customer_notes: 'Well done',
          options: [
            { option_list_name: 'Size', name: 'Large', price: '2.00 EUR' },
            { option_list_name: 'Without', name: 'Onions', removed: true },
          ],
          deal_line: { deal_key: 'lunch' },
        }),
        anItem({ deleted: true }),
      ],
      charges: [{ name: 'Delivery', price: '3.00 EUR' }],
      discounts: [{ name: 'Welcome', price_off: '1.00 EUR' }],
      payments: [
        { name: 'Card', amount: '20.00 EUR' },
        { name: 'Refunded', amount: '5.00 EUR', deleted: true },
      ],
    });
    const { orders: found, has_more } = await board(as);
    expect(has_more).toBe(false);
    expect(found).toEqual([
      {
        id: order.id,
        status: 'new',
        ref: 'WEB-1',
        collection_code: '42',
        channel: 'Web shop',
        service_type: 'delivery',
        created_at: order.created_at,
        expected_time: '2026-03-01T18:30:00+01:00',
        expected_time_pickup: null,
        confirmed_time: null,
        asap: null,
        customer_notes: 'No cutlery',
        seller_notes: null,
        items: [
          {
            name: 'Margherita',
            sku: null,
            quantity: '2',
            subset: null,
            notes: 'Well done',
            deal: 'Lunch deal',
            options: [
              { list: 'Size', name: 'Large', quantity: 1, is_removed: false },
              { list: 'Without', name: 'Onions', quantity: 1, is_removed: true },
            ],
            subtotal: '23.60 EUR',
          },
        ],
        more_items: 0,
        money: {
          total: '25.60 EUR',
          due: '5.60 EUR',
          charges: [{ name: 'Delivery', amount: '3.00 EUR' }],
          discounts: [{ name: 'Welcome', amount: '1.00 EUR' }],
          payments: [{ name: 'Card', amount: '20.00 EUR' }],
        },
        customer: {
          name: 'Ada Lovelace',
          phone: '+33612345678',
          phone_access_code: null,
          address: ['1 rue des Nombres', '75001 Paris'],
          delivery_notes: 'Ring twice',
        },
        delivery: null,
      },
    ]);
  });

  test('the kitchen sees neither money nor contact data; a manager sees both', async () => {
    const as = aCaller();
    const secrets = ['Lovelace', '+33612345678', 'rue des Nombres', 'Ring twice', '+33700000000', 'EUR', '9.80'];
    const { id } = await create(as, {
      service_type: 'delivery',
      customer_notes: 'No cutlery',
      customer: {
        last_name: 'Lovelace',
        phone: '+33612345678',
        address_1: '1 rue des Nombres',
        delivery_notes: 'Ring twice',
      },
      charges: [{ name: 'Delivery', price: '3.00 EUR' }],
      payments: [{ name: 'Card', amount: '20.00 EUR' }],
    });
    const delivery = aDelivery({ driver_name: 'Dana', driver_phone: '+33700000000' });
    await orders.call(`POST /locations/${as.location_id}/orders/${id}/delivery`, { as, body: delivery });
    const seen = JSON.stringify(await board(as, 'kitchen'));
    expect(secrets.filter((secret) => seen.includes(secret))).toEqual([]);
    expect(seen).toContain('No cutlery');
    const managed = JSON.stringify(await board(as, 'manager'));
    expect(secrets.filter((secret) => !managed.includes(secret))).toEqual([]);
  });

  test('one order is told alone as the board tells it, also when it is not on the board any more', async () => {
    const as = aCaller();
    const { id } = await create(as, { customer: { last_name: 'Lovelace' } });
    const askFor = async (order_id: string, ...of: Parameters<typeof placeOf>) =>
      orders.call(`GET /internal/board-orders/${order_id}`, { user: aPrincipal({ place: placeOf(...of) }) });
    const [account_id, location_id] = [as.account?.id ?? '', as.location_id];
    const [shown] = (await board(as)).orders;
    expect((await askFor(id, account_id, location_id)).body).toEqual(shown);
    const inKitchen = await askFor(id, account_id, location_id, 'kitchen');
    expect(inKitchen.body).toEqual((await board(as, 'kitchen')).orders[0]);
    expect(JSON.stringify(inKitchen.body)).not.toMatch(/Lovelace|EUR/);
    const old = idFloor(new Date(Date.now() - 60 * 24 * 3_600_000));
    await copyOrder(orders.db, id, { count: 1, idAt: () => old }, { status: `'completed'` });
    expect(await idsOf(as)).toEqual([id]);
    expect((await askFor(old, account_id, location_id)).status).toBe(200);
    expect((await askFor(id, account_id, newId())).status).toBe(404);
    expect((await askFor(id, newId(), location_id)).status).toBe(404);
    expect((await askFor(newId(), account_id, location_id)).status).toBe(404);
  });

  test('orders without an answer come first, then open ones, then those that are gone', async () => {
    const as = aCaller();
    const fresh = await create(as);
    const gone = await create(as, { status: 'completed' });
    const open = await create(as, { status: 'in_preparation' });
    const received = await create(as, { status: 'received' });
    expect(await idsOf(as)).toEqual([received.id, fresh.id, open.id, gone.id]);
  });

  test('of those that are gone, the 20 newest of the last 24 hours; open ones are up to a month old', async () => {
    const as = aCaller();
    const { id } = await create(as);
    const hours = (count: number) => idFloor(new Date(Date.now() - count * 3_600_000));
    const column = (status: string) => ({ status: `'${status}'` });
    await copyOrder(orders.db, id, { count: 15, idAt: () => newId() }, column('completed'));
    await copyOrder(orders.db, id, { count: 15, idAt: () => newId() }, column('rejected'));
    await copyOrder(orders.db, id, { count: 1, idAt: () => hours(25) }, column('cancelled'));
    const old = hours(24 * 30);
    await copyOrder(orders.db, id, { count: 1, idAt: () => old }, column('accepted'));
    await copyOrder(orders.db, id, { count: 1, idAt: () => hours(24 * 32) }, column('accepted'));
    const ids = await idsOf(as);
    expect(ids).toHaveLength(22);
    expect(ids.slice(0, 2)).toEqual([id, old]);
  });

  test('another location and another account see none of them', async () => {
    const as = aCaller();
    await create(as);
    const other = aCaller();
    expect(await idsOf({ ...as, location_id: newId() })).toEqual([]);
    expect(await idsOf({ ...as, account: other.account })).toEqual([]);
    expect(await idsOf(as)).toHaveLength(1);
  });

  test('only the back office may ask, for a user on a page about a location', async () => {
    const route = 'GET /internal/board';
    for (const from of ['gateway', 'auth', 'catalog', 'events', 'customers', 'orders'] as const) {
      expect((await orders.call(route, { internal: 'orders', from })).status).toBe(401);
    }
    expect((await orders.call(route, { internal: 'orders', from: 'back-office' })).status).toBe(401);
    expect((await orders.call(route)).status).toBe(401);
    expect((await orders.call(route, { user: aPrincipal() })).status).toBe(404);
    expect((await ask(newId(), null)).status).toBe(404);
    const operator = aPrincipal({ kind: 'operator', place: placeOf(newId(), newId()) });
    expect((await orders.call(route, { user: operator })).status).toBe(403);
  });

  describe('is bounded', () => {
    test('by 100 orders', async () => {
      const as = aCaller();
      const { id } = await create(as);
      await copyOrder(orders.db, id, 300, { status: `(array['new', 'accepted', 'completed'])[1 + n % 3]` });
      const { orders: found, has_more } = await board(as);
      expect([found.length, has_more]).toEqual([100, true]);
    });

    test('by 8 MiB, and what is shown of an order by 100 items and 1,000 characters of notes', async () => {
      const as = aCaller();
      const items = Array.from({ length: 150 }, () => anItem({ customer_notes: 'x'.repeat(5_000) }));
      const { id } = await create(as, { items });
      await copyOrder(orders.db, id, 20);
      const { orders: found, has_more } = await board(as);
      expect(has_more).toBe(true);
      expect(found.length).toBeGreaterThan(5);
      expect(found.length).toBeLessThan(12);
      expect([found[0]?.items.length, found[0]?.more_items]).toEqual([100, 50]);
      expect(found[0]?.items[0]?.notes).toHaveLength(1_000);
    });

    test('by the index of statuses, however many orders there are', async () => {
      const as = aCaller();
      const { id } = await create(as);
      await copyOrder(orders.db, id, 20_000, { location_id: `'location' || n % 10`, status: `'completed'` });
      await orders.db.query('analyze orders');
      let plan = '';
      const explaining = {
        async query({ text, values }: { text: string; values: unknown[] }) {
          const { rows } = await orders.db.query(`explain analyze ${text}`, values);
          plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          return { rows: [] };
        },
      };
      const key = { account_id: as.account?.id ?? '', location_id: 'location3' };
      await listBoardRows(explaining as never, key, boardFloors(new Date()), 8_388_608);
      expect(plan).toMatch(/Index Scan Backward using \S*status\S* on orders/);
      expect(plan).not.toMatch(/Seq Scan/);
    });
  });
});

/** The marks that tell the back office which boards have changed. */
describe('marks of boards', () => {
  type As = ReturnType<typeof aCaller>;

  type BoardKey = { account_id: string; location_id: string };

  const keyOf = ({ account, location_id }: As): BoardKey => ({
    account_id: account?.id ?? '',
    location_id: location_id ?? '',
  });

  const ask = (boards: readonly object[], from: 'back-office' | 'gateway' = 'back-office') =>
    orders.call('POST /internal/board-marks', { internal: 'orders', from, body: { boards } });

  const marksOf = async (...boards: BoardKey[]): Promise<string[]> => (await ask(boards)).body.marks;

  const create = async (as: As, overrides: object = {}) =>
    (await orders.call(`POST /locations/${as.location_id}/orders`, { as, body: anOrder(overrides) })).body;

  const update = (as: As, id: string, body: object) =>
    orders.call(`PATCH /locations/${as.location_id}/orders/${id}`, { as, body });

  test('a mark differs after each change of an order of its board, and only then', async () => {
    const as = aCaller();
    const key = keyOf(as);
    const seen = await marksOf(key);
    const differs = async () => {
      const [mark] = await marksOf(key);
      expect((await marksOf(key))[0]).toBe(mark);
      expect(seen).not.toContain(mark);
      seen.push(mark!);
    };
    const order = await create(as, { service_type: 'delivery' });
    await differs();
    await update(as, order.id, { status: 'accepted' });
    await differs();
    await update(as, order.id, { confirmed_time: '2026-07-01T12:00:00Z' });
    await differs();
    await update(as, order.id, { items: [anItem()] });
    await differs();
    const delivery = `/locations/${as.location_id}/orders/${order.id}/delivery`;
    expect((await orders.call(`POST ${delivery}`, { as, body: aDelivery() })).status).toBe(200);
    await differs();
    await update(as, order.id, { status: 'completed' });
    await differs();
    const last = seen.at(-1);
    await update(as, order.id, { status: 'completed' });
    await orders.call(`GET /locations/${as.location_id}/orders/${order.id}`, { as });
    expect(await marksOf(key)).toEqual([last]);
  });

  test('many boards at once, in their order; one change leaves the marks of the others', async () => {
    const callers = Array.from({ length: 5 }, () => aCaller());
    for (const as of callers) await create(as);
    const keys = callers.map(keyOf);
    const before = await marksOf(...keys);
    expect(new Set(before).size).toBe(5);
    expect(await marksOf(...[...keys].reverse())).toEqual([...before].reverse());
    await create(callers[2]!);
    const after = await marksOf(...keys);
    expect(after.map((mark, index) => mark === before[index])).toEqual([true, true, false, true, true]);
  });

  test('a board belongs to an account: the location alone is not enough', async () => {
    const as = aCaller();
    const [none] = await marksOf(keyOf(aCaller()));
    await create(as);
    expect(await marksOf({ ...keyOf(as), account_id: newId() })).toEqual([none]);
    expect(await marksOf({ ...keyOf(as), location_id: "' or true --" })).toEqual([none]);
  });

  test('while 200 orders come and change at the same moment, the last mark stays', async () => {
    const as = aCaller();
    const key = keyOf(as);
    const placing = Array.from({ length: 100 }, async () => {
      const { id } = await create(as);
      return update(as, id, { status: 'accepted' });
    });
    const during = await Promise.all(Array.from({ length: 20 }, () => marksOf(key)));
    expect(during.flat()).toHaveLength(20);
    await Promise.all(placing);
    const [last] = await marksOf(key);
    expect(await marksOf(key)).toEqual([last]);
    expect(during.flat().filter((mark) => mark === last).length).toBeLessThan(2);
  });

  test('only the back office may ask, about a bounded number of boards', async () => {
    const key = keyOf(aCaller());
    expect((await ask([key], 'gateway')).status).toBe(401);
    expect((await ask([])).body).toEqual({ marks: [] });
    expect((await ask(Array(boardMarksMax).fill(key))).body.marks).toHaveLength(boardMarksMax);
    expect((await ask(Array(boardMarksMax + 1).fill(key))).status).toBe(422);
    expect((await ask([{ ...key, account_id: 'x'.repeat(10_000) }])).status).toBe(422);
  });

  test('reads the index of statuses alone, and no document', async () => {
    const as = aCaller();
    const { id } = await create(as);
    await copyOrder(orders.db, id, 20_000, {
      location_id: `'location' || n % 100`,
      status: `(array['new', 'completed'])[1 + (random() < 0.9)::int]`,
    });
    await orders.db.query('analyze orders');
    let plan = '';
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await orders.db.query(`explain (analyze, buffers, verbose) ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    const keys = Array.from({ length: 100 }, (_, index) => ({
      account_id: as.account?.id ?? '',
      location_id: `location${index}`,
    }));
    await listBoardMarks(explaining as never, keys, boardFloors(new Date()));
    if (process.env['SHOW_PLAN']) console.log(plan.slice(plan.indexOf('SubPlan')));
    expect(plan).not.toMatch(/Seq Scan|document/);
    expect(plan).toMatch(/using \S*status\S* on/);
  });
});

/** Marks of anonymised customers are kept for ANONYMISED_MARK_DAYS, and until no order shows personal data of them. */
describe('marks of anonymised customers', () => {
  let orders: TestOrders;

  beforeAll(async () => {
    orders = await startTestOrders();
    // It would finish and clear the marks of these tests.
    await orders.stop();
  });

  afterAll(() => orders.close());

  const dayMs = 24 * 60 * 60_000;

  /** Marks `count` customers, some days ago. Returns their ids. */
  async function mark(count: number, { days, isFinished = true }: { days: number; isFinished?: boolean }) {
    const ids = Array.from({ length: count }, () => newId());
    const at = new Date(Date.now() - days * dayMs);
    await orders.db.query(
      `insert into forgotten_customers (account_id, customer_id, forgotten_at, finished_at)
     select 'account', unnest($1::text[]), $2, $3`,
      [ids, at, isFinished ? at : null],
    );
    return ids;
  }

  const countOf = async (ids: readonly string[]) =>
    (await orders.db.query('select from forgotten_customers where customer_id = any ($1)', [ids])).rowCount;

  test('older marks are deleted, in batches; younger ones stay, and those of customers whose orders are not clean yet', async () => {
    const old = await mark(2_500, { days: 31 });
    const young = await mark(2, { days: 29 });
    const unfinished = await mark(3, { days: 31, isFinished: false });
    const clearing = startClearingMarks({ db: orders.db, log: silentLog, now: () => new Date(), days: 30 });
    await eventually(async () => (await countOf(old)) === 0);
    await clearing.close();
    expect([await countOf(young), await countOf(unfinished)]).toEqual([2, 3]);
  });

  test('the service clears them by its setting, which is seven days at least', async () => {
    const old = await mark(1, { days: 9 });
    const young = await mark(1, { days: 7 });
    const own = await startTestOrders({ database: orders.database, settings: { ANONYMISED_MARK_DAYS: '8' } });
    await eventually(async () => (await countOf(old)) === 0);
    await own.close();
    expect(await countOf(young)).toBe(1);
    expect(() => readConfig({ ANONYMISED_MARK_DAYS: '6' })).toThrow('ANONYMISED_MARK_DAYS');
  });
});

/** Users of the back office call the API in their role (docs/decisions/0080-users-call-the-api.md). */
describe('users', () => {
  let orders: TestOrders;

  beforeAll(async () => (orders = await startTestOrders()));

  afterAll(() => orders.close());

  const as = aCaller();

  const path = `/locations/${as.location_id}/orders`;

  const anId = async () => (await orders.call(`POST ${path}`, { as, body: anOrder() })).body.id as string;

  test.each(['owner', 'manager', 'kitchen'] as const)(
    'a user accepts an order as %s, and applications see it',
    async (role) => {
      const id = await anId();
      const user = aUserAt(as, role);
      const { status, body } = await orders.call(`PATCH ${path}/${id}`, { user, body: { status: 'accepted' } });
      expect([status, body.status]).toEqual([200, 'accepted']);
      expect((await orders.call(`GET ${path}/${id}`, { as })).body.status).toBe('accepted');
    },
  );

  test('only the owner lists the orders of the account', async () => {
    const listing = (role: 'owner' | 'manager' | 'kitchen') =>
      orders.call(`GET /accounts/${as.account!.id}/orders`, { user: aUserAt(as, role) });
    expect((await listing('owner')).status).toBe(200);
    for (const role of ['manager', 'kitchen'] as const) {
      const { status, body } = await listing(role);
      expect([status, body.message]).toEqual([403, `Your role here is ${role}; this is for: owner`]);
    }
  });

  test('nobody creates an order as a user: that endpoint names no role', async () => {
    expect((await orders.call(`POST ${path}`, { user: aUserAt(as), body: anOrder() })).status).toBe(401);
  });

  test("another location's and another account's orders do not exist", async () => {
    const id = await anId();
    const read = (user: ReturnType<typeof aUserAt>) => orders.call(`GET ${path}/${id}`, { user });
    const account_id = as.account!.id;
    for (const place of [
      aPlace({ account_id, role: 'kitchen' }),
      aPlace(),
      aPlace({ account_id, location_id: newId() }),
    ]) {
      expect((await read(aPrincipal({ place }))).status).toBe(404);
    }
    expect((await read(aPrincipal())).status).toBe(403);
    expect(
      (await read(aPrincipal({ kind: 'operator', place: aPlace({ account_id, location_id: as.location_id }) }))).status,
    ).toBe(403);
  });

  test('a user token counts only from the back office', async () => {
    const token = await signUserToken(testSigningKeys.auth, aUserAt(as));
    const sentBy = async (service: 'back-office' | 'events' | 'gateway') =>
      (
        await orders.call(`GET ${path}`, {
          headers: {
            [userTokenHeader]: token,
            [serviceTokenHeader]: await signServiceToken(testSigningKeys[service], service, 'orders'),
          },
        })
      ).status;
    expect([await sentBy('back-office'), await sentBy('events'), await sentBy('gateway')]).toEqual([200, 401, 401]);
    expect((await orders.call(`GET ${path}`, { headers: { [userTokenHeader]: token } })).status).toBe(401);
  });
});
