import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { describeConnections } from '@order-hub/shared/events-calls';
import { newId, timeOfId } from '@order-hub/shared/ids';
import { markReceived } from '@order-hub/shared/inbox';
import type { NotedRequest } from '@order-hub/shared/request-log-calls';
import { describeDays } from '@order-hub/shared/today-calls';
import { type AppTrouble, listTrouble } from '@order-hub/shared/trouble-calls';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import type { TestMessage } from '@order-hub/testing/service';
import { clearOldDays } from '../src/day-logs/clear-old-days.ts';
import { storeChanges } from '../src/events/change.consumer.ts';
import { deleteObsolete } from '../src/housekeeping/delete-obsolete.ts';
import { anOrderChange } from './builders.ts';
import { anOrder, created, type TestOrder, updated } from './order-changes.ts';
import { sentBy, viewerOf } from './page-viewer.ts';
import { startReceiver } from './receiver.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

/** What the back office shows about connections: their callbacks, the last attempt, and how many events wait. */
describe('the description of connections', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
  });

  afterAll(() => service.close());

  const closers: (() => Promise<void>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const receiver = async (...options: Parameters<typeof startReceiver>) => {
    const opened = await startReceiver(...options);
    closers.push(opened.close);
    return opened;
  };

  const orders = { order: ['create', 'update'] };

  const ask = (account_id: string | null, connection_ids: string[], headers: Record<string, string> = {}) =>
    service.call('POST /internal/connection-deliveries', {
      user: viewerOf({ account_id }),
      body: { connection_ids },
      headers,
    });

  const described = async (...callers: TestCaller[]) => {
    const connection_ids = callers.map(({ connection_id }) => connection_id);
    const { body } = await ask(callers[0]?.account?.id ?? null, connection_ids);
    return describeConnections.reply.parse(body).connections;
  };

  const describeOne = async (caller: TestCaller) => (await described(caller))[0]!;

  const lastOf = (caller: TestCaller, outcome: string) =>
    eventually(async () => {
      const { last_attempt } = await describeOne(caller);
      return last_attempt?.outcome === outcome && last_attempt;
    });

  const none = { oldest_waiting_at: null, last_attempt: null, refusals: null, is_behind: false };
  const nothing = { callback: null, waiting: 0, ...none };

  test('a passive callback: how many events wait, and since when', async () => {
    const caller = await service.subscriber(orders);
    expect(await describeOne(caller)).toEqual({
      ...nothing,
      connection_id: caller.connection_id,
      callback: {
        url: null,
        events: ['order.create', 'order.update'],
        created_at: expect.any(String),
        updated_at: expect.any(String),
      },
    });
    await service.sendChanges(anOrderChange(caller), anOrderChange(caller));
    const [oldest] = await service.listed(caller);
    const oldest_waiting_at = timeOfId(oldest.id).toISOString();
    expect(await describeOne(caller)).toMatchObject({ waiting: 2, oldest_waiting_at, last_attempt: null });
  });

  describe('the last attempt', () => {
    test('an acknowledged one has its status; the query of the URL is not shown', async () => {
      const hook = await receiver((res) => void res.writeHead(404).end());
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      expect(await lastOf(caller, 'acknowledged')).toEqual({
        at: expect.any(String),
        outcome: 'acknowledged',
        status: 404,
        reason: null,
      });
      expect(hook.url).toContain('?');
      expect(await describeOne(caller)).toMatchObject({ waiting: 0, callback: { url: hook.url.split('?')[0] } });
    });

    test('a refused one is shown until one is acknowledged, and the other way round', async () => {
      const statuses = [503, 200, 500];
      const hook = await receiver((res, _received, count) => void res.writeHead(statuses[count - 1] ?? 200).end());
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      expect(await lastOf(caller, 'failed')).toMatchObject({ status: 503, reason: null });
      expect(await describeOne(caller)).toMatchObject({ waiting: 1 });
      await service.sendChanges(anOrderChange(caller));
      expect(await lastOf(caller, 'acknowledged')).toMatchObject({ status: 200 });
      await service.sendChanges(anOrderChange(caller));
      expect(await lastOf(caller, 'failed')).toMatchObject({ status: 500 });
    });

    test('one without an answer has the reason, without an address; a new URL has no last attempt', async () => {
      const hook = await receiver();
      await hook.close();
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      expect(await lastOf(caller, 'failed')).toMatchObject({ status: null, reason: 'ECONNREFUSED' });
      await service.call('POST /callback', { as: caller, body: { url: hook.url, events: { order: ['create'] } } });
      expect(await describeOne(caller)).toMatchObject({
        callback: { events: ['order.create'] },
        last_attempt: { outcome: 'failed' },
      });
      await service.call('POST /callback', { as: caller, body: { url: `${hook.url}&b=2`, events: orders } });
      expect(await describeOne(caller)).toMatchObject({ waiting: 1, last_attempt: null });
    });

    test('is not stored with each of many equal answers', async () => {
      const hook = await receiver();
      const caller = await service.subscriber(orders, hook.url);
      await service.db.query(
        `create table writes (at timestamptz);
       create function count_write() returns trigger language plpgsql as
         $$ begin insert into writes values (new.last_attempt_at); return new; end $$;
       create trigger count_write after update on callbacks for each row
         when (new.connection_id = '${caller.connection_id}') execute function count_write()`,
      );
      // From now on the concurrency limit stays the same, so nothing else updates the row.
      await service.db.query('update callbacks set in_flight_max = 32, answers = true where connection_id = $1', [
        caller.connection_id,
      ]);
      await service.db.query('truncate writes');
      for (let sent = 1; sent <= 20; sent += 1) {
        await service.sendChanges(anOrderChange(caller));
        await eventually(() => hook.received.length === sent);
      }
      await eventually(async () => (await describeOne(caller)).waiting === 0);
      const { rows } = await service.db.query('select count(*)::int as count from writes');
      expect(rows[0].count).toBeGreaterThan(0);
      expect(rows[0].count).toBeLessThan(20);
      await service.db.query('drop trigger count_write on callbacks; drop function count_write; drop table writes');
    });
  });

  test('connections come in the order of the request; one without a callback is empty', async () => {
    const first = await service.subscriber(orders);
    const second = await service.subscriber(orders, null, { account: first.account });
    await service.call('DELETE /callback', { as: second });
    const none = { ...first, connection_id: newId() };
    const [a, b, c] = await described(second, none, first);
    expect(a).toEqual({ ...nothing, connection_id: second.connection_id });
    expect(b).toEqual({ ...nothing, connection_id: none.connection_id });
    expect(c).toMatchObject({ connection_id: first.connection_id, callback: { url: null } });
  });

  test('a connection of another account is empty', async () => {
    const caller = await service.subscriber(orders);
    await service.sendChanges(anOrderChange(caller));
    for (const account_id of [newId(), "' or true --"]) {
      const { body } = await ask(account_id, [caller.connection_id]);
      expect(body.connections).toEqual([{ ...nothing, connection_id: caller.connection_id }]);
    }
    expect(await describeOne(caller)).toMatchObject({ waiting: 1 });
  });

  test('many waiting events are counted up to 1,000', async () => {
    const caller = await service.subscriber(orders);
    await service.db.query(
      `insert into events (callback_id, id, change_id, resource)
     select id, 'e' || n, 'c' || n, 'r' from callbacks, generate_series(1, 1200) n where connection_id = $1`,
      [caller.connection_id],
    );
    expect((await describeOne(caller)).waiting).toBe(1_000);
  });

  test('only the back office may ask, for 100 connections of an account at most', async () => {
    const account_id = newId();
    for (const service of ['gateway', 'auth', 'catalog', 'orders', 'customers', 'events'] as const) {
      expect((await ask(account_id, [newId()], await sentBy(service))).status).toBe(401);
    }
    const many = Array.from({ length: 101 }, () => newId());
    expect((await ask(account_id, many)).status).toBe(422);
    expect((await ask(null, [newId()])).status).toBe(404);
    expect((await ask(account_id, [])).body).toEqual({ connections: [] });
  });
});

