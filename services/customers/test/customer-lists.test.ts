import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { testNameLock } from '@order-hub/testing/placed-resources/name-lock';
import { testSelectables } from '@order-hub/testing/placed-resources/selectables';
import { aTenant, callsOf, type PlacedResourceTest } from '@order-hub/testing/placed-resources/subject';
import { messageOf } from '@order-hub/testing/service';
import { customerListTable } from '../src/customer-lists/customer-list.store.ts';
import { deleteCustomers } from '../src/customer-lists/deleted/deleted-list.store.ts';
import { aCustomer, aListOf, createAccountList, createList } from './builders.ts';
import { aMember, type ListOwner, type Member } from './loyalty-builders.ts';
import { startTestCustomers, type TestCustomers } from './service.ts';

let customers: TestCustomers;
beforeAll(async () => {
  customers = await startTestCustomers();
});
afterAll(() => customers.close());

/** Customer lists (docs/api/customers.md#customer-lists), and who may see and update them (docs/api/customers.md#access). */
describe('customer lists', () => {
  const aChain = () => aCaller({ location_id: null });

  /** A connection of a location of the chain, by default with all rights. */
  const aShop = ({ account }: TestCaller, overrides: Partial<TestCaller> = {}) => aCaller({ account, ...overrides });

  /** An account connection that names a location. */
  const at = (chain: TestCaller, { location }: TestCaller): TestCaller => ({ ...chain, location });

  const ofLocation = (as: TestCaller) => `/locations/${as.location?.id ?? ''}/customer_lists`;

  const ofAccount = (as: TestCaller) => `/accounts/${as.account?.id ?? ''}/customer_lists`;

  const create = (as: TestCaller, path: string, name: unknown = newId()) =>
    customers.call(`POST ${path}`, { as, body: { name } });

  const made = async (as: TestCaller, path: string, name?: string): Promise<string> =>
    (await create(as, path, name)).body.id;

  const call = (as: TestCaller, method: string, id: string, body?: object) =>
    customers.call(`${method} /customer_lists/${id}`, { as, ...(body && { body }) });

  const namesIn = async (as: TestCaller, path: string) => {
    const { body } = await customers.call(`GET ${path}`, { as });
    return body.map(({ name }: { name: string }) => name);
  };

  describe('a list of a location', () => {
    test('is created, retrieved, listed with its time in the timezone of the location, renamed and deleted', async () => {
      const shop = aShop(aChain());
      const { status, body } = await create(shop, ofLocation(shop), 'Regulars');
      expect([status, body]).toEqual([200, { id: expect.stringMatching(/^[0-9a-z]{20}$/), name: 'Regulars' }]);
      expect((await call(shop, 'GET', body.id)).body).toEqual(body);
      const listed = await customers.call(`GET ${ofLocation(shop)}`, { as: shop });
      expect(listed.body).toEqual([{ ...body, created_at: expect.stringMatching(/T\d\d:\d\d:\d\d\+0[12]:00$/) }]);
      const renamed = await call(shop, 'PATCH', body.id, { name: 'Friends' });
      expect([renamed.status, renamed.body]).toEqual([200, { id: body.id, name: 'Friends' }]);
      expect((await call(shop, 'PUT', body.id, { name: 'Friends' })).status).toBe(200);
      const deleted = await call(shop, 'DELETE', body.id);
      expect([deleted.status, deleted.body]).toEqual([200, {}]);
      expect((await call(shop, 'GET', body.id)).status).toBe(404);
      expect((await call(shop, 'DELETE', body.id)).status).toBe(404);
      await customers.untilSent();
      expect(customers.changes()).toEqual([]);
    });

    test('is visible to the account, and to no other location or account', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const id = await made(shop, ofLocation(shop), 'Shop');
      expect((await call(chain, 'GET', id)).status).toBe(200);
      expect(await namesIn(at(chain, shop), ofLocation(shop))).toEqual(['Shop']);
      expect(await namesIn(chain, ofAccount(chain))).toEqual([]);
      for (const stranger of [aShop(chain), aCaller(), aChain(), aCaller({ location: shop.location })]) {
        const answers = [
          await call(stranger, 'GET', id),
          await call(stranger, 'PATCH', id, { name: 'Mine' }),
          await call(stranger, 'DELETE', id),
        ];
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
        expect(answers[0]?.body).toEqual((await call(stranger, 'GET', newId())).body);
      }
      expect((await call(shop, 'GET', id)).body.name).toBe('Shop');
    });
  });

  describe('a list of the account', () => {
    test('is visible in each location, with its time in UTC', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const id = await made(chain, ofAccount(chain), 'Chain');
      await made(shop, ofLocation(shop), 'Shop');
      expect((await call(shop, 'GET', id)).body).toEqual({ id, name: 'Chain' });
      const { body } = await customers.call(`GET ${ofLocation(shop)}`, { as: shop });
      expect(body.map(({ name }: { name: string }) => name)).toEqual(['Chain', 'Shop']);
      expect(body[0].created_at).toMatch(/\+00:00$|Z$/);
      expect(await namesIn(chain, ofAccount(chain))).toEqual(['Chain']);
      const other = aShop(chain);
      expect(await namesIn(at(chain, other), ofLocation(other))).toEqual(['Chain']);
    });

    test('is updated and deleted only with an account connection: 401', async () => {
      const chain = aChain();
      const id = await made(chain, ofAccount(chain), 'Chain');
      for (const scope of ['location[all_customer_lists.write]', 'location[customer_list.write]']) {
        const shop = aShop(chain, { scope, customer_list_id: id });
        for (const answer of [await call(shop, 'PATCH', id, { name: 'Mine' }), await call(shop, 'DELETE', id)]) {
          expect([answer.status, answer.body.error_type]).toEqual([401, 'unauthorized']);
        }
      }
      expect((await call(chain, 'PATCH', id, { name: 'Ours' })).status).toBe(200);
      expect((await call(chain, 'DELETE', id)).status).toBe(200);
    });

    test('cannot be created or listed with a location connection: 403', async () => {
      const shop = aCaller();
      for (const answer of [
        await create(shop, ofAccount(shop)),
        await customers.call(`GET ${ofAccount(shop)}`, { as: shop }),
      ]) {
        expect([answer.status, answer.body.error_type]).toEqual([403, 'forbidden']);
      }
    });
  });

  describe('by scope', () => {
    const statusesOf = async (as: TestCaller, id: string) => {
      const path = ofLocation(as);
      return {
        read: (await call(as, 'GET', id)).status,
        rename: (await call(as, 'PATCH', id, { name: newId() })).status,
        create: (await create(as, path)).status,
        list: (await customers.call(`GET ${path}`, { as })).body.length,
        delete: (await call(as, 'DELETE', id)).status,
      };
    };
    test.each([
      ['all_customer_lists.write', false, { read: 200, rename: 200, create: 200, list: 3, delete: 200 }],
      ['all_customer_lists.read', false, { read: 200, rename: 403, create: 403, list: 2, delete: 403 }],
      ['customer_list.write', true, { read: 200, rename: 200, create: 403, list: 1, delete: 403 }],
      ['customer_list.read', true, { read: 200, rename: 403, create: 403, list: 1, delete: 403 }],
      ['customer_list.write', false, { read: 404, rename: 404, create: 403, list: 0, delete: 404 }],
      ['orders.write', true, { read: 403, rename: 403, create: 403, list: undefined, delete: 403 }],
    ])('%s, bound to the list: %s', async (permission, isBound, expected) => {
      for (const level of ['location', 'account']) {
        const chain = aChain();
        const shop = aShop(chain);
        const id = await made(shop, ofLocation(shop));
        await made(shop, ofLocation(shop));
        const narrowed = { scope: `${level}[${permission}]`, customer_list_id: isBound ? id : null };
        const as = { ...(level === 'location' ? shop : at(chain, shop)), ...narrowed };
        expect([level, await statusesOf(as, id)]).toEqual([level, expected]);
      }
    });

    test('the right to read all lists does not extend the right to write one', async () => {
      const shop = aShop(aChain());
      const [bound, other] = [await made(shop, ofLocation(shop)), await made(shop, ofLocation(shop))];
      const as = { ...shop, scope: 'location[customer_list.write,all_customer_lists.read]', customer_list_id: bound };
      expect((await call(as, 'PATCH', bound, { name: newId() })).status).toBe(200);
      expect((await call(as, 'PATCH', other, { name: newId() })).status).toBe(403);
      expect((await call(as, 'GET', other)).status).toBe(200);
    });
  });

  describe('a name', () => {
    const refusal = (field: string) => ({
      status: 422,
      body: expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    });

    test.each([[undefined], [null], [''], ['  '], [7], ['x'.repeat(256)], ['a\u0007b'], ['a\u202eb']])(
      '%j is refused',
      async (name) => {
        const shop = aCaller();
        const answer = await customers.call(`POST ${ofLocation(shop)}`, { as: shop, body: { name } });
        expect(answer).toMatchObject(refusal('name'));
      },
    );

    test('of a location is unique there; another location may use it', async () => {
      const chain = aChain();
      const [shop, other] = [aShop(chain), aShop(chain)];
      await made(shop, ofLocation(shop), 'VIP');
      expect(await create(shop, ofLocation(shop), 'VIP')).toMatchObject(refusal('name'));
      expect((await create(other, ofLocation(other), 'VIP')).status).toBe(200);
      expect((await create(shop, ofLocation(shop), 'vip')).status).toBe(200);
    });

    test('is unique between the account and its locations, whichever comes first', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      await made(chain, ofAccount(chain), 'Chain');
      await made(shop, ofLocation(shop), 'Shop');
      expect(await create(chain, ofAccount(chain), 'Chain')).toMatchObject(refusal('name'));
      expect(await create(shop, ofLocation(shop), 'Chain')).toMatchObject(refusal('name'));
      expect(await create(chain, ofAccount(chain), 'Shop')).toMatchObject(refusal('name'));
      expect((await create(aChain(), ofAccount(aChain()))).status).toBe(404);
    });

    test('in use is refused in an update too; a list may keep its own name', async () => {
      const shop = aCaller();
      const [id] = [await made(shop, ofLocation(shop), 'One'), await made(shop, ofLocation(shop), 'Two')];
      expect(await call(shop, 'PATCH', id, { name: 'Two' })).toMatchObject(refusal('name'));
      expect((await call(shop, 'PATCH', id, { name: 'One' })).status).toBe(200);
    });

    test('is given once among concurrent creations', async () => {
      const chain = aChain();
      const shop = aShop(chain);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          index % 2 ? create(shop, ofLocation(shop), 'VIP') : create(chain, ofAccount(chain), 'VIP'),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(19).fill(422)]);
    });
  });

  test('a page has X-Cursor-Next while more follow', async () => {
    const shop = aCaller();
    for (const name of ['1', '2', '3']) await made(shop, ofLocation(shop), name);
    const first = await customers.call(`GET ${ofLocation(shop)}?count=2`, { as: shop });
    const cursor = first.headers.get('x-cursor-next') ?? '';
    const second = await customers.call(`GET ${ofLocation(shop)}?count=2&cursor=${cursor}`, { as: shop });
    expect([...first.body, ...second.body].map(({ name }) => name)).toEqual(['1', '2', '3']);
    expect(second.headers.get('x-cursor-next')).toBeNull();
  });
});

