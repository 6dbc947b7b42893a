import { afterAll, beforeAll, describe, expect, test, afterEach, beforeEach } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { Role } from '@order-hub/shared/roles';
import { aPlace, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import { aLocation, aLocationCaller, anAccountCaller, aTenant, aUserCaller, type Tenant } from './builders.ts';
import { aKnownUser, anOwnerOfLocation, auditOfAccount } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { allLookedAt, allPublished, aShop, everyDay, hasMode } from './special-days.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

describe('locations', () => {
  let tenant: Tenant;

  let as: TestCaller;

  beforeAll(async () => {
    tenant = await aTenant(auth);
    as = await aLocationCaller(auth, tenant);
  });

  /** A tenant of the test's own, with what changes its location. */
  async function aShop() {
    const shop = await aTenant(auth);
    const caller = await aLocationCaller(auth, shop);
    const path = `/locations/${shop.location.id}`;
    return {
      ...shop,
      caller,
      get: async () => (await auth.call(`GET ${path}`, { as: caller })).body,
      patch: (body: unknown) => auth.call(`PATCH ${path}`, { as: caller, body }),
      /** The location.update messages so far, once there are `count` of them and nothing else is waiting. */
      changes: (count: number) =>
        eventually(async () => {
          const { rows } = await auth.db.query('select 1 from outbox');
          const messages = auth.bodiesOf('change', shop.location.id);
          return rows.length === 0 && messages.length >= count && messages;
        }),
    };
  }

  const week = { monday: [], tuesday: [], wednesday: [], thursday: [], friday: [], saturday: [], sunday: [] };

  describe('GET /locations/:location_id', () => {
    test('200: a new location, with every field of docs/api/locations.md#locations', async () => {
      const { status, body } = await auth.call(`GET /locations/${tenant.location.id}`, { as });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: tenant.location.id,
        name: 'Rue du Bac',
        account: { id: tenant.account.id, name: 'Chez Ada', currency: 'EUR' },
        address: null,
        postal_code: null,
        city: null,
        country: null,
        timezone: { name: 'Europe/Paris', offset: 3_600 },
        cutoff_time: '06:00',
        opening_hours: null,
        preparation_time: 15,
        order_acceptance: { mode: 'normal' },
        custom_fields: {},
      });
      expect(tenant.location).toEqual(body);
    });

    test('200: with an account connection', async () => {
      const account = await anAccountCaller(auth, tenant, tenant.location.id);
      expect((await auth.call(`GET /locations/${tenant.location.id}`, { as: account })).body).toEqual(tenant.location);
    });

    test('304: what the client has already', async () => {
      const { headers } = await auth.call(`GET /locations/${tenant.location.id}`, { as });
      const again = { as, headers: { 'if-none-match': headers.get('etag') ?? '' } };
      expect((await auth.call(`GET /locations/${tenant.location.id}`, again)).status).toBe(304);
    });
  });

  describe('PATCH /locations/:location_id: 200', () => {
    test('every field that clients may change; the event has both states as a GET answers them', async () => {
      const shop = await aShop();
      const before = await shop.get();
      const opening_hours = {
        monday: [
          { from: '09:00', to: '14:00' },
          { from: '18:00', to: '02:00' },
        ],
        saturday: [{ from: '18:00', to: '24:00' }],
        sunday: [],
      };
      const { status, body } = await shop.patch({
        cutoff_time: '05:00',
        opening_hours,
        preparation_time: 25,
        order_acceptance: { mode: 'busy', extra_preparation_time: 10, resume_at: '2999-07-01T10:00:00Z' },
        custom_fields: { till: { number: 3 } },
        name: 'of the back office only',
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        ...before,
        cutoff_time: '05:00',
        opening_hours: { ...week, ...opening_hours },
        preparation_time: 25,
        order_acceptance: { mode: 'busy', resume_at: '2999-07-01T12:00:00+02:00', extra_preparation_time: 10 },
        custom_fields: { till: { number: 3 } },
      });
      expect(await shop.get()).toEqual(body);
      const [change] = await shop.changes(1);
      expect(change).toMatchObject({
        resource_type: 'location',
        event_type: 'update',
        client_id: shop.client_id,
        account_id: shop.account.id,
        location_id: shop.location.id,
        timezone: 'Europe/Paris',
        ids: { location_id: shop.location.id, account_id: shop.account.id },
      });
      expect(JSON.parse(change!.previous_state!)).toEqual(before);
      expect(JSON.parse(change!.new_state!)).toEqual(body);
    });

    test('an update is not answered again to a connection whose rights have changed since', async () => {
      const { caller, location } = await aShop();
      const patch = (caller_now: TestCaller) =>
        auth.call(`PATCH /locations/${location.id}`, {
          as: caller_now,
          body: { preparation_time: 7 },
          headers: { 'idempotency-key': 'hurry' },
        });
      expect((await patch(caller)).status).toBe(200);
      const answer = await patch({ ...caller, scope: 'location[orders.read]' });
      expect(answer).toMatchObject({ status: 422, body: { code: 'answer_not_kept' } });
    });

    test('PUT does the same, and an account connection may too', async () => {
      const shop = await aShop();
      const account = await anAccountCaller(auth, shop, shop.location.id);
      const { status, body } = await auth.call(`PUT /locations/${shop.location.id}`, {
        as: account,
        body: { preparation_time: 5 },
      });
      expect([status, body.preparation_time]).toEqual([200, 5]);
    });

    test('an update that changes nothing makes no event', async () => {
      const shop = await aShop();
      const paused = { mode: 'paused', reason: 'Holiday', resume_at: '2999-01-01T00:00:00+01:00' };
      await shop.patch({ order_acceptance: paused, custom_fields: { a: { b: 1, c: 2 } } });
      const idle = [
        {},
        { name: 'Other' },
        { preparation_time: 15, cutoff_time: '06:00' },
        { order_acceptance: { ...paused, resume_at: '2998-12-31T23:00:00Z' } },
        { custom_fields: { a: { c: 2, b: 1 }, z: null } },
        { opening_hours: null, order_acceptance: null, custom_fields: null },
      ];
      for (const body of idle) expect((await shop.patch(body)).status).toBe(200);
      await shop.patch({ preparation_time: 16 });
      expect(await shop.changes(2)).toHaveLength(2);
    });

    test('custom fields merge: null removes a key, others stay, and keep their order', async () => {
      const shop = await aShop();
      await shop.patch({ custom_fields: { zebra: 1, apple: { y: 1, x: 2 }, gone: true } });
      const { body } = await shop.patch({ custom_fields: { gone: null, late: [1] } });
      expect(JSON.stringify(body.custom_fields)).toBe('{"zebra":1,"apple":{"y":1,"x":2},"late":[1]}');
    });

    test('null clears: opening hours are unset, scalars as in a new location', async () => {
      const shop = await aShop();
      await shop.patch({
        opening_hours: { friday: [{ from: '10:00', to: '12:00' }] },
        cutoff_time: '04:00',
        preparation_time: 1,
      });
      const { body } = await shop.patch({ opening_hours: null, cutoff_time: null, preparation_time: null });
      expect(body).toEqual(shop.location);
    });

    test.each([
      [{ mode: 'normal' }, { mode: 'normal' }],
      [{ mode: 'normal', resume_at: null, reason: null, extra_preparation_time: null }, { mode: 'normal' }],
      [
        { mode: 'busy', extra_preparation_time: 0 },
        { mode: 'busy', resume_at: null, extra_preparation_time: 0 },
      ],
      [{ mode: 'paused' }, { mode: 'paused', resume_at: null, reason: null }],
      [
        { mode: 'paused', reason: 'Oven' },
        { mode: 'paused', resume_at: null, reason: 'Oven' },
      ],
    ])('order acceptance %j', async (order_acceptance, shown) => {
      const shop = await aShop();
      await shop.patch({ order_acceptance: { mode: 'paused', reason: 'Before' } });
      expect((await shop.patch({ order_acceptance })).body.order_acceptance).toEqual(shown);
    });

    test('fifty updates at once all count, and each event starts from the state of the one before', async () => {
      const shop = await aShop();
      const keys = Array.from({ length: 50 }, (_, index) => `key${index}`);
      const answers = await Promise.all(keys.map((key) => shop.patch({ custom_fields: { [key]: true } })));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
      expect(Object.keys((await shop.get()).custom_fields).sort()).toEqual([...keys].sort());
      const changes = await shop.changes(50);
      for (const [index, change] of changes.slice(1).entries())
        expect(change.previous_state).toBe(changes[index]!.new_state);
    });
  });

  test.each([
    [{ cutoff_time: '6:00' }, 'cutoff_time'],
    [{ cutoff_time: '24:00' }, 'cutoff_time'],
    [{ opening_hours: {} }, 'opening_hours'],
    [{ opening_hours: { monday: [] } }, 'opening_hours'],
    [{ opening_hours: [] }, 'opening_hours'],
    [{ opening_hours: { monday: [{ from: '09:00' }] } }, 'opening_hours.monday.0.to'],
    [{ opening_hours: { monday: [{ from: '09:00', to: '25:00' }] } }, 'opening_hours.monday.0.to'],
    [{ opening_hours: { monday: [{ from: '18:00', to: '12:00' }] } }, 'opening_hours.monday.0.to'],
    [
      {
        opening_hours: {
          monday: [
            { from: '09:00', to: '12:00' },
            { from: '11:00', to: '13:00' },
          ],
        },
      },
      'opening_hours.monday.1.from',
    ],
    [
      { opening_hours: { sunday: [{ from: '18:00', to: '02:00' }] }, cutoff_time: '02:00' },
      'opening_hours.sunday.0.to',
    ],
    [{ preparation_time: -1 }, 'preparation_time'],
    [{ preparation_time: 1.5 }, 'preparation_time'],
    [{ preparation_time: '10' }, 'preparation_time'],
    [{ order_acceptance: {} }, 'order_acceptance.mode'],
    [{ order_acceptance: { mode: 'closed' } }, 'order_acceptance.mode'],
    [{ order_acceptance: { mode: 'busy' } }, 'order_acceptance.extra_preparation_time'],
    [{ order_acceptance: { mode: 'busy', extra_preparation_time: 5, reason: 'x' } }, 'order_acceptance.reason'],
    [{ order_acceptance: { mode: 'paused', extra_preparation_time: 5 } }, 'order_acceptance.extra_preparation_time'],
    [{ order_acceptance: { mode: 'normal', resume_at: '2999-01-01T00:00:00Z' } }, 'order_acceptance.resume_at'],
    [{ order_acceptance: { mode: 'paused', resume_at: '2999-01-01T00:00:00' } }, 'order_acceptance.resume_at'],
    [{ order_acceptance: { mode: 'paused', resume_at: '2020-01-01T00:00:00Z' } }, 'order_acceptance.resume_at'],
    [{ custom_fields: [1] }, 'custom_fields'],
    [{ custom_fields: { big: 'x'.repeat(8_192) } }, 'custom_fields'],
  ])('PATCH /locations/:location_id: 422 for %j', async (body, field) => {
    const answer = await auth.call(`PATCH /locations/${tenant.location.id}`, { as, body });
    expect([answer.status, answer.body.error_type, answer.body.errors[0].field]).toEqual([
      422,
      'unprocessable_entity',
      field,
    ]);
  });

  test('422: a new cut-off time that does not fit the opening hours', async () => {
    const shop = await aShop();
    await shop.patch({ opening_hours: { monday: [{ from: '18:00', to: '02:00' }] } });
    const { status, body } = await shop.patch({ cutoff_time: '01:00' });
    expect([status, body.errors[0].field]).toEqual([422, 'cutoff_time']);
    expect((await shop.get()).cutoff_time).toBe('06:00');
  });

  test('422: custom fields that are too big only together', async () => {
    const shop = await aShop();
    expect((await shop.patch({ custom_fields: { one: 'x'.repeat(5_000) } })).status).toBe(200);
    expect((await shop.patch({ custom_fields: { two: 'x'.repeat(5_000) } })).status).toBe(422);
  });

  describe('lists', () => {
    test('GET /locations: those of the account, oldest first, in pages', async () => {
      const mine = await aTenant(auth);
      for (let made = 0; made < 4; made += 1)
        await auth.operator('POST /management/locations', aLocation(mine.account.id, { country: 'FR' }));
      const account = await anAccountCaller(auth, mine);
      const all = (await auth.call('GET /locations', { as: account })).body;
      expect(all).toHaveLength(5);
      expect(all[0]).toEqual(mine.location);
      const seen = [];
      let cursor = '';
      do {
        const { body, headers } = await auth.call(`GET /locations?count=2&cursor=${encodeURIComponent(cursor)}`, {
          as: account,
        });
        seen.push(...body);
        cursor = headers.get('x-cursor-next') ?? '';
      } while (cursor !== '');
      expect(seen).toEqual(all);
    });

    test('GET /accounts and GET /accounts/:account_id', async () => {
      const account = await anAccountCaller(auth, tenant);
      const shown = { id: tenant.account.id, name: 'Chez Ada', currency: 'EUR' };
      expect((await auth.call('GET /accounts', { as: account })).body).toEqual([shown]);
      expect((await auth.call(`GET /accounts/${tenant.account.id}`, { as: account })).body).toEqual(shown);
    });
  });

  describe('refusals', () => {
    const ofLocation = () => [
      `GET /locations/${tenant.location.id}`,
      `PATCH /locations/${tenant.location.id}`,
      `PUT /locations/${tenant.location.id}`,
    ];
    const ofAccount = () => ['GET /locations', 'GET /accounts', `GET /accounts/${tenant.account.id}`];
    const body = { preparation_time: 99 };
    const send = (route: string, caller?: TestCaller) =>
      auth.call(route, { as: caller, ...(!route.startsWith('GET') && { body }) });

    test('403: an account endpoint with a location connection, and everything with one of general permissions alone', async () => {
      for (const route of ofAccount()) expect((await send(route, as)).status).toBe(403);
      const user = await aUserCaller(auth, tenant, 'profile');
      for (const route of [...ofLocation(), ...ofAccount()]) expect((await send(route, user)).status).toBe(403);
    });

    test('404: the location of another tenant looks like a missing one, for every kind of foreign connection', async () => {
      const other = await aTenant(auth);
      const sibling = (await auth.operator('POST /management/locations', aLocation(tenant.account.id))).body;
      const named = { id: tenant.location.id, timezone: 'Europe/Paris' };
      const foreign = [
        await aLocationCaller(auth, other),
        await anAccountCaller(auth, other),
        // Even if the gateway were wrong about the location in the path:
        { ...(await aLocationCaller(auth, other)), location: named },
        { ...(await anAccountCaller(auth, other)), location: named },
        // Another location of the same account.
        await aLocationCaller(auth, { ...tenant, location: sibling }),
        { ...(await aLocationCaller(auth, { ...tenant, location: sibling })), location: named },
      ];
      for (const caller of foreign) {
        for (const route of ofLocation()) {
          const answer = await send(route, caller);
          expect([answer.status, answer.body.error_type, answer.body.message]).toEqual([
            404,
            'not_found',
            'Location not found',
          ]);
        }
      }
      expect((await auth.call(`GET /locations/${tenant.location.id}`, { as })).body.preparation_time).toBe(15);
    });

    test('404: the account of another tenant; and its locations are in no list', async () => {
      const other = await anAccountCaller(auth, await aTenant(auth));
      const answer = await auth.call(`GET /accounts/${tenant.account.id}`, { as: other });
      expect([answer.status, answer.body.message]).toEqual([404, 'Account not found']);
      expect((await auth.call(`GET /accounts/${newId()}`, { as: other })).body).toEqual(answer.body);
      const { body: listed } = await auth.call('GET /locations', { as: other });
      expect(listed.map(({ account }: { account: { id: string } }) => account.id)).toEqual([other.account?.id]);
    });
  });

  test.each([
    [{ account_id: 'nobody' }, 'account_id'],
    [{ name: '' }, 'name'],
    [{ timezone: 'Paris' }, 'timezone'],
    [{ country: 5 }, 'country'],
  ])('POST /management/locations: 422 for %j', async (fault, field) => {
    const { status, body } = await auth.operator('POST /management/locations', aLocation(tenant.account.id, fault));
    expect([status, body.errors[0].field]).toEqual([422, field]);
  });
});