/** The apps with trouble of all accounts, as auth asks for them (docs/api/back-office.md#apps-with-trouble). */
describe('the apps with trouble', () => {
  let service: TestService;

  let now: Date | undefined;

  beforeAll(async () => {
    const env = { CALLBACK_RETRY_BASE_SECONDS: '600' };
    service = await startTestService(env, { now: () => now ?? new Date() });
  });

  afterAll(() => service.close());

  /** The answers to a whole round. */
  async function partsOf() {
    const parts: AppTrouble[][] = [];
    for (let after: string | null = ''; after !== null;) {
      const asked: { body: object; status: number } = await service.call('POST /internal/trouble', {
        ...{ internal: 'events', from: 'auth', body: { after } },
      });
      expect(asked.status).toBe(200);
      const part: { trouble: AppTrouble[]; next: string | null } = listTrouble.reply.parse(asked.body);
      parts.push(part.trouble);
      after = part.next;
    }
    return parts;
  }

  const troubleOf = async (...callers: TestCaller[]) => {
    const ids = callers.map(({ connection_id }) => connection_id);
    return (await partsOf()).flat().filter(({ connection_id }) => ids.includes(connection_id));
  };

  test('of all accounts: a silent till and a failing app, until they work again', async () => {
    let status = 500;
    const hook = await startReceiver((res) => void res.writeHead(status).end());
    try {
      const till = await service.subscriber({ order: ['create'] });
      const app = await service.subscriber({ order: ['create'] }, hook.url);
      const well = await service.subscriber({ order: ['create'] });
      await service.sendChanges(anOrderChange(till), anOrderChange(app));
      const failing = await eventually(() => troubleOf(till, app, well));
      const of = ({ connection_id, account, location_id }: TestCaller) => ({
        ...{ connection_id, account_id: account?.id, location_id },
      });
      expect(failing).toEqual([{ ...of(app), kind: 'failing', status: 500, reason: null, since: expect.any(String) }]);
      const [event] = await service.listed(till);
      const since = timeOfId(event.id);
      now = new Date(since.getTime() + 600_001);
      expect((await troubleOf(till, well))[0]).toEqual({
        ...of(till),
        ...{ kind: 'silent', status: null, reason: null, since: since.toISOString() },
      });
      await service.call(`DELETE /callback/events/${event.id}`, { as: till });
      status = 200;
      await service.sendChanges(anOrderChange(app));
      await eventually(async () => (await troubleOf(till, app)).length === 0);
    } finally {
      await hook.close();
      now = undefined;
    }
  });

  test('those of connections that are not active are left out', async () => {
    const till = await service.subscriber({ order: ['create'] });
    await service.sendChanges(anOrderChange(till));
    now = new Date(Date.now() + 3_600_000);
    expect(await troubleOf(till)).toHaveLength(1);
    await service.sendConnection(till, { version: 2, status: 'blocked' });
    expect(await troubleOf(till)).toEqual([]);
    now = undefined;
  });

  test('in parts of a thousand callbacks each, of which each app is in one', async () => {
    const account_id = newId();
    await service.db.query(
      `with made as (select 'many' || lpad(n::text, 5, '0') as id from generate_series(1, 2500) n),
     connected as (insert into connections (id, version, status, client_id, account_id, scope)
       select id, 1, 'active', 'client', $1, 'account[orders.read]' from made)
     insert into callbacks (connection_id, account_id, id, url, events, subscribed, refusals, refusal_status)
       select id, $1, 'callback-' || id, 'http://127.0.0.1:1', '{}', '{order.create}', 20, 404 from made`,
      [account_id],
    );
    const parts = await partsOf();
    const found = parts.map((part) => part.filter((one) => one.account_id === account_id));
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(part.length).toBeLessThan(1_001);
    expect(new Set(found.flat().map(({ connection_id }) => connection_id)).size).toBe(2_500);
    expect(found.flat()).toHaveLength(2_500);
    expect(found.flat()[0]).toMatchObject({ kind: 'refusing', status: 404, location_id: null, since: null });
  });

  test('is told to auth alone', async () => {
    const asked = { internal: 'events', body: { after: '' } } as const;
    expect((await service.call('POST /internal/trouble', { ...asked, from: 'gateway' })).status).toBe(401);
  });

  test.each([[{ after: 'x'.repeat(65) }], [{ after: 7 }]])('%j is refused', async (body) => {
    const { status } = await service.call('POST /internal/trouble', { internal: 'events', from: 'auth', body });
    expect(status).toBe(422);
  });
});