/** The rules that customer lists share with catalogs, and customer lists that users create in order to select them. */
describe('lists of a place', () => {
  const subject: PlacedResourceTest = {
    service: () => customers,
    name: 'customers',
    table: customerListTable,
    routes: {
      list: 'POST /internal/selectable-customer-lists',
      create: 'POST /internal/customer-lists',
      lookUp: (account_id) => `/internal/accounts/${account_id}/customer_lists`,
      rename: (id) => `PATCH /customer_lists/${id}`,
    },
  };

  const { create } = callsOf(subject);

  testSelectables(subject);

  testNameLock(subject);

  describe('a creation for a user', () => {
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
  });
});

/** Times are shown in the timezone that the location has now (docs/api/customers.md#customer-lists). */
describe('lists of a location that moves', () => {
  /** What auth announces of the shop: with a timezone when that has changed. */
  const moved = ({ shop: { account, location_id } }: Member, timezone?: string) => {
    const id = location_id ?? '';
    return messageOf('location', id, { id, account_id: account?.id ?? '', timezone });
  };

  /** A member with an order and a card with an operation. */
  async function aRegular(owner: 'location' | 'account') {
    const member = await aMember(customers, owner);
    const { id: card_id } = await member.card();
    const { body: operation } = await member.operate(card_id, { delta: '1' });
    await customers.db.query('update customers set first_order_at = now(), last_order_at = now() where id = $1', [
      member.customer_id,
    ]);
    return { ...member, card_id, operation_id: operation.id };
  }

  /** Every time that the API shows of a list, its customers and their operations. */
  async function timesOf({ call, shop, list_id, customer_id, ...ids }: Awaited<ReturnType<typeof aRegular>>) {
    const operations = `/loyalty_cards/${ids.card_id}/operations`;
    const { body: customer } = await call(`GET /customers/${customer_id}`);
    const { body: listed } = await call('GET /customers');
    const { body: operation } = await call(`GET ${operations}/${ids.operation_id}`);
    const { body: history } = await call(`GET ${operations}`);
    const { body: lists } = await customers.call(`GET /locations/${shop.location_id}/customer_lists`, { as: shop });
    const list = lists.find(({ id }: { id: string }) => id === list_id);
    return [customer, ...listed]
      .flatMap((shown) => [shown.created_at, shown.first_order_date, shown.last_order_date])
      .concat([operation, ...history, list].map(({ created_at }) => created_at)) as string[];
  }

  const offsetsOf = (times: string[]) => [...new Set(times.map((time) => time.slice('2026-03-01T18:30:00'.length)))];

  const instantsOf = (times: string[]) => times.map((time) => Date.parse(time));

  test('the times of a list, its customers and their loyalty operations follow the location', async () => {
    const member = await aRegular('location');
    const before = await timesOf(member);
    expect(offsetsOf(before)).toEqual([expect.stringMatching(/^\+0[12]:00$/)]);
    await customers.send(moved(member, 'America/New_York'), moved(member, 'Asia/Tokyo'));
    const after = await timesOf(member);
    expect(offsetsOf(after)).toEqual(['+09:00']);
    expect(instantsOf(after)).toEqual(instantsOf(before));
  });

  test('so do the events of its customers', async () => {
    const member = await aRegular('location');
    await customers.send(moved(member, 'Asia/Tokyo'));
    await member.call(`PATCH /customers/${member.customer_id}`, { city: 'Kyoto' });
    const change = await eventually(() => member.updates().find(({ new_state }) => new_state?.includes('Kyoto')));
    expect(change.timezone).toBe('Asia/Tokyo');
    const { body } = await member.call(`GET /customers/${member.customer_id}`);
    expect(JSON.parse(change.new_state ?? '')).toEqual({ ...body, private_ref: null });
  });

  test('a list of the account is shown in UTC, whatever becomes of its locations', async () => {
    const member = await aRegular('account');
    await customers.send(moved(member, 'Asia/Tokyo'));
    expect(offsetsOf(await timesOf(member))).toEqual(['Z']);
  });

  test('other news of the location, and of locations of other accounts, change nothing', async () => {
    const member = await aRegular('location');
    const before = await timesOf(member);
    const elsewhere = { ...member, shop: { ...member.shop, account: { id: newId(), currency: 'EUR' } } };
    await customers.send(moved(member), moved(elsewhere, 'Asia/Tokyo'));
    expect(await timesOf(member)).toEqual(before);
  });
});