/** Locations in the management API: a user reaches their own, an operator all. */
describe('locations in the management API', () => {
  let tenant: Tenant;

  beforeAll(async () => (tenant = await aTenant(auth)));

  const asUser = ({ user }: Tenant) => aPrincipal({ user: { id: user.id, email: user.email } });

  const anOperator = () => aPrincipal({ kind: 'operator' });

  const details = {
    name: 'Quai',
    address: null,
    postal_code: null,
    city: 'Lyon',
    country: 'FR',
    timezone: 'Europe/Paris',
  };

  const pathOf = ({ location }: Tenant) => `/management/locations/${location.id}`;

  const nameOf = async ({ location }: Tenant) =>
    (await auth.db.query('select name from locations where id = $1', [location.id])).rows[0].name;

  describe('a user', () => {
    test('retrieves and lists their own locations', async () => {
      const user = asUser(tenant);
      const { status, body } = await auth.call(`GET ${pathOf(tenant)}`, { user });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: tenant.location.id, account_name: 'Chez Ada', suspended: false });
      expect(body.settings).toMatchObject({ preparation_time: 15, order_acceptance: { mode: 'normal' } });
      for (const query of ['', `?account_id=${tenant.account.id}`]) {
        const { items } = (await auth.call(`GET /management/locations${query}`, { user })).body;
        expect(items.map(({ id }: { id: string }) => id)).toEqual([tenant.location.id]);
      }
    });

    test('gets 422 for an unknown country', async () => {
      const body = { ...details, account_id: tenant.account.id, country: 'Atlantis' };
      const answer = await auth.call('POST /management/locations', { user: asUser(tenant), body });
      expect([answer.status, answer.body.errors[0].field]).toEqual([422, 'country']);
    });
  });

  describe('the timezone', () => {
    test('of a new location is UTC unless it is given', async () => {
      const user = asUser(tenant);
      const { body } = await auth.call('POST /management/locations', {
        user,
        body: { account_id: tenant.account.id, name: 'Bac' },
      });
      expect((await auth.call(`GET /management/locations/${body.id}`, { user })).body.timezone).toBe('UTC');
    });

    test('must be part of an update', async () => {
      const { timezone: _timezone, ...rest } = details;
      const { status, body } = await auth.call(`POST ${pathOf(tenant)}`, { user: asUser(tenant), body: rest });
      expect([status, body.errors[0].field]).toEqual([422, 'timezone']);
    });
  });

  describe('an operator on a page', () => {
    test('retrieves, lists, updates and suspends the locations of any user', async () => {
      const user = anOperator();
      const any = await aTenant(auth);
      expect((await auth.call(`GET ${pathOf(any)}`, { user })).status).toBe(200);
      const listed = await auth.call(`GET /management/locations?account_id=${any.account.id}`, { user });
      expect(listed.body.items).toHaveLength(1);
      expect((await auth.call(`POST ${pathOf(any)}`, { user, body: details })).body).toEqual({});
      expect(await nameOf(any)).toBe('Quai');
      const suspended = await auth.call(`POST ${pathOf(any)}/suspend`, { user, body: { reason: 'Unpaid' } });
      expect(suspended.body).toEqual({
        id: any.location.id,
        name: 'Quai',
        account_id: any.account.id,
        suspended: true,
      });
    });
  });

  test('a list is read in pages', async () => {
    const mine = await aTenant(auth);
    for (let made = 0; made < 2; made += 1)
      await auth.operator('POST /management/locations', aLocation(mine.account.id));
    const user = asUser(mine);
    const first = (await auth.call('GET /management/locations?count=2', { user })).body;
    const second = (await auth.call(`GET /management/locations?count=2&after=${first.next}`, { user })).body;
    expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
  });
});