/** The figures of days, and what needs somebody now (docs/api/back-office.md#today). */
describe('the figures of days', () => {
  let service: TestService;

  let now = new Date('2026-11-26T12:00:00Z');

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' }, { now: () => now });
  });

  afterAll(() => service.close());

  const aShop = () => ({ account_id: newId(), location_id: newId() });

  type Shop = ReturnType<typeof aShop>;

  async function described(shops: readonly Shop[], with_channels = true) {
    const body = { shops: shops.map((shop) => ({ ...shop, days: ['2026-11-19', '2026-11-26'] })), with_channels };
    const answer = await service.call('POST /internal/day-figures', { internal: 'events', from: 'auth', body });
    expect(answer.status).toBe(200);
    return describeDays.reply.parse(answer.body);
  }

  test('a shop without orders has no figures', async () => {
    expect(await described([aShop()])).toEqual({ figures: [], late: [], trouble: [], first_day: null });
  });

  test('the figures of two days, by hour and by channel', async () => {
    const shop = aShop();
    const at = (time: string, state: object = {}) => created(anOrder(shop, { created_at: time, ...state }));
    await service.sendChanges(
      at('2026-11-19T19:00:00+01:00', { total: '8.00 EUR' }),
      at('2026-11-26T12:05:00+01:00'),
      at('2026-11-26T12:59:59+01:00', { channel: 'Phone', total: '2.50 EUR' }),
      at('2026-11-26T13:00:00+01:00', { status: 'rejected' }),
      at('2026-11-26T13:00:00+01:00', { status: 'cancelled' }),
      at('2026-11-25T13:00:00+01:00'),
      created(anOrder(aShop())),
    );
    const of = { location_id: shop.location_id, currency: 'EUR' };
    const answer = await described([shop]);
    expect(answer.first_day).toBe('2026-11-19');
    expect(answer.figures).toEqual([
      {
        ...{ ...of, day: '2026-11-19', orders: 1, turnover: '8.00', rejected: 0, cancelled: 0 },
        hours: [{ hour: 19, orders: 1, turnover: '8.00' }],
        channels: [{ channel: 'Website', orders: 1, turnover: '8.00' }],
      },
      {
        ...{ ...of, day: '2026-11-26', orders: 2, turnover: '12.50', rejected: 1, cancelled: 1 },
        hours: [
          { hour: 12, orders: 2, turnover: '12.50' },
          { hour: 13, orders: 0, turnover: '0.00' },
        ],
        channels: [
          { channel: 'Phone', orders: 1, turnover: '2.50' },
          { channel: 'Website', orders: 1, turnover: '10.00' },
        ],
      },
    ]);
    expect((await described([shop, aShop()], false)).figures.map(({ channels }) => channels)).toEqual([[], []]);
  });

  test('of many channels, six are named; the others are one', async () => {
    const shop = aShop();
    const orders = Array.from({ length: 190 }, (_, at) =>
      created(anOrder(shop, { channel: `Channel ${Math.floor(Math.sqrt(at))}` })),
    );
    await service.sendChanges(...orders);
    const { channels = [] } = (await described([shop])).figures[0] ?? {};
    expect(channels.map(({ channel }) => channel)).toEqual([
      ...[12, 11, 10, 13, 9, 8].map((at) => `Channel ${at}`),
      null,
    ]);
    expect(channels.reduce((sum, { orders: count }) => sum + count, 0)).toBe(190);
  });

  test('a figure of another account is not found under its location', async () => {
    const shop = aShop();
    await service.sendChanges(created(anOrder(shop, { expected_time: '2026-11-26T12:00:00+01:00' })));
    const other = { ...shop, account_id: newId() };
    expect(await described([other])).toEqual({ figures: [], late: [], trouble: [], first_day: null });
  });

  describe('a late order', () => {
    const late = async (state: object) => {
      const shop = aShop();
      const order = anOrder(shop, state);
      await service.sendChanges(created(order));
      return { shop, order, late: (await described([shop])).late };
    };
    const past = '2026-11-26T12:59:00+01:00';
    const future = '2026-11-26T13:01:00+01:00';

    test.each([
      ['expected time has passed', { expected_time: past }],
      ['driver was to come before', { expected_time: future, expected_time_pickup: past }],
      ['confirmed time has passed, though it is expected later', { expected_time: future, confirmed_time: past }],
    ])('is one whose %s', async (_, state) => {
      const found = await late(state);
      expect(found.late).toEqual([
        {
          ...{ order_id: found.order.order_id, location_id: found.shop.location_id, channel: 'Website', status: 'new' },
          ...{ service_type: 'delivery', due_at: '2026-11-26T11:59:00.000Z' },
        },
      ]);
    });

    test.each([
      ['is expected later', { expected_time: future }],
      ['is confirmed for later', { expected_time: past, confirmed_time: future }],
      ['has no time', {}],
      ...[
        ...['awaiting_shipment', 'awaiting_collection', 'in_delivery'],
        ...['completed', 'rejected', 'cancelled', 'delivery_failed'],
      ].map((status): [string, object] => [`is ${status}`, { status, expected_time: past }]),
      ['was expected more than a day ago', { expected_time: '2026-11-25T12:59:00+01:00' }],
    ])('is none that %s', async (_, state) => {
      expect((await late(state)).late).toEqual([]);
    });

    test('is gone when it is completed', async () => {
      const { shop, order } = await late({ expected_time: past });
      await service.sendChanges(updated(order, { status: 'completed' }).change);
      expect((await described([shop])).late).toEqual([]);
    });

    test('is one of eleven at most', async () => {
      const shop = aShop();
      const orders = Array.from({ length: 30 }, (_, at) =>
        created(anOrder(shop, { expected_time: `2026-11-26T12:${10 + at}:00+01:00` })),
      );
      await service.sendChanges(...orders.toReversed());
      const times = (await described([shop])).late.map(({ due_at }) => due_at.slice(14, 16));
      expect(times).toEqual(Array.from({ length: 11 }, (_, at) => String(10 + at)));
    });
  });

  describe('trouble', () => {
    const shopOf = ({ account, location_id }: Awaited<ReturnType<TestService['subscriber']>>): Shop => ({
      account_id: account?.id ?? '',
      location_id: location_id ?? '',
    });

    test('a till is silent that has not fetched a new order for ten minutes', async () => {
      const till = await service.subscriber({ order: ['create'] });
      const shop = shopOf(till);
      now = new Date();
      await service.sendChanges(created(anOrder(shop)));
      const [event] = await service.listed(till);
      const arrived = timeOfId(event.id);
      now = new Date(arrived.getTime() + 600_000);
      expect((await described([shop])).trouble).toEqual([]);
      now = new Date(arrived.getTime() + 600_001);
      const trouble = { kind: 'silent', status: null, reason: null, since: arrived.toISOString() };
      expect((await described([shop])).trouble).toEqual([{ ...shop, connection_id: till.connection_id, ...trouble }]);
      await service.call(`DELETE /callback/events/${event.id}`, { as: till });
      expect((await described([shop])).trouble).toEqual([]);
    });

    test('an app that does not subscribe to new orders may be silent', async () => {
      now = new Date();
      const website = await service.subscriber({ order: ['update'] });
      const shop = shopOf(website);
      const order = anOrder(shop);
      await service.sendChanges(updated(order, { status: 'accepted' }).change);
      now = new Date(Date.now() + 3_600_000);
      expect((await described([shop])).trouble).toEqual([]);
    });

    test('an app fails that was not reached, or that refuses its events', async () => {
      now = new Date();
      let status = 500;
      const hook = await startReceiver((res) => void res.writeHead(status).end());
      try {
        const till = await service.subscriber({ order: ['create'] }, hook.url);
        const shop = shopOf(till);
        await service.sendChanges(created(anOrder(shop)));
        const [failing] = await eventually(async () => {
          const { trouble } = await described([shop]);
          return trouble.length > 0 && trouble;
        });
        expect(failing).toMatchObject({ kind: 'failing', status: 500, connection_id: till.connection_id, ...shop });
        status = 401;
        await service.sendChanges(...Array.from({ length: 25 }, () => created(anOrder(shop))));
        const [refusing] = await eventually(async () => {
          const { trouble } = await described([shop]);
          return trouble[0]?.kind === 'refusing' && trouble;
        });
        expect(refusing).toMatchObject({ kind: 'refusing', status: 401 });
        // Of another location of the account, this connection is none.
        expect((await described([{ ...shop, location_id: newId() }])).trouble).toEqual([]);
      } finally {
        await hook.close();
      }
    });
  });

  test.each([
    [
      'a hundred and one shops',
      { shops: Array.from({ length: 101 }, () => ({ ...aShop(), days: [] })), with_channels: false },
    ],
    ['a day that is none', { shops: [{ ...aShop(), days: ['2026-02-30'] }], with_channels: false }],
    ['three days', { shops: [{ ...aShop(), days: ['2026-02-01', '2026-02-02', '2026-02-03'] }], with_channels: false }],
  ])('%s are refused', async (_, body) => {
    const { status } = await service.call('POST /internal/day-figures', { internal: 'events', from: 'auth', body });
    expect(status).toBe(422);
  });
});