/**
 * Deleting a list deletes its customers and loyalty cards too, without an event (docs/api/customers.md#customer-lists), and
 * announces the customers as anonymised (docs/api/customers.md#deleted-lists).
 */
describe('a deleted list', () => {
  const parts = ['customers', 'customer_private_refs', 'loyalty_cards', 'loyalty_operations', 'customer_orders'];

  /** The number of rows of an account in each table. */
  async function rowsOf({ account }: TestCaller): Promise<number[]> {
    const counts = parts.map(async (table) => {
      const text = `select from ${table} where account_id = $1`;
      return (await customers.db.query({ text, values: [account?.id] })).rowCount ?? 0;
    });
    return Promise.all(counts);
  }

  /** Adds customers to a list, each with a private ref, a card with an operation, and an order. */
  async function fill({ account, client_id }: TestCaller, list: string, count: number) {
    const ids = Array.from({ length: count }, () => newId());
    const add = (text: string, ...values: unknown[]) =>
      customers.db.query({ text, values: [account?.id, ids, ...values] });
    await add(
      `insert into customers (account_id, id, customer_list_id, fields) select $1, unnest($2::text[]), $3, $4`,
      ...[list, JSON.stringify(aCustomer({ email: 'a@b.c' }))],
    );
    await add(
      `insert into customer_private_refs (account_id, customer_id, customer_list_id, client_id, private_ref)
     select $1, id, $3, $4, id from unnest($2::text[]) as id`,
      ...[list, client_id],
    );
    await add(
      `insert into loyalty_cards (account_id, id, customer_list_id, customer_id)
     select $1, 'card' || id, $3, id from unnest($2::text[]) as id`,
      list,
    );
    await add(
      `insert into loyalty_operations (account_id, loyalty_card_id, position, id, customer_id, delta, new_balance)
     select $1, 'card' || id, 1, 'op' || id, id, '1', 1 from unnest($2::text[]) as id`,
    );
    await add(
      `insert into customer_orders (account_id, order_id, customer_id, total, total_version)
     select $1, 'order' || id, id, 1, 1 from unnest($2::text[]) as id`,
    );
    return ids;
  }

  /** Waits until nothing is left to do for deleted lists, and everything is sent. */
  const cleared = () =>
    eventually(async () => {
      const { rows } = await customers.db.query(
        `select from anonymised_customer_lists union all select from deleted_customer_lists
       union all select from forgotten_customers union all select from outbox where parked_at is null`,
      );
      return rows.length === 0;
    });

  const announced = (customer_list_id: string) =>
    customers.bodiesOf('customer.anonymised').filter((body) => body.customer_list_id === customer_list_id);

  test('no reader sees a deleted list; its rows are deleted in several batches', async () => {
    const { as, id, path } = await aListOf(customers);
    const kept = await aListOf(customers, { account: as.account });
    const [one = ''] = await fill(as, id, 450);
    await fill(kept.as, kept.id, 3);
    expect(await rowsOf(as)).toEqual(parts.map(() => 453));
    // The lock stops the background loop, so the rows are still there when no reader sees them.
    const lock = await customers.db.connect();
    await lock.query('begin; lock table customers in share mode');
    const deleted = await customers.call(`DELETE /customer_lists/${id}`, { as });
    expect([deleted.status, deleted.body]).toEqual([200, {}]);
    for (const route of [
      `GET /customer_lists/${id}`,
      `GET ${path}`,
      `GET ${path}?email=a@*`,
      `GET ${path}/${one}`,
      `PATCH ${path}/${one}`,
      `POST ${path}`,
    ]) {
      const answer = await customers.call(route, { as, ...(!route.startsWith('GET') && { body: {} }) });
      expect([route, answer.status, answer.body.error_type]).toEqual([route, 404, 'not_found']);
    }
    expect((await rowsOf(as))[0]).toBe(453);
    await lock.query('rollback');
    lock.release();
    await eventually(async () => (await rowsOf(as)).every((count) => count === 3));
    expect((await customers.call(`GET ${kept.path}`, { as: kept.as })).body).toHaveLength(3);
    await cleared();
    await customers.untilSent();
    expect(customers.changes().filter(({ account_id }) => account_id === as.account?.id)).toEqual([]);
  });

  test('customers that are added while their list is deleted are deleted too, or refused', async () => {
    const { as, id, path } = await aListOf(customers);
    let isDeleted = false;
    const statuses: number[] = [];
    const add = async () => {
      while (!isDeleted || statuses.at(-1) === 200) {
        const body = { email: 'a@b.c', private_ref: newId() };
        statuses.push((await customers.call(`POST ${path}`, { as, body })).status);
      }
    };
    const adding = Promise.all(Array.from({ length: 6 }, add));
    await eventually(() => statuses.length >= 30);
    // On a busy machine the additions may keep the list locked for too long: a 503, after which a client repeats its request.
    const outcomes: number[] = [];
    await eventually(async () => {
      outcomes.push((await customers.call(`DELETE /customer_lists/${id}`, { as })).status);
      return outcomes.at(-1) !== 503;
    }).finally(() => (isDeleted = true));
    expect(outcomes.at(-1)).toBe(200);
    await adding;
    expect([...new Set(statuses)].sort()).toEqual([200, 404]);
    await eventually(async () => (await rowsOf(as)).every((count) => count === 0));
    await cleared();
    expect(await rowsOf(as)).toEqual(parts.map(() => 0));
  });

  test('announces each customer as anonymised, once and by the client that deletes the list, unless they were before', async () => {
    const { as, id } = await aListOf(customers);
    const [before = '', ...ids] = await fill(as, id, 251);
    await customers.db.query('update customers set anonymised = true where id = $1', [before]);
    await customers.call(`DELETE /customer_lists/${id}`, { as });
    await cleared();
    const deleted = { account_id: as.account?.id, customer_list_id: id, client_id: as.client_id, list_deleted: true };
    expect(announced(id)).toEqual(ids.sort().map((customer_id) => ({ ...deleted, customer_id })));
  });

  test('messages in the outbox lose the personal data', async () => {
    const { as, id, path } = await aListOf(customers);
    const secret = `${newId()}@example.com`;
    const { body: ada } = await customers.call(`POST ${path}`, { as, body: { email: secret } });
    const { topic, key, body } = await eventually(() => customers.published.find((sent) => sent.body.includes(secret)));
    await customers.db.query(
      `insert into outbox (id, topic, key, body, parked_at, parked_reason) values ($1, $2, $3, $4, now(), 'events: no')`,
      [newId(), topic, key, body],
    );
    await customers.call(`DELETE /customer_lists/${id}`, { as });
    await cleared();
    const { rows } = await customers.db.query('select body from outbox where strpos(body, $1) > 0', [ada.id]);
    expect(JSON.parse(JSON.parse(rows[0].body).new_state)).toMatchObject({ email: null, anonymised: true });
  });

  test('the next process announces the rest of what a stopped one was announcing', async () => {
    const { as, id } = await aListOf(customers);
    const ids = (await fill(as, id, 10)).sort();
    await customers.stop();
    await customers.db.query(
      `with deleted as (delete from customer_lists where id = $1 returning account_id, id)
     insert into anonymised_customer_lists (account_id, customer_list_id, client_id, announced_to)
     select account_id, id, $2, $3 from deleted`,
      [id, as.client_id, ids[3]],
    );
    await customers.start();
    await cleared();
    expect(announced(id).map(({ customer_id }) => customer_id)).toEqual(ids.slice(4));
    expect(await rowsOf(as)).toEqual(parts.map(() => 0));
  });

  test('the next process clears the rest of what a stopped one was deleting', async () => {
    const { as, id } = await aListOf(customers);
    await fill(as, id, 10);
    await customers.stop();
    await customers.db.query(
      `with deleted as (delete from customer_lists where id = $1 returning account_id, id)
     insert into deleted_customer_lists (account_id, customer_list_id) select account_id, id from deleted`,
      [id],
    );
    await customers.start();
    await eventually(async () => (await rowsOf(as)).every((count) => count === 0));
  });

  test('a process that stops deletes nothing more', async () => {
    const { as, id } = await aListOf(customers);
    const ids = await fill(as, id, 3);
    await deleteCustomers(customers.db, as.account?.id ?? '', ids, AbortSignal.abort());
    expect(await rowsOf(as)).toEqual(parts.map(() => 3));
  });
});