/** The owner of a location, or somebody who begins to work there, as a member. */
async function whoWorksAt(on: TestAuth, location_id: string, { owner_id, role }: { owner_id: string; role: Role }) {
  if (role === 'owner') return { id: owner_id, member_id: null };
  const { id } = await aKnownUser(on);
  const { body } = await on.operator('POST /management/members', { user_id: id, location_id, role });
  return { id, member_id: body.id as string };
}

/** How orders are taken, set by people at the location (docs/api/back-office.md#the-shops-state). */
describe('order acceptance', () => {
  async function aShop(role: Role = 'owner') {
    const { account, location, user: owner } = await anOwnerOfLocation(auth);
    const user = await whoWorksAt(auth, location.id, { owner_id: owner.id, role });
    const place = aPlace({ account_id: account.id, location_id: location.id, role });
    const principal = aPrincipal({ user: { id: user.id, email: 'ada@example.com' }, place });
    return {
      set: (body: object, as = principal) => auth.call('POST /management/order-acceptance', { user: as, body }),
      async state() {
        const { body } = await auth.operator(`GET /management/locations/${location.id}`);
        return body.settings.order_acceptance;
      },
      location,
      end: () => auth.operator(`POST /management/members/${user.member_id}/remove`),
    };
  }

  test('who no longer works there changes nothing, although the page said so', async () => {
    const { set, state, end } = await aShop('kitchen');
    expect((await end()).status).toBe(200);
    expect((await set({ mode: 'paused', minutes: 20 })).status).toBe(404);
    expect(await state()).toEqual({ mode: 'normal' });
  });

  test.each(['owner', 'manager', 'kitchen'] as const)('%s pauses, delays and takes orders as usual', async (role) => {
    const { set, state } = await aShop(role);
    const start = Date.now();
    expect((await set({ mode: 'paused', minutes: 20 })).status).toBe(200);
    const paused = await state();
    expect(paused).toMatchObject({ mode: 'paused', reason: null });
    const minutes = (Date.parse(paused.resume_at) - start) / 60_000;
    expect(minutes).toBeGreaterThan(19.9);
    expect(minutes).toBeLessThan(21);
    await set({ mode: 'busy', minutes: 60, extra_preparation_time: 15 });
    expect(await state()).toMatchObject({ mode: 'busy', extra_preparation_time: 15 });
    await set({ mode: 'normal' });
    expect(await state()).toEqual({ mode: 'normal' });
  });

  test.each([
    ['an unknown mode', { mode: 'closed' }],
    ['no minutes', { mode: 'paused', minutes: 0 }],
    ['too many minutes', { mode: 'paused', minutes: 1_441 }],
    ['no whole minutes', { mode: 'busy', extra_preparation_time: 1.5 }],
    ['nothing', {}],
  ])('%s is refused, and changes nothing', async (_case, body) => {
    const { set, state } = await aShop();
    const answer = await set(body);
    expect([answer.status, answer.body.errors.length]).toEqual([422, 1]);
    expect(await state()).toEqual({ mode: 'normal' });
  });

  test("only the page's own location is changed", async () => {
    const { set, state } = await aShop();
    const other = await aShop();
    const at = (place: ReturnType<typeof aPlace> | null) => set({ mode: 'paused' }, aPrincipal({ place }));
    expect((await at(null)).status).toBe(404);
    expect((await at(aPlace({ location_id: other.location.id }))).status).toBe(404);
    expect((await at(aPlace({ account_id: newId(), location_id: newId() }))).status).toBe(404);
    expect([await state(), await other.state()]).toEqual([{ mode: 'normal' }, { mode: 'normal' }]);
  });
});

