/** The figures of days are those of the true states of the orders, however their changes arrive. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { markReceived } from '@order-hub/shared/inbox';
import { sized } from '@order-hub/testing/extent';
import type { TestMessage } from '@order-hub/testing/service';
import { storeChanges } from '../src/events/change.consumer.ts';
import { deleteObsolete } from '../src/housekeeping/delete-obsolete.ts';
import { anOrder, created, updated, type TestOrder } from './order-changes.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

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