/** Quotas of customer lists and customers (docs/api/limits.md#quotas). */
describe('quotas of lists and customers', () => {
  let customers: TestCustomers;
  beforeAll(async () => {
    customers = await startTestCustomers({ CUSTOMER_LISTS_PER_ACCOUNT_MAX: '3', CUSTOMERS_PER_ACCOUNT_MAX: '20' });
  });

  afterAll(() => customers.close());

  const many = <Result>(count: number, make: () => Promise<Result>) => Promise.all(Array.from({ length: count }, make));

  const statusesOf = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

  const fullOf = (accepted: number, refused: number) => [
    ...Array.from({ length: accepted }, () => 200),
    ...Array.from({ length: refused }, () => 422),
  ];

  const addList = (as: TestCaller) =>
    customers.call(`POST /locations/${as.location_id}/customer_lists`, { as, body: { name: newId() } });

  const addCustomer = (as: TestCaller, list: string) =>
    customers.call(`POST /customer_lists/${list}/customers`, { as, body: { first_name: 'Ada' } });

  const countOf = async ({ account }: TestCaller) => {
    const { rows } = await customers.db.query<{ customers: number }>(
      'select customers from customer_counts where account_id = $1',
      [account?.id],
    );
    return rows[0]?.customers;
  };

  test('an account gets as many lists as it may have, also when many are created at once', async () => {
    const as = aCaller();
    expect(statusesOf(await many(10, () => addList(as)))).toEqual(fullOf(3, 7));
    const { body } = await addList(as);
    expect(body.message).toBe('The quota is used up: customer lists of an account, at most 3');
    const { items } = { items: (await customers.call(`GET /locations/${as.location_id}/customer_lists`, { as })).body };
    await customers.call(`DELETE /customer_lists/${items[0].id}`, { as });
    expect(statusesOf(await many(3, () => addList(as)))).toEqual(fullOf(1, 2));
    expect((await addList(aCaller())).status).toBe(200);
  });

  test('the lists that a user creates for a connection count, too', async () => {
    const { given } = aTenant();
    const create = () =>
      customers.call('POST /internal/customer-lists', {
        ...{ internal: 'customers', from: 'auth' },
        body: { ...given, name: newId() },
      });
    expect(statusesOf(await many(5, create))).toEqual(fullOf(3, 2));
  });

  test('an account gets as many customers as it may have in all its lists, also when many are created at once', async () => {
    const as = aCaller();
    const [one, two] = [await createList(customers, as), await createList(customers, as)];
    const answers = await Promise.all([many(15, () => addCustomer(as, one)), many(15, () => addCustomer(as, two))]);
    expect(statusesOf(answers.flat())).toEqual(fullOf(20, 10));
    const { body } = await addCustomer(as, one);
    expect(body.message).toBe('The quota is used up: customers of an account, at most 20');
    expect(await countOf(as)).toBe(20);
    const other = aCaller();
    expect((await addCustomer(other, await createList(customers, other))).status).toBe(200);
  });

  test('a deleted list makes room for customers', async () => {
    const as = aCaller();
    const [one, two] = [await createList(customers, as), await createList(customers, as)];
    await many(15, () => addCustomer(as, one));
    await many(5, () => addCustomer(as, two));
    expect((await addCustomer(as, two)).status).toBe(422);
    await customers.call(`DELETE /customer_lists/${one}`, { as });
    await eventually(async () => (await countOf(as)) === 5);
    expect((await addCustomer(as, two)).status).toBe(200);
  });
});