/** The figures of days are those of the true states of the orders, however their changes arrive. */
describe('the figures of true states', () => {
  let service: TestService;

  const now = new Date('2026-11-26T12:00:00Z');

  beforeAll(async () => {
    service = await startTestService({}, { now: () => now });
  });

  afterAll(() => service.close());

  beforeEach(() => service.db.query('truncate order_records, order_days, order_history'));

  const place = { account_id: newId(), location_id: newId() };

  /** A generator of numbers with a seed, so that a failure can be repeated (mulberry32). */
  function randomOf(seed: number) {
    let state = seed;
    const next = () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
    };
    const below = (count: number) => Math.floor(next() * count);
    const oneOf = <T>(values: readonly T[]): T => values[below(values.length)] as T;
    const shuffled = <T>(values: readonly T[]): T[] =>
      values
        .map((value) => ({ value, key: next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ value }) => value);
    return { below, oneOf, shuffled };
  }

  type Random = ReturnType<typeof randomOf>;

  const statuses = ['new', 'accepted', 'completed', 'rejected', 'cancelled', 'delivery_failed'];

  const hours = ['2026-11-26T11:59:59+01:00', '2026-11-26T12:00:00+01:00', '2026-11-25T23:30:00-05:00'];

  const money = ({ below, oneOf }: Random) =>
    `${oneOf(['', '', '-'])}${below(90)}.${10 + below(90)} ${oneOf(['EUR', 'EUR', 'GBP'])}`;

  /** Orders of several locations, as they are in the end, and the messages of all their changes in order. */
  function history(random: Random) {
    const locations = [place, { ...place, location_id: newId() }, { account_id: newId(), location_id: newId() }];
    let orders: TestOrder[] = [];
    const messages: TestMessage[] = [];
    for (let step = 0; step < 150; step += 1) {
      if (orders.length < 40 && random.below(3) === 0) {
        const order = anOrder(random.oneOf(locations), {
          channel: random.oneOf(['Website', 'Phone', 'Ünïcode “app”']),
          created_at: random.oneOf(hours),
          total: money(random),
          status: random.oneOf(statuses),
        });
        orders.push(order);
        messages.push(changeMessage(created(order)));
      } else if (orders.length > 0) {
        const at = random.below(orders.length);
        const { order, change } = updated(orders[at] as TestOrder, {
          status: random.oneOf(statuses),
          ...(random.below(2) === 0 && { total: money(random) }),
          // The location moved to another timezone: the order stays in the hour in which it came.
          ...(random.below(9) === 0 && { created_at: '2026-11-26T20:00:00+09:00' }),
        });
        orders = orders.with(at, order);
        messages.push(changeMessage(change));
      }
    }
    return { orders, messages };
  }

  type Figures = { orders: number; cents: number; rejected: number; cancelled: number };

  /** Counts the orders. `cameAt`: the local hour in which each came. */
  function counted(orders: readonly TestOrder[], cameAt: ReadonlyMap<string, string>) {
    const figures = new Map<string, Figures>();
    for (const { order_id, account_id, location_id, state } of orders) {
      const [amount = '', currency = ''] = state.total.split(' ');
      const hour = cameAt.get(order_id)?.slice(0, 13);
      const key = [account_id, location_id, hour, state.channel, currency].join(' ');
      const sum = figures.get(key) ?? { orders: 0, cents: 0, rejected: 0, cancelled: 0 };
      if (state.status === 'rejected') sum.rejected += 1;
      else if (state.status === 'cancelled') sum.cancelled += 1;
      else {
        sum.orders += 1;
        sum.cents += Math.round(Number(amount) * 100);
      }
      figures.set(key, sum);
    }
    return Object.fromEntries(figures);
  }

  /** The stored figures, without what became nothing. */
  async function stored() {
    const { rows } = await service.db.query(
      `select account_id || ' ' || location_id || ' ' || day || 'T' || lpad(hour::text, 2, '0') || ' ' || channel || ' ' || currency as key,
       orders, (turnover * 100)::int as cents, rejected, cancelled from order_days
     where orders <> 0 or turnover <> 0 or rejected <> 0 or cancelled <> 0`,
    );
    return Object.fromEntries(rows.map(({ key, ...figures }) => [key, figures]));
  }

  const batchesOf = <T>(values: readonly T[], size: number): T[][] =>
    Array.from({ length: Math.ceil(values.length / size) }, (_, at) => values.slice(at * size, (at + 1) * size));

  type Changes = Parameters<typeof storeChanges.handle>[0];

  /** Delivers batches at the same time, as consumers of several partitions do. */
  async function deliver(batches: readonly TestMessage[][]) {
    const deps = { wake: () => undefined, now: () => now, orderFigureDays: 90 };
    const handle = (batch: readonly TestMessage[]) =>
      transaction(service.db, async (trx) => {
        const newIds = await markReceived(
          trx,
          batch.map(({ id }) => id),
        );
        await storeChanges.handle(batch.filter(({ id }) => newIds.delete(id)) as unknown as Changes, deps, trx);
      });
    await Promise.all(batches.map(handle));
  }

  const cameAtOf = (messages: readonly TestMessage[]) => {
    const cameAt = new Map<string, string>();
    for (const { body } of messages) {
      const { ids, new_state } = body as { ids: { order_id: string }; new_state: string };
      if (!cameAt.has(ids.order_id)) cameAt.set(ids.order_id, JSON.parse(new_state).created_at);
    }
    return cameAt;
  };

  test.each(Array.from({ length: sized(2, 40) }, (_, seed) => seed))(
    'changes in order, delivered twice, count once (seed %i)',
    async (seed) => {
      const random = randomOf(seed);
      const { orders, messages } = history(random);
      for (const batch of batchesOf(messages, 1 + random.below(60))) {
        await deliver([batch]);
        if (random.below(2) === 0) await deliver([batch]);
      }
      const expected = counted(orders, cameAtOf(messages));
      expect(Object.keys(expected).length).toBeGreaterThan(5);
      expect(await stored()).toEqual(expected);
    },
  );

  test.each(Array.from({ length: sized(3, 40) }, (_, seed) => 100 + seed))(
    'changes in any order, in concurrent batches that overlap, count as the orders are in the end (seed %i)',
    async (seed) => {
      const random = randomOf(seed);
      const { orders, messages } = history(random);
      // Every change of an order shows the same hour here: which change comes first is open.
      const same = messages.map((message) => {
        const body = message.body as { new_state: string; ids: { order_id: string } };
        const { created_at: _, ...state } = JSON.parse(body.new_state);
        return { ...message, body: { ...body, new_state: JSON.stringify({ ...state, created_at: hours[0] }) } };
      });
      const sent = random.shuffled([...same, ...random.shuffled(same).slice(0, 60)]);
      await deliver(batchesOf(sent, 1 + random.below(40)));
      const cameAt = new Map(orders.map(({ order_id }) => [order_id, hours[0] ?? '']));
      expect(await stored()).toEqual(counted(orders, cameAt));
      const { rows } = await service.db.query('select order_id, status from order_records order by order_id');
      expect(rows).toEqual(
        orders
          .map(({ order_id, state }) => ({ order_id, status: state.status }))
          .sort((a, b) => (a.order_id < b.order_id ? -1 : 1)),
      );
    },
  );

  describe('an order', () => {
    const onlyRow = async () =>
      (await service.db.query('select * from order_days where orders > 0 or rejected > 0 or cancelled > 0')).rows;

    test('that is cancelled days later leaves the turnover of its own day', async () => {
      const order = anOrder(place, { created_at: '2026-11-19T23:59:00+01:00' });
      await service.sendChanges(created(order));
      expect(await onlyRow()).toMatchObject([{ orders: 1, turnover: '10.00', cancelled: 0, hour: 23 }]);
      await service.sendChanges(updated(order, { status: 'cancelled' }).change);
      expect(await onlyRow()).toMatchObject([{ orders: 0, turnover: '0.00', cancelled: 1, hour: 23 }]);
    });

    test('from before the upgrade counts from its first change on', async () => {
      await service.sendChanges(updated(anOrder(place), { status: 'accepted' }).change);
      expect(await onlyRow()).toMatchObject([{ orders: 1, turnover: '10.00' }]);
    });

    test('with an amount of more digits than a number holds is added exactly', async () => {
      await service.sendChanges(created(anOrder(place, { total: `${'9'.repeat(40)}.01 EUR` })));
      await service.sendChanges(created(anOrder(place, { total: '0.02 EUR' })));
      expect(await onlyRow()).toMatchObject([{ orders: 2, turnover: `${'9'.repeat(40)}.03` }]);
    });

    test.each([
      ['without a status', { status: null }],
      ['with a total of another form', { total: 10 }],
      ['with a time of another form', { created_at: 'yesterday' }],
    ])('%s, as a later release may show it, is left out and rejects nothing', async (_, state) => {
      expect(await service.sendChanges(created(anOrder(place, state as never)))).toEqual([]);
      expect(await onlyRow()).toEqual([]);
    });

    test('leaves no personal data', async () => {
      const order = anOrder(place);
      await service.sendChanges(created(order), updated(order, { customer: { id: null, first_name: 'Grace' } }).change);
      const { rows } = await service.db.query(
        `select (select json_agg(r)::text from order_records r) || (select json_agg(d)::text from order_days d)
         || (select json_agg(h)::text from order_history h) as everything`,
      );
      expect(rows[0].everything).not.toMatch(/Ada|Grace/);
      expect(rows[0].everything).toContain('"fields":"customer"');
    });

    test('is deleted after the days of the setting with its timeline, and a later change of it counts nowhere', async () => {
      const [old, kept] = [anOrder(place, { created_at: '2026-11-10T00:00:00+01:00' }), anOrder(place)];
      await service.sendChanges(created(old), created(kept));
      const retention = { droppedDays: 7, markDays: 30, requestLogDays: 7, orderFigureDays: 15 };
      await deleteObsolete({ db: service.db, now, signal: new AbortController().signal, ...retention });
      const counts = `select (select array_agg(order_id) from order_records) as records, (select array_agg(order_id) from order_history) as entries,
                      (select count(*)::int from order_days) as days`;
      expect((await service.db.query(counts)).rows).toEqual([
        { records: [kept.order_id], entries: [kept.order_id], days: 1 },
      ]);
      await service.sendChanges(created(anOrder(place, { created_at: '2026-08-01T00:00:00+01:00' })));
      expect((await service.db.query(counts)).rows).toMatchObject([{ records: [kept.order_id], days: 1 }]);
    });
  });
});

