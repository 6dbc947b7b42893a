import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually } from '@order-hub/testing/call';
import { aLocationCaller, aTenant } from './builders.ts';
import { auditOfAccount } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { allLookedAt, allPublished, aShop, everyDay, hasMode } from './special-days.ts';

/** Special days, kept by the people who manage a location (docs/api/back-office.md#special-days). */
describe('special days', () => {
  let auth: TestAuth;

  beforeAll(async () => {
    auth = await startTestAuth({ now: () => new Date('2026-02-10T03:00:00Z') });
  });

  afterAll(() => auth.close());

  const allDay = { closed_from: null, closed_to: null, note: null };

  test.each(['owner', 'manager'] as const)('the %s adds, sees and removes them; the audit has each', async (role) => {
    const shop = await aShop(auth);
    const user = shop.userOf(role);
    expect((await shop.add({ day: '2026-12-24', note: ' Christmas ' }, user)).status).toBe(200);
    const part = { day: '2026-02-09', closed_from: '14:00', closed_to: '01:30' };
    expect((await shop.add(part, user)).status).toBe(200);
    expect((await shop.list(user)).body).toEqual({
      today: '2026-02-09',
      items: [
        { ...part, note: null },
        { ...allDay, day: '2026-12-24', note: 'Christmas' },
      ],
    });
    expect((await shop.remove('2026-12-24', user)).status).toBe(200);
    expect((await shop.list(user)).body.items).toEqual([{ ...part, note: null }]);
    const told = (await auditOfAccount(auth, shop.tenant.account.id)).map(({ action, subject_id, details }) => [
      action,
      subject_id,
      JSON.parse(details).day,
    ]);
    expect(told).toEqual([
      ['special_day.add', shop.location_id, '2026-12-24'],
      ['special_day.add', shop.location_id, '2026-02-09'],
      ['special_day.remove', shop.location_id, '2026-12-24'],
    ]);
  });

  describe('422, and nothing is kept', () => {
    test.each([
      [{}, 'day'],
      [{ day: 'tomorrow' }, 'day'],
      [{ day: '2026-02-30' }, 'day'],
      [{ day: '2026-02-08' }, 'day'],
      [{ day: '2028-02-10' }, 'day'],
      [{ day: '2026-12-24', closed_from: '14:00' }, 'closed_to'],
      [{ day: '2026-12-24', closed_to: '14:00' }, 'closed_from'],
      [{ day: '2026-12-24', closed_from: '25:00', closed_to: '14:00' }, 'closed_from'],
      [{ day: '2026-12-24', closed_from: '14:00', closed_to: 'late' }, 'closed_to'],
      [{ day: '2026-12-24', closed_from: '14:00', closed_to: '14:00' }, 'closed_to'],
      [{ day: '2026-12-24', closed_from: '14:00', closed_to: '12:00' }, 'closed_to'],
      [{ day: '2026-12-24', note: 'x'.repeat(201) }, 'note'],
      [{ day: '2026-12-24', note: 5 }, 'note'],
    ])('%j: %s', async (body, field) => {
      const shop = await aShop(auth);
      const answer = await shop.add(body);
      expect([answer.status, answer.body.errors.map((error: { field: string }) => error.field)]).toEqual([
        422,
        [field],
      ]);
      expect((await shop.list()).body.items).toEqual([]);
    });

    test('a day that is special already', async () => {
      const shop = await aShop(auth);
      await shop.add({ day: '2026-12-24' });
      const again = await shop.add({ day: '2026-12-24', note: 'Again' });
      expect([again.status, again.body.errors[0].field]).toEqual([422, 'day']);
      expect((await shop.list()).body.items).toEqual([{ ...allDay, day: '2026-12-24' }]);
    });

    test('more than 50, however many arrive at once', async () => {
      const shop = await aShop(auth);
      const days = Array.from({ length: 56 }, (_, at) =>
        new Date(Date.UTC(2026, 5, at + 1)).toISOString().slice(0, 10),
      );
      const answers = await Promise.all(days.map((day) => shop.add({ day })));
      const refused = answers.filter(({ status }) => status !== 200);
      expect(refused.map(({ status }) => status)).toEqual(Array(6).fill(422));
      expect(JSON.stringify(refused[0]?.body)).toContain('special days of a location, at most 50');
      expect((await shop.list()).body.items).toHaveLength(50);
    });
  });

  test('the last day of two years is allowed', async () => {
    const shop = await aShop(auth);
    expect((await shop.add({ day: '2028-02-09' })).status).toBe(200);
  });

  describe('everybody else', () => {
    test('403 for the kitchen', async () => {
      const shop = await aShop(auth);
      const kitchen = shop.userOf('kitchen');
      const answers = [await shop.add({ day: '2026-12-24' }, kitchen), await shop.remove('2026-12-24', kitchen)];
      expect([...answers, await shop.list(kitchen)].map(({ status }) => status)).toEqual([403, 403, 403]);
    });

    test("404 for another account's location, and for a page about none", async () => {
      const [shop, other] = [await aShop(auth), await aShop(auth)];
      await shop.add({ day: '2026-12-24' });
      for (const place of [{ location_id: shop.location_id }, { location_id: null }]) {
        const stranger = other.userOf('owner', place);
        const answers = [
          await other.add({ day: '2026-12-25' }, stranger),
          await other.remove('2026-12-24', stranger),
          await other.list(stranger),
        ];
        expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
      }
      expect((await shop.list()).body.items).toEqual([{ ...allDay, day: '2026-12-24' }]);
    });

    test('404 for a day that is not special', async () => {
      const shop = await aShop(auth);
      expect((await shop.remove('2026-12-24')).status).toBe(404);
    });
  });
});