/** Who may read and write the customers of a list (docs/api/customers.md#access). */
describe('access to customers', () => {
  const owner = aCaller();

  const { account, location } = owner;

  const chain = aCaller({ account, location_id: null, location });

  /** A new list of the location or the account, with a customer. */
  async function aCustomerOf(place: 'location' | 'account') {
    const list = place === 'location' ? await createList(customers, owner) : await createAccountList(customers, owner);
    const path = `/customer_lists/${list}/customers`;
    const { id } = (await customers.call(`POST ${path}`, { as: chain, body: { last_name: 'Byron' } })).body;
    return { list, path, id };
  }

  /** The status of each endpoint's answer. */
  async function statusesOf(as: TestCaller, { path, id }: { path: string; id: string }) {
    const answers = [
      await customers.call(`GET ${path}/${id}`, { as }),
      await customers.call(`GET ${path}`, { as }),
      await customers.call(`POST ${path}`, { as, body: {} }),
      await customers.call(`PATCH ${path}/${id}`, { as, body: { city: 'Nice' } }),
      await customers.call(`PUT ${path}/${id}`, { as, body: { city: 'Nice' } }),
    ];
    return answers.map(({ status }) => status);
  }

  const writes = [200, 200, 200, 200, 200];

  const reads = [200, 200, 403, 403, 403];

  /** A connection that may not write any list gets 403 before the list is looked up. */
  const missingForReaders = [404, 404, 403, 403, 403];

  const missing = [404, 404, 404, 404, 404];

  const forbidden = [403, 403, 403, 403, 403];

  describe.each<[permission: string, isBound: boolean, ofLocation: number[], ofAccount: number[]]>([
    ['customer_list.read', true, reads, reads],
    ['customer_list.write', true, writes, writes],
    ['customer_list.read', false, missingForReaders, missingForReaders],
    ['customer_list.write', false, missing, missing],
    ['all_customer_lists.read', false, reads, reads],
    ['all_customer_lists.write', false, writes, reads],
    ['all_customer_lists.write,customer_list.write', true, writes, writes],
    ['customer_list.write,all_customer_lists.read', false, reads, reads],
    ['orders.write', true, forbidden, forbidden],
  ])('a connection of the location with %s, bound to the list: %s', (permission, isBound, ofLocation, ofAccount) => {
    test.each([
      ['location', ofLocation],
      ['account', ofAccount],
    ] as const)('a list of the %s', async (place, expected) => {
      const at = await aCustomerOf(place);
      const as = { ...owner, scope: `location[${permission}]`, customer_list_id: isBound ? at.list : null };
      expect(await statusesOf(as, at)).toEqual(expected);
    });
  });

  describe.each<[permission: string, isBound: boolean, expected: number[]]>([
    ['customer_list.read', true, reads],
    ['customer_list.write', true, writes],
    ['customer_list.write', false, missing],
    ['all_customer_lists.read', false, reads],
    ['all_customer_lists.write', false, writes],
    ['orders.write', true, forbidden],
  ])('a connection of the account with %s, bound to the list: %s', (permission, isBound, expected) => {
    test.each(['location', 'account'] as const)('a list of the %s', async (place) => {
      const at = await aCustomerOf(place);
      const as = { ...chain, scope: `account[${permission}]`, customer_list_id: isBound ? at.list : null };
      expect(await statusesOf(as, at)).toEqual(expected);
    });
  });

  describe('a customer of another tenant gives the same answer as a missing one (docs/api/authentication.md#tenants)', () => {
    const strangers: [string, () => Promise<TestCaller>][] = [
      ['a connection of another account', async () => aCaller()],
      ['an account connection of another account', async () => aCaller({ location_id: null })],
      [
        "a connection of another account with the list's location in its token",
        async () => aCaller({ location_id: location!.id, location }),
      ],
      ['a connection of a sibling location', async () => aCaller({ account })],
    ];
    test.each(strangers)('%s', async (_who, caller) => {
      const at = await aCustomerOf('location');
      // Being bound to the list must not help.
      const as = { ...(await caller()), customer_list_id: at.list };
      const state = () => customers.call(`GET ${at.path}/${at.id}`, { as: owner });
      const before = (await state()).body;
      expect(await statusesOf(as, at)).toEqual(missing);
      for (const [theirs, missing] of [
        [`GET ${at.path}/${at.id}`, `GET /customer_lists/${newId()}/customers/${newId()}`],
        [`GET ${at.path}`, `GET /customer_lists/${newId()}/customers`],
      ] as const) {
        expect((await customers.call(theirs, { as })).body).toEqual((await customers.call(missing, { as })).body);
      }
      expect((await state()).body).toEqual(before);
    });

    test('cannot be reached through a list of the caller', async () => {
      const [mine, other] = [await aListOf(customers), await aCustomerOf('location')];
      const sibling = await aCustomerOf('location');
      for (const [as, path, id] of [
        [mine.as, mine.path, other.id],
        [owner, sibling.path, other.id],
        [owner, sibling.path, newId()],
      ] as const) {
        const answers = [
          await customers.call(`GET ${path}/${id}`, { as }),
          await customers.call(`PATCH ${path}/${id}`, { as, body: { city: 'Nice', private_ref: 'mine' } }),
        ];
        expect(answers.map(({ status, body }) => [status, body.error_type])).toEqual(Array(2).fill([404, 'not_found']));
      }
      expect((await customers.call(`GET ${other.path}/${other.id}`, { as: owner })).body.city).toBeNull();
      expect((await customers.call(`GET ${mine.path}?private_ref=mine`, { as: mine.as })).body).toEqual([]);
    });
  });

  test('every endpoint needs a caller token: 401', async () => {
    const { path, id } = await aCustomerOf('location');
    for (const route of [
      `GET ${path}`,
      `POST ${path}`,
      `GET ${path}/${id}`,
      `PATCH ${path}/${id}`,
      `PUT ${path}/${id}`,
    ]) {
      const { status, body } = await customers.call(route, route.startsWith('GET') ? {} : { body: {} });
      expect([route, status, body.error_type]).toEqual([route, 401, 'unauthorized']);
    }
  });

  test('an unknown or impossible id: 404', async () => {
    const { path } = await aCustomerOf('location');
    for (const id of [newId(), 'x', '%20', 'a'.repeat(65)]) {
      expect((await customers.call(`GET ${path}/${id}`, { as: owner })).status).toBe(404);
      expect((await customers.call(`PATCH ${path}/${id}`, { as: owner, body: {} })).status).toBe(404);
      expect((await customers.call(`GET /customer_lists/${id}/customers`, { as: owner })).status).toBe(404);
      expect((await customers.call(`POST /customer_lists/${id}/customers`, { as: owner, body: {} })).status).toBe(404);
    }
  });
});