/** What became of an order, for its timeline. */
describe('the history of an order', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({}, { now: () => new Date('2026-11-26T12:00:00Z') });
  });

  afterAll(() => service.close());

  const place = { account_id: newId(), location_id: newId() };

  const historyOf = async ({ order_id }: TestOrder, seenFrom: object = place) =>
    (await service.call(`GET /internal/order-history/${order_id}`, { user: viewerOf(seenFrom) })).body.entries;

  test('tells who changed what, oldest first, whatever the order in which it is told', async () => {
    const first = anOrder(place);
    const accepted = updated(first, { status: 'accepted', confirmed_time: '2026-11-26T13:00:00+01:00' });
    const renamed = updated(accepted.order, { items: [{ id: 'i1', name: 'Pasta' }], total: '12.00 EUR' });
    const completed = updated(renamed.order, { status: 'completed' });
    const messages = [
      created(first),
      accepted.change,
      renamed.change,
      { ...completed.change, client_id: 'back-office', user_id: 'u1' },
    ].map(changeMessage);
    for (const message of [...messages].reverse()) await service.send(message);
    await service.send(...messages);
    const entry = (id: number, rest: object) => ({
      ...{
        id: messages[id]?.id,
        at: expect.stringMatching(/Z$/),
        client_id: 'the-client',
        client_name: null,
        user_id: null,
        fields: [],
      },
      ...rest,
    });
    expect(await historyOf(first)).toEqual([
      entry(0, { client_name: 'Website', from_status: null, to_status: 'new' }),
      entry(1, { from_status: 'new', to_status: 'accepted', fields: ['confirmed_time'] }),
      entry(2, { from_status: 'accepted', to_status: 'accepted', fields: ['items', 'total'] }),
      entry(3, {
        from_status: 'accepted',
        to_status: 'completed',
        client_id: 'back-office',
        client_name: 'Back office',
        user_id: 'u1',
      }),
    ]);
  });

  test('does not tell what only one client sees, such as its private ref', async () => {
    const order = anOrder(place);
    await service.sendChanges(created(order), updated(order, { private_ref: null }).change);
    expect(await historyOf(order)).toHaveLength(1);
  });

  test('is bounded', async () => {
    let { order, change } = updated(anOrder(place), { status: 'accepted' });
    for (let batch = 0; batch < 5; batch += 1) {
      const changes = Array.from({ length: 90 }, (_, at) => {
        ({ order, change } = updated(order, { seller_notes: `${batch} ${at}` }));
        return change;
      });
      await service.sendChanges(...changes);
    }
    expect(await historyOf(order)).toHaveLength(270);
  });

  test.each([
    ['another account', { account_id: newId(), location_id: place.location_id }],
    ['another location of the account', { ...place, location_id: newId() }],
  ])('is empty from %s', async (_, elsewhere) => {
    const order = anOrder(place);
    await service.sendChanges(created(order));
    expect(await historyOf(order)).toHaveLength(1);
    expect(await historyOf(order, elsewhere)).toEqual([]);
  });

  test('needs a location', async () => {
    const answer = await service.call('GET /internal/order-history/o1', {
      user: viewerOf({ account_id: place.account_id }),
    });
    expect(answer.status).toBe(404);
  });
});

