/** A location closes by itself on a special day (docs/api/back-office.md#special-days). */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { startTestAuth, type TestAuth } from './service.ts';
import { allLookedAt, allPublished, aShop, everyDay, hasMode } from './special-days.ts';

let auth: TestAuth;
let time: Date;
const now = () => time;
const christmas = '2026-12-24';

beforeEach(async () => {
  time = new Date('2026-12-24T08:00:00Z');
  auth = await startTestAuth({ now });
});
afterEach(() => auth.close());

/** Sets the clock, and waits until the hub has done what is due. */
async function goTo(at: string) {
  time = new Date(at);
  await allLookedAt(auth, time);
  await eventually(
    async () => (await auth.db.query('select 1 from locations where resume_at <= $1', [time])).rowCount === 0,
  );
  await allPublished(auth);
}

test('each time that it would be open it pauses, with one location.update of no client, and is normal after', async () => {
  const shop = await aShop(auth);
  expect((await shop.add({ day: christmas, note: 'Christmas' })).status).toBe(200);
  await goTo('2026-12-24T09:59:59Z');
  expect(await shop.state()).toEqual({ mode: 'normal' });
  await goTo('2026-12-24T10:00:00Z');
  expect(await shop.state()).toEqual({ mode: 'paused', resume_at: '2026-12-24T14:00:00+01:00', reason: 'Christmas' });
  await goTo('2026-12-24T13:00:00Z');
  expect(await shop.state()).toEqual({ mode: 'normal' });
  await goTo('2026-12-24T17:00:00Z');
  expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at: '2026-12-25T02:00:00+01:00' });
  await goTo('2026-12-25T01:00:00Z');
  expect((await shop.list()).body).toMatchObject({ today: christmas, items: [{ day: christmas }] });
  await goTo('2026-12-25T05:00:00Z');
  expect((await shop.list()).body).toEqual({ today: '2026-12-25', items: [] });
  await goTo('2026-12-25T10:00:00Z');
  expect(await shop.state()).toEqual({ mode: 'normal' });
  expect(shop.ownModes()).toEqual(['paused', 'normal', 'paused', 'normal']);
});

test('a day that is added while it would be open closes it at once', async () => {
  const shop = await aShop(auth);
  time = new Date('2026-12-24T11:00:00Z');
  await shop.add({ day: christmas });
  await hasMode(shop, 'paused');
  expect(await shop.state()).toEqual({ mode: 'paused', resume_at: '2026-12-24T14:00:00+01:00', reason: null });
});

test('who takes orders again by hand takes them until the closed time is over; the next one pauses again', async () => {
  const shop = await aShop(auth);
  await shop.add({ day: christmas });
  await goTo('2026-12-24T10:00:00Z');
  await shop.update({ order_acceptance: { mode: 'normal' } });
  await shop.update({
    opening_hours: everyDay([
      { from: '10:30', to: '14:00' },
      { from: '18:00', to: '23:00' },
    ]),
  });
  await goTo('2026-12-24T12:59:59Z');
  expect(await shop.state()).toEqual({ mode: 'normal' });
  await goTo('2026-12-24T17:00:00Z');
  expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at: '2026-12-24T23:00:00+01:00' });
});

describe('at the start of a closed time', () => {
  test.each([
    ['busy', { mode: 'busy', extra_preparation_time: 15 }, '2026-12-24T14:00:00+01:00'],
    ['paused for less', { mode: 'paused', resume_at: '2026-12-24T10:30:00Z' }, '2026-12-24T14:00:00+01:00'],
    ['paused for longer', { mode: 'paused', resume_at: '2026-12-24T15:00:00Z' }, '2026-12-24T16:00:00+01:00'],
    ['paused without an end', { mode: 'paused' }, null],
  ])('%s', async (_case, order_acceptance, resume_at) => {
    const shop = await aShop(auth);
    await shop.add({ day: christmas });
    await shop.update({ order_acceptance });
    await goTo('2026-12-24T10:00:00Z');
    expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at });
  });
});

test('removing a day that is to come opens the location; a pause that it has begun stays', async () => {
  const [coming, begun] = [await aShop(auth), await aShop(auth)];
  for (const shop of [coming, begun]) await shop.add({ day: christmas });
  expect((await coming.remove(christmas)).status).toBe(200);
  await goTo('2026-12-24T10:00:00Z');
  expect((await begun.remove(christmas)).status).toBe(200);
  expect((await coming.state()).mode).toBe('normal');
  expect((await begun.state()).mode).toBe('paused');
  await goTo('2026-12-24T17:00:00Z');
  expect((await begun.state()).mode).toBe('normal');
});