/** Who may read and write cards and their operations (docs/api/customers.md#access). */
describe('access to loyalty cards', () => {
  /** A member with a card that has an operation. */
  async function withOperation(owner: ListOwner) {
    const member = await aMember(customers, owner);
    const card = await member.card({ ref: 'first' });
    const { body: operation } = await member.operate(card.id, { delta: '5', reason: 'A secret' });
    return { ...member, path: `/loyalty_cards/${card.id}`, operation_id: operation.id as string };
  }

  type WithOperation = Awaited<ReturnType<typeof withOperation>>;

  /** The distinct statuses of the endpoints that read and of those that write. */
  async function statuses(member: WithOperation, as: TestCaller) {
    const { call, path, customer_id, operation_id } = member;
    const reads = [path, '/loyalty_cards', `${path}/operations`, `${path}/operations/${operation_id}`];
    const seen = await Promise.all(reads.map((read) => call(`GET ${read}`, undefined, as)));
    const written = [
      await call('POST /loyalty_cards', { customer_id, ref: newId() }, as),
      await call(`PATCH ${path}`, { name: newId() }, as),
      await call(`PUT ${path}`, { name: newId() }, as),
      await call(`POST ${path}/operations`, { delta: '1' }, as),
    ];
    const answers = [...seen, ...written];
    for (const { status, body } of answers) if (status !== 200) expect(JSON.stringify(body)).not.toContain('secret');
    const only = (group: { status: number }[]) => [...new Set(group.map(({ status }) => status))];
    return { read: only(seen), write: only(written) };
  }

  /** The cards of the customer, as its owner sees them. */
  const shownBy = async ({ cards }: Member) => JSON.stringify(await cards());

  describe('by scope and bound list', () => {
    test.each<
      [string, boolean, Record<`${'location' | 'account'} connection, list of ${ListOwner}`, [number, number]>]
    >([
      [
        'all_customer_lists.write',
        false,
        {
          'location connection, list of location': [200, 200],
          'location connection, list of account': [200, 403],
          'account connection, list of location': [200, 200],
          'account connection, list of account': [200, 200],
        },
      ],
      ['all_customer_lists.read', false, everywhere(200, 403)],
      ['all_customer_lists.read', true, everywhere(200, 403)],
      ['customer_list.write', true, everywhere(200, 200)],
      ['customer_list.write', false, everywhere(404, 404)],
      ['customer_list.read', true, everywhere(200, 403)],
      ['customer_list.read', false, everywhere(404, 403)],
      ['customer_list.write,all_customer_lists.read', false, everywhere(200, 403)],
      ['customer_list.write,all_customer_lists.read', true, everywhere(200, 200)],
      ['orders.write', true, everywhere(403, 403)],
      ['orders.write,inventory.write,all_catalogs.write', true, everywhere(403, 403)],
    ])(
      '%s, bound to the list: %s',
      async (permissions, isBound, expected) => {
        for (const owner of ['location', 'account'] as const) {
          for (const level of ['location', 'account'] as const) {
            const member = await withOperation(owner);
            const before = await shownBy(member);
            const as: TestCaller = {
              ...(level === 'location' ? member.shop : member.chain),
              scope: `${level}[${permissions}]`,
              customer_list_id: isBound ? member.list_id : newId(),
            };
            const [read, write] = expected[`${level} connection, list of ${owner}`];
            const found = await statuses(member, as);
            expect([level, owner, found]).toEqual([level, owner, { read: [read], write: [write] }]);
            expect((await shownBy(member)) === before).toBe(write !== 200);
          }
        }
      },
      60_000,
    );
  });

  function everywhere(read: number, write: number) {
    const both: [number, number] = [read, write];
    return {
      'location connection, list of location': both,
      'location connection, list of account': both,
      'account connection, list of location': both,
      'account connection, list of account': both,
    };
  }

  describe('another tenant', () => {
    test('finds nothing, changes nothing, and cannot tell a card from a missing one', async () => {
      const member = await withOperation('location');
      const before = await shownBy(member);
      const strangers = [
        aCaller({ account: member.shop.account }),
        aCaller(),
        aCaller({ location_id: null }),
        aCaller({ location: member.shop.location }),
        aCaller({ customer_list_id: member.list_id, scope: 'location[customer_list.write]' }),
      ];
      for (const stranger of strangers) {
        expect(await statuses(member, stranger)).toEqual({ read: [404], write: [404] });
        const real = await member.call(`GET ${member.path}`, undefined, stranger);
        const missing = await customers.call(`GET /customer_lists/${newId()}${member.path}`, { as: stranger });
        expect(real.body).toEqual(missing.body);
      }
      expect(await shownBy(member)).toBe(before);
    });

    test('cannot reach a card through its own list', async () => {
      const [victim, intruder] = [await withOperation('location'), await withOperation('location')];
      const before = await shownBy(victim);
      for (const [route, body] of [
        [`GET ${victim.path}`, undefined],
        [`PATCH ${victim.path}`, { name: 'mine' }],
        [`GET ${victim.path}/operations`, undefined],
        [`GET ${victim.path}/operations/${victim.operation_id}`, undefined],
        [`GET ${intruder.path}/operations/${victim.operation_id}`, undefined],
        [`POST ${victim.path}/operations`, { delta: '1' }],
      ] as const) {
        const answer = await intruder.call(route, body);
        expect([route, answer.status]).toEqual([route, 404]);
        expect(JSON.stringify(answer.body)).not.toContain('secret');
      }
      expect(await shownBy(victim)).toBe(before);
    });

    test('without a connection: 401', async () => {
      const { list, path, call, as } = await withOperation('location');
      expect((await customers.call(`GET ${list}${path}`)).status).toBe(401);
      expect((await call(`GET ${path}`, undefined, { ...as, account: null, location_id: null })).status).toBe(403);
    });
  });

  test('deleting a list hides its cards and operations at once', async () => {
    const member = await withOperation('location');
    expect((await customers.call(`DELETE ${member.list}`, { as: member.as })).status).toBe(200);
    expect(await statuses(member, member.as)).toEqual({ read: [404], write: [404] });
  });
});