/** Other services learn the timezones of locations that the release before did not announce (docs/api/conventions.md#times). */
describe('timezones', () => {
  const restart = async () => {
    await auth.stop();
    await auth.start();
  };

  /** Writes the location as the release before does. */
  const writtenBefore = (id: string, change: string) =>
    auth.db.query(`update locations set ${change} where id = $1`, [id]);

  const unannounced = async () =>
    (await auth.db.query('select from locations where announced_timezone is distinct from timezone')).rowCount;

  const announced = async (id: string, count: number) => {
    await eventually(async () => (await unannounced()) === 0 && auth.bodiesOf('location', id).length >= count);
    return auth.bodiesOf('location', id).map(({ timezone }) => timezone);
  };

  test('a location of the release before is announced once; a new one was never shown otherwise, and is not', async () => {
    const [older, newer] = [await aTenant(auth), await aTenant(auth)];
    const { id, account } = older.location;
    await writtenBefore(id, 'announced_timezone = null');
    await restart();
    expect(await announced(id, 1)).toEqual(['Europe/Paris']);
    expect(auth.bodiesOf('location', id)).toEqual([{ id, account_id: account.id, timezone: 'Europe/Paris' }]);
    await restart();
    expect(await announced(id, 1)).toHaveLength(1);
    expect(auth.bodiesOf('location', newer.location.id)).toEqual([]);
  });

  test('a location that a process of the release before moves is announced too', async () => {
    const { location } = await aTenant(auth);
    await writtenBefore(location.id, `timezone = 'Asia/Tokyo'`);
    await restart();
    expect(await announced(location.id, 1)).toEqual(['Asia/Tokyo']);
  });

  test('more locations than one round takes', async () => {
    const { location } = await aTenant(auth);
    await auth.db.query(
      `insert into locations (id, account_id, name, timezone, cutoff_time, preparation_time, order_acceptance, custom_fields, created_at)
     select id || n, account_id, name || n, timezone, cutoff_time, preparation_time, order_acceptance, custom_fields, created_at
     from locations, generate_series(1, 250) n where id = $1`,
      [location.id],
    );
    await restart();
    await announced(`${location.id}250`, 1);
    const copies = auth.bodiesOf('location').filter(({ id }) => id.startsWith(location.id));
    expect(new Set(copies.map(({ id }) => id)).size).toBe(250);
  });
});

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
    const { id } = await whoWorksAt(auth, shop.location_id, { owner_id: shop.tenant.user.id, role });
    const user = shop.userOf(role, {}, id);
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