/** A location closes by itself on a special day (docs/api/back-office.md#special-days). */
describe('a location on its special day', () => {
  let auth: TestAuth;

  let time: Date;

  const now = () => time;

  const christmas = '2026-12-24';

  beforeAll(async () => (auth = await startTestAuth({ now })));
  afterAll(() => auth.close());

  beforeEach(() => void (time = new Date('2026-12-24T08:00:00Z')));
  /** The next test goes back in time: nothing of this one may be due then. */
  afterEach(() => auth.db.query('delete from special_days; update locations set resume_at = null'));

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
    const ids = shops.map(({ location_id }) => location_id);
    const keys = [...auth.published, ...second.published]
      .filter(({ topic, body, key }) => topic === 'change' && ids.includes(key) && JSON.parse(body).client_id === null)
      .map(({ key }) => key);
    expect(keys.sort()).toEqual(ids.sort());
    for (const shop of shops) expect((await shop.state()).mode).toBe('paused');
    await second.close();
  });
});

describe('a paused location', () => {
  let auth: TestAuth;

  /** Undefined: the clock of this machine. */
  let time: Date | undefined;

  beforeAll(async () => (auth = await startTestAuth({ now: () => time ?? new Date() })));
  afterAll(() => auth.close());

  beforeEach(() => void (time = new Date('2026-03-29T00:30:00Z')));

  async function aPausedLocation(resume_at: string | null) {
    const tenant = await aTenant(auth);
    const as = await aLocationCaller(auth, tenant);
    const path = `/locations/${tenant.location.id}`;
    const answer = await auth.call(`PATCH ${path}`, {
      as,
      body: { order_acceptance: { mode: 'paused', reason: 'Full', resume_at } },
    });
    expect(answer.status).toBe(200);
    return { id: tenant.location.id as string, get: async () => (await auth.call(`GET ${path}`, { as })).body };
  }

  const changes = (id: string) => auth.bodiesOf('change', id);

  test('at resume_at a location is normal by itself, with one location.update of no client', async () => {
    const due = await aPausedLocation('2026-03-29T03:30:00+02:00');
    const later = await aPausedLocation('2026-03-29T04:30:00+02:00');
    const manual = await aPausedLocation(null);
    const paused = await due.get();
    expect(paused.order_acceptance).toEqual({ mode: 'paused', resume_at: '2026-03-29T03:30:00+02:00', reason: 'Full' });

    time = new Date('2026-03-29T01:30:00Z');
    await eventually(async () => (await due.get()).order_acceptance.mode === 'normal');
    const [, resumed] = await eventually(() => changes(due.id).length > 1 && changes(due.id));
    expect(resumed).toMatchObject({
      event_type: 'update',
      client_id: null,
      location_id: due.id,
      created_at: '2026-03-29T01:30:00.000Z',
    });
    expect(JSON.parse(resumed!.previous_state!)).toEqual(paused);
    expect(JSON.parse(resumed!.new_state!)).toEqual({ ...paused, order_acceptance: { mode: 'normal' } });
    expect((await later.get()).order_acceptance.mode).toBe('paused');
    expect((await manual.get()).order_acceptance.mode).toBe('paused');
    expect(changes(due.id)).toHaveLength(2);
  });

  test('a restart forgets none: what came due meanwhile is normal after the start', async () => {
    const due = await aPausedLocation('2026-03-29T01:00:00Z');
    await auth.stop();
    time = new Date('2026-04-01T00:00:00Z');
    await auth.start();
    const resumed = await eventually(() => changes(due.id).find(({ client_id }) => client_id === null));
    expect(JSON.parse(resumed.new_state!).order_acceptance).toEqual({ mode: 'normal' });
  });

  test('of two services on one database, one changes each location', async () => {
    const second = await startTestAuth({ now: () => time ?? new Date(), database: auth.database });
    const locations = await Promise.all(Array.from({ length: 5 }, () => aPausedLocation('2026-03-29T01:00:00Z')));
    time = new Date('2026-03-29T01:00:00Z');
    const ids = locations.map(({ id }) => id);
    const resumed = () =>
      [...auth.published, ...second.published].filter(
        ({ topic, body, key }) => topic === 'change' && ids.includes(key) && JSON.parse(body).client_id === null,
      );
    await eventually(async () =>
      (await Promise.all(locations.map(({ get }) => get()))).every(
        ({ order_acceptance }) => order_acceptance.mode === 'normal',
      ),
    );
    await eventually(async () => (await auth.db.query('select 1 from outbox')).rowCount === 0);
    expect(
      resumed()
        .map(({ key }) => key)
        .sort(),
    ).toEqual(ids.sort());
    await second.close();
  });

  /** By the clock of this machine. */
  const inSeconds = (seconds: number) => new Date(Date.now() + seconds * 1_000).toISOString();

  const resumptions = (services: readonly TestAuth[], id: string) =>
    services.flatMap((service) => service.bodiesOf('change', id)).filter(({ client_id }) => client_id === null);

  /** The one `location.update` of no client, once no message is waiting. */
  async function theResumption(services: readonly TestAuth[], id: string) {
    await eventually(() => resumptions(services, id).length > 0);
    await eventually(async () => (await auth.db.query('select 1 from outbox')).rowCount === 0);
    const [resumed, ...more] = resumptions(services, id);
    expect(more).toEqual([]);
    return JSON.parse(resumed!.new_state!).order_acceptance;
  }

  test('by the real clock, with two services: normal again, with one location.update', async () => {
    time = undefined;
    const second = await startTestAuth({ database: auth.database });
    const due = await aPausedLocation(inSeconds(3_600));
    await auth.db.query('update locations set resume_at = now() where id = $1', [due.id]);
    await eventually(async () => (await due.get()).order_acceptance.mode === 'normal');
    expect(await theResumption([auth, second], due.id)).toEqual({ mode: 'normal' });
    await second.close();
  });

  test('by the real clock, when no service ran at that moment: normal after the start, with one location.update', async () => {
    time = undefined;
    const due = await aPausedLocation(inSeconds(3_600));
    await auth.stop();
    await auth.db.query('update locations set resume_at = now() where id = $1', [due.id]);
    expect(resumptions([auth], due.id)).toEqual([]);
    await auth.start();
    expect(await theResumption([auth], due.id)).toEqual({ mode: 'normal' });
    expect((await due.get()).order_acceptance).toEqual({ mode: 'normal' });
  });
});
