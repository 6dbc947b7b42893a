import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId, timeOfId } from '@order-hub/shared/ids';
import { markReceived } from '@order-hub/shared/inbox';
import { describeDays } from '@order-hub/shared/today-calls';
import { eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import type { TestMessage } from '@order-hub/testing/service';
import { storeChanges } from '../src/events/change.consumer.ts';
import { deleteObsolete } from '../src/housekeeping/delete-obsolete.ts';
import { anOrder, created, type TestOrder, updated } from './order-changes.ts';
import { viewerOf } from './page-viewer.ts';
import { startReceiver } from './receiver.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

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
    const messages = [created(first), accepted.change, renamed.change, { ...completed.change, client_id: null }].map(
      changeMessage,
    );
    for (const message of [...messages].reverse()) await service.send(message);
    await service.send(...messages);
    const entry = (id: number, rest: object) => ({
      ...{
        id: messages[id]?.id,
        at: expect.stringMatching(/Z$/),
        client_id: 'the-client',
        client_name: null,
        fields: [],
      },
      ...rest,
    });
    expect(await historyOf(first)).toEqual([
      entry(0, { client_name: 'Website', from_status: null, to_status: 'new' }),
      entry(1, { from_status: 'new', to_status: 'accepted', fields: ['confirmed_time'] }),
      entry(2, { from_status: 'accepted', to_status: 'accepted', fields: ['items', 'total'] }),
      entry(3, { from_status: 'accepted', to_status: 'completed', client_id: null }),
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