describe('the request log', () => {
  let service: TestService;
  beforeAll(async () => void (service = await startTestService()));
  afterAll(() => service.close());

  const dayMs = 86_400_000;
  const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

  /** A request of this connection, as a gateway notes it. */
  const aRequest = ({ connection_id, client_id, account }: TestCaller, overrides: Partial<NotedRequest> = {}) => ({
    ...{ id: newId(), account_id: account?.id ?? '', client_id, connection_id, method: 'GET', path: '/v1/location' },
    ...{ query: null, status: 200, code: null, fields: null, duration_ms: 12, bytes_in: 210, bytes_out: 1_034 },
    ...{ has_idempotency_key: false, user_agent: null, unlisted: 0, ...overrides },
  });

  const internal = (path: string, body: object, from: 'gateway' | 'auth' | 'back-office' = 'auth') =>
    service.call(`POST /internal/${path}`, { internal: 'events', from, body });

  const record = (...requests: object[]) => internal('request-log', { requests }, 'gateway');
  const list = (caller: TestCaller, query = '') => service.call(`GET /requests${query}`, { as: caller });

  /** A connection with requests, the first one given first. */
  async function aLog(...requests: Partial<NotedRequest>[]) {
    const caller = aCaller();
    const noted = requests.map((overrides) => aRequest(caller, overrides));
    expect((await record(...noted)).status).toBe(200);
    return { caller, noted, ids: noted.map(({ id }) => id) };
  }

  const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);

  describe('a request', () => {
    test('is listed as it was noted, once, however often it is sent', async () => {
      const { caller, noted } = await aLog({
        ...{ method: 'PATCH', path: '/v1/location/orders/…', query: 'count=1&email=…', status: 422, unlisted: 7 },
        ...{ code: 'invalid_fields', fields: 'items.0.price body', has_idempotency_key: true, user_agent: 'till/2.1' },
      });
      await record(...noted);
      const [{ id }] = noted as [NotedRequest];
      expect((await list(caller)).body).toEqual([
        {
          ...{ id, started_at: expect.stringMatching(/Z$/), method: 'PATCH', path: '/v1/location/orders/…' },
          ...{ query: 'count=1&email=…', status: 422, code: 'invalid_fields', fields: ['items.0.price', 'body'] },
          ...{ duration_ms: 12, bytes_in: 210, bytes_out: 1_034, has_idempotency_key: true, user_agent: 'till/2.1' },
          unlisted: 7,
        },
      ]);
    });

    test('that cannot be stored does not keep back later ones', async () => {
      expect((await record(aRequest(aCaller(), { id: '!' }))).status).toBe(200);
    });

    test('is taken from gateways alone', async () => {
      const body = { requests: [aRequest(aCaller())] };
      for (const from of ['auth', 'back-office'] as const)
        expect((await internal('request-log', body, from)).status).toBe(401);
      expect((await service.call('POST /internal/request-log', { as: aCaller(), body })).status).toBe(401);
    });

    test.each([{ path: 'x'.repeat(401) }, { status: 99 }, { unlisted: -1 }])('%j is a 422', async (overrides) => {
      expect((await record(aRequest(aCaller(), overrides as Partial<NotedRequest>))).status).toBe(422);
    });
  });

  describe('the list', () => {
    test('is paginated, the newest first', async () => {
      const { caller, ids } = await aLog({}, {}, {});
      const first = await list(caller, '?count=2');
      expect(idsOf(first)).toEqual([ids[2], ids[1]]);
      const cursor = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
      const second = await list(caller, `?count=2&cursor=${cursor}`);
      expect([idsOf(second), second.headers.get('x-cursor-next')]).toEqual([[ids[0]], null]);
    });

    test('is filtered by status, method, request and time', async () => {
      const statuses = [200, 304, 404, 503, null];
      const methods = ['GET', 'GET', 'DELETE', 'POST', 'GET'];
      const started = [5, 4, 3, 2, 1].map(daysAgo);
      const { caller, ids } = await aLog(
        ...statuses.map((status, at) => ({ id: newId(started[at]), status, method: methods[at] ?? '' })),
      );
      const positions = async (query: string) => idsOf(await list(caller, `?${query}`)).map((id) => ids.indexOf(id));
      expect(await positions('status=2xx')).toEqual([0]);
      expect(await positions('status=3xx')).toEqual([1]);
      expect(await positions('status=4xx')).toEqual([2]);
      expect(await positions('status=5xx')).toEqual([3]);
      expect(await positions('status=failed')).toEqual([4, 3, 2]);
      expect(await positions('method=GET')).toEqual([4, 1, 0]);
      expect(await positions('method=GET&status=failed')).toEqual([4]);
      expect(await positions(`request_id=${ids[2]}`)).toEqual([2]);
      expect(await positions(`request_id=${ids[2]}&status=5xx`)).toEqual([]);
      const time = (at: number) => encodeURIComponent(started[at]?.toISOString() ?? '');
      expect(await positions(`after=${time(2)}`)).toEqual([4, 3, 2]);
      expect(await positions(`before=${time(2)}`)).toEqual([1, 0]);
      expect(await positions(`after=${time(1)}&before=${time(3)}&status=failed`)).toEqual([2]);
    });

    test('with a filter looks at 10,000 requests, and continues with the next page', async () => {
      const { caller, ids } = await aLog({ method: 'DELETE' });
      const { account, client_id, connection_id } = caller;
      await service.db.query(
        `insert into logged_requests select slot, id || lpad(n::text, 5, '0'), account_id, client_id, connection_id, 'GET', path,
         query, status, failed, code, fields, duration_ms, bytes_in, bytes_out, has_idempotency_key, user_agent, unlisted
       from logged_requests, generate_series(1, 10500) n where id = $1 and connection_id = $2 and account_id = $3`,
        [ids[0], connection_id, account?.id],
      );
      const first = await list(caller, '?method=DELETE');
      expect(first).toMatchObject({ status: 200, body: [] });
      const cursor = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
      const second = await list(caller, `?method=DELETE&cursor=${cursor}`);
      expect([idsOf(second), second.headers.get('x-cursor-next')]).toEqual([ids, null]);
      const body = { count: 10, method: 'DELETE' };
      const ofClient = (await internal(`clients/${client_id}/requests`, body)).body;
      expect(ofClient.items).toEqual([]);
      const rest = (await internal(`clients/${client_id}/requests`, { ...body, before: ofClient.next })).body;
      expect(rest.items.map(({ id }: { id: string }) => id)).toEqual(ids);
    });

    test.each(['request_id=a%20b', 'request_id=', 'count=0', 'cursor=x', 'after=yesterday', 'method=GET&method=GET'])(
      '?%s is a 400',
      async (query) => expect((await list(aCaller(), `?${query}`)).status).toBe(400),
    );

    test.each(['status=200', 'status=', 'method=get'])('?%s is a 422', async (query) => {
      expect((await list(aCaller(), `?${query}`)).status).toBe(422);
    });

    test('is a 401 without a connection, and a 403 without an account', async () => {
      expect((await service.call('GET /requests')).status).toBe(401);
      const general = aCaller({ account: null, location_id: null, location: null, scope: 'profile' });
      expect((await list(general)).status).toBe(403);
    });

    test('shows nothing of another connection of the same client and account, and nothing from an account before', async () => {
      const { caller, ids } = await aLog({});
      const sibling = { ...caller, connection_id: newId() };
      const moved = { ...caller, account: { id: newId(), currency: 'EUR' } };
      for (const other of [sibling, moved, aCaller()]) {
        expect((await list(other)).body).toEqual([]);
        expect((await list(other, `?request_id=${ids[0]}`)).body).toEqual([]);
      }
    });
  });

  describe('what auth asks', () => {
    const ofConnection = ({ connection_id, account }: TestCaller, body: object = {}) =>
      internal('requests', { connection_id, account_id: account?.id, count: 50, ...body });

    test('of a connection is what the connection lists', async () => {
      const { caller } = await aLog({}, { status: 404, code: 'not_found' });
      const { items, next } = (await ofConnection(caller)).body;
      const listed = (await list(caller)).body as object[];
      expect([items, next]).toEqual([listed.map((item) => ({ ...item, connection_id: caller.connection_id })), null]);
      expect((await ofConnection({ ...caller, account: { id: newId(), currency: 'EUR' } })).body.items).toEqual([]);
      expect((await ofConnection({ ...caller, connection_id: newId() })).body.items).toEqual([]);
    });

    test('of a client is of all its connections, and of no other client', async () => {
      const { caller, ids } = await aLog({}, { status: 500 });
      const elsewhere = aCaller({ client_id: caller.client_id });
      const other = aRequest(elsewhere, { status: 404 });
      await record(other, aRequest(aCaller()));
      const of = (body: object) => internal(`clients/${caller.client_id}/requests`, { count: 2, ...body });
      const first = (await of({})).body;
      expect(first.items.map(({ id, connection_id }: NotedRequest) => [id, connection_id])).toEqual([
        [other.id, elsewhere.connection_id],
        [ids[1], caller.connection_id],
      ]);
      const second = (await of({ before: first.next })).body;
      expect([second.items.map(({ id }: NotedRequest) => id), second.next]).toEqual([[ids[0]], null]);
      const failed = (await of({ status: 'failed' })).body.items;
      expect(failed.map(({ id }: NotedRequest) => id)).toEqual([other.id, ids[1]]);
    });

    test('is for auth alone', async () => {
      const { caller } = await aLog({});
      const body = { connection_id: caller.connection_id, account_id: caller.account?.id, count: 1 };
      for (const from of ['gateway', 'back-office'] as const) {
        expect((await internal('requests', body, from)).status).toBe(401);
        expect((await internal(`clients/${caller.client_id}/requests`, { count: 1 }, from)).status).toBe(401);
      }
    });
  });

  describe('clearing away', () => {
    const clear = (days: number, keptDays = 7) =>
      clearOldDays(service.db, 'logged_requests', keptDays, new Date(Date.now() + days * dayMs));

    test('empties the days before the kept ones, and no others; they are not listed before that', async () => {
      const { caller, ids } = await aLog({ id: newId(daysAgo(6.9)) }, { id: newId(daysAgo(7.1)) }, {});
      expect(idsOf(await list(caller))).toEqual([ids[2], ids[0]]);
      const kept = async () => {
        const { rows } = await service.db.query('select id from logged_requests where connection_id = $1', [
          caller.connection_id,
        ]);
        return rows.map(({ id }: { id: string }) => id).sort();
      };
      await clear(0);
      expect(await kept()).toEqual(expect.arrayContaining([ids[0], ids[2]]));
      await clear(0, 1);
      expect(await kept()).toEqual([ids[2]]);
      for (const days of [1, 6, 7]) await clear(days);
      expect(await kept()).toEqual([ids[2]]);
      await clear(8);
      expect(await kept()).toEqual([]);
    });

    test('REQUEST_LOG_DAYS hides what is older at once', async () => {
      const short = await startTestService({ REQUEST_LOG_DAYS: '2' });
      const caller = aCaller();
      const requests = [1, 3].map((days) => aRequest(caller, { id: newId(daysAgo(days)) }));
      await short.call('POST /internal/request-log', { internal: 'events', body: { requests } });
      expect(idsOf(await short.call('GET /requests', { as: caller }))).toEqual([requests[0]?.id]);
      await short.close();
    });
  });
});
