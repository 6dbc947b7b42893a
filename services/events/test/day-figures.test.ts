/** The figures of days, and what needs somebody now (docs/api/back-office.md#today). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId, timeOfId } from '@order-hub/shared/ids';
import { describeDays } from '@order-hub/shared/today-calls';
import { eventually } from '@order-hub/testing/call';
import { anOrder, created, updated } from './order-changes.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

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