test('hours that grow meanwhile keep it paused, without a moment between', async () => {
  const shop = await aShop(auth);
  await shop.add({ day: christmas });
  await goTo('2026-12-24T10:00:00Z');
  await shop.update({ opening_hours: everyDay([{ from: '11:00', to: '15:00' }]) });
  await goTo('2026-12-24T13:00:00Z');
  expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at: '2026-12-24T15:00:00+01:00' });
  expect(shop.ownModes()).toEqual(['paused', 'paused']);
});

test('two days after each other close a location that is always open, without a moment between', async () => {
  const shop = await aShop(auth, null);
  for (const day of ['2026-12-25', '2026-12-26']) await shop.add({ day });
  await goTo('2026-12-25T05:00:00Z');
  await goTo('2026-12-26T05:00:00Z');
  expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at: '2026-12-27T06:00:00+01:00' });
  expect(shop.ownModes()).toEqual(['paused', 'paused']);
});

test('a location that moves closes by its new clocks', async () => {
  const shop = await aShop(auth);
  await shop.add({ day: christmas });
  const moved = { name: 'Broadway', timezone: 'America/New_York' };
  await auth.operator(`POST /management/locations/${shop.location_id}`, moved);
  await goTo('2026-12-24T10:00:00Z');
  expect((await shop.state()).mode).toBe('normal');
  await goTo('2026-12-24T16:00:00Z');
  expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at: '2026-12-24T14:00:00-05:00' });
});

test('a new cut-off time moves the closed time of a location without opening hours', async () => {
  const shop = await aShop(auth, null);
  await shop.add({ day: '2026-12-25' });
  await shop.update({ cutoff_time: '04:00' });
  await goTo('2026-12-25T03:00:00Z');
  expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at: '2026-12-26T04:00:00+01:00' });
});

describe('a process that ends', () => {
  /** Cuts the connections that wait to write a message. */
  const cutWaiting = () =>
    auth.db.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where wait_event_type = 'Lock' and query ilike '%into outbox%' and datname = current_database()`,
    );

  test('forgets no day: after the start it is closed until the same end, once', async () => {
    const shop = await aShop(auth);
    await shop.add({ day: christmas });
    await auth.stop();
    time = new Date('2026-12-24T12:00:00Z');
    await auth.start();
    await goTo('2026-12-24T12:00:00Z');
    expect(await shop.state()).toMatchObject({ mode: 'paused', resume_at: '2026-12-24T14:00:00+01:00' });
    await auth.stop();
    await auth.start();
    await goTo('2026-12-24T12:30:00Z');
    expect(shop.ownModes()).toEqual(['paused']);
  });

  test('through the whole closed time pauses nothing afterwards', async () => {
    const shop = await aShop(auth);
    await shop.add({ day: christmas });
    await auth.stop();
    time = new Date('2026-12-26T12:00:00Z');
    await auth.start();
    await goTo('2026-12-26T12:00:00Z');
    expect([(await shop.state()).mode, (await shop.list()).body.items]).toEqual(['normal', []]);
    expect(shop.ownModes()).toEqual([]);
  });

  test('in the middle of its transaction leaves nothing half done', async () => {
    const shop = await aShop(auth);
    await shop.add({ day: christmas });
    const holder = await auth.db.connect();
    try {
      await holder.query('begin');
      await holder.query('lock table outbox in access exclusive mode');
      time = new Date('2026-12-24T10:00:00Z');
      // As when the process is killed: its connection ends while the transaction waits to record the event.
      await eventually(async () => ((await cutWaiting()).rowCount ?? 0) > 0);
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await goTo('2026-12-24T10:00:00Z');
    expect((await shop.state()).mode).toBe('paused');
    expect(shop.ownModes()).toEqual(['paused']);
  });
});

test('of two processes on one database, one closes each location', async () => {
  const second = await startTestAuth({ now, database: auth.database });
  const shops = await Promise.all(Array.from({ length: 6 }, () => aShop(auth)));
  for (const shop of shops) await shop.add({ day: christmas });
  await goTo('2026-12-24T10:00:00Z');
  const keys = [...auth.published, ...second.published]
    .filter(({ topic, body }) => topic === 'change' && JSON.parse(body).client_id === null)
    .map(({ key }) => key);
  expect(keys.sort()).toEqual(shops.map(({ location_id }) => location_id).sort());
  for (const shop of shops) expect((await shop.state()).mode).toBe('paused');
  await second.close();
});
