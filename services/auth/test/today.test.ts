/** What auth answers about today: which locations, by their clocks, with the names of apps in trouble. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { UserPlace } from '@order-hub/shared/principal';
import { aPlace, aPrincipal } from '@order-hub/testing/call';
import { aConnectedTenant, aLocation, anAccount } from './builders.ts';
import { aStaffedLocation } from './members.ts';
import { localDay } from '../src/today/local-day.ts';
import { startWatched, type WatchedAuth } from './watched.ts';

const path = '/internal/day-figures';
const nothing = { figures: [], late: [], trouble: [], first_day: null };

let watched: WatchedAuth;
beforeAll(async () => (watched = await startWatched({ [path]: { body: nothing } })));
afterAll(() => watched.close());
beforeEach(() => {
  watched.events.asked.length = 0;
  watched.events.answers = { [path]: { body: nothing } };
});

type User = { id: string; email: string };
const ask = ({ id, email }: User, place: UserPlace | null = null) =>
  watched.auth.call('GET /management/today', {
    ...{ internal: 'auth', from: 'back-office' },
    user: aPrincipal({ user: { id, email }, place }),
  });

describe('without a place', () => {
  test('tells of all locations of all accounts of the user, and of no others', async () => {
    const [owner] = [await aConnectedTenant(watched.auth), await aConnectedTenant(watched.auth)];
    const second = (
      await watched.auth.operator('POST /management/accounts', anAccount(owner.user.id, { currency: 'GBP' }))
    ).body;
    const far = (
      await watched.auth.operator('POST /management/locations', aLocation(second.id, { timezone: 'Asia/Tokyo' }))
    ).body;
    const { status, body } = await ask(owner.user);
    expect(status).toBe(200);
    expect(body.locations).toMatchObject([
      { id: owner.location.id, account_id: owner.account.id, account_name: owner.account.name },
      { id: far.id, account_id: second.id, currency: 'GBP', timezone: 'Asia/Tokyo' },
    ]);
    expect(body).toMatchObject({ ...nothing, more: false });
    const asked = watched.events.asked[0]?.body;
    expect(asked.with_channels).toBe(false);
    expect(asked.shops).toEqual(
      body.locations.map(({ id, account_id, today, last_week }: Record<string, string>) => ({
        ...{ account_id, location_id: id },
        days: [last_week, today],
      })),
    );
  });

  test('tells a manager of the locations that they manage; nobody else in them', async () => {
    const { location, manager, kitchen } = await aStaffedLocation(watched.auth);
    expect((await ask(manager)).body.locations).toMatchObject([{ id: location.id, name: 'Rue du Bac' }]);
    expect((await ask(kitchen)).body.locations).toEqual([]);
  });

  test('asks nobody for a user without a location', async () => {
    const { body } = await ask({ id: newId(), email: 'nobody@example.com' });
    expect(body).toEqual({ ...nothing, locations: [], more: false });
    expect(watched.events.asked).toEqual([]);
  });

  test('tells of a hundred locations at most', async () => {
    const { user, account } = await aConnectedTenant(watched.auth);
    await watched.auth.db.query(
      `insert into locations select (jsonb_populate_record(l, jsonb_build_object('id', l.id || n))).*
       from locations l, generate_series(1, 120) n where l.account_id = $1`,
      [account.id],
    );
    const { body } = await ask(user);
    expect([body.locations.length, body.more]).toEqual([100, true]);
  });
});

describe('of a place', () => {
  test.each(['owner', 'manager'] as const)('tells the %s of that location alone, with its channels', async (role) => {
    const owner = await aConnectedTenant(watched.auth);
    const place = aPlace({
      account_id: owner.account.id,
      location_id: owner.location.id,
      timezone: 'America/New_York',
      role,
    });
    const { body } = await ask(owner.user, place);
    expect(body.locations).toMatchObject([{ id: owner.location.id, name: 'Rue du Bac', timezone: 'America/New_York' }]);
    expect(watched.events.asked).toMatchObject([
      { body: { with_channels: true, shops: [{ account_id: owner.account.id }] } },
    ]);
  });

  test('is refused to the kitchen', async () => {
    const { user } = await aConnectedTenant(watched.auth);
    expect((await ask(user, aPlace({ role: 'kitchen' }))).status).toBe(403);
    expect(watched.events.asked).toEqual([]);
  });
});

test('names the apps in trouble, of the account alone', async () => {
  const [owner, stranger] = [await aConnectedTenant(watched.auth), await aConnectedTenant(watched.auth)];
  await watched.auth.db.query(
    `insert into connection_uses (connection_id, used_at) values ($1, '2026-11-26T12:00:00Z')`,
    [owner.connection.id],
  );
  const one = {
    account_id: owner.account.id,
    location_id: owner.location.id,
    kind: 'silent',
    status: null,
    reason: null,
    since: null,
  };
  const trouble = [owner, stranger].map(({ connection }) => ({ ...one, connection_id: connection.id }));
  watched.events.answers = { [path]: { body: { ...nothing, trouble } } };
  const { body } = await ask(owner.user);
  expect(body.trouble).toEqual([
    { ...trouble[0], client_name: expect.any(String), name: null, used_at: '2026-11-26T12:00:00.000Z' },
  ]);
});

test('a till is not silent while its location is closed', async () => {
  const owner = await aConnectedTenant(watched.auth);
  const [location_id, account_id] = [owner.location.id as string, owner.account.id as string];
  const one = { connection_id: owner.connection.id, account_id, location_id, status: null, reason: null, since: null };
  const trouble = [
    { ...one, kind: 'silent' },
    { ...one, kind: 'failing' },
  ];
  watched.events.answers = { [path]: { body: { ...nothing, trouble } } };
  const kinds = async () => (await ask(owner.user)).body.trouble.map(({ kind }: { kind: string }) => kind);
  expect(await kinds()).toEqual(['silent', 'failing']);
  // Open for a minute, on the day before yesterday.
  const days = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
  const twoDaysAgo = days[(new Date().getUTCDay() + 5) % 7] ?? '';
  const opening_hours = Object.fromEntries(days.map((day) => [day, [] as object[]]));
  opening_hours[twoDaysAgo] = [{ from: '12:00', to: '12:01' }];
  await watched.auth.db.query('update locations set opening_hours = $2 where id = $1', [
    location_id,
    JSON.stringify(opening_hours),
  ]);
  expect(await kinds()).toEqual(['failing']);
});

test('answers 503 without the events service', async () => {
  watched.events.answers = { [path]: { status: 500, body: {} } };
  expect((await ask((await aConnectedTenant(watched.auth)).user)).status).toBe(503);
});

test.each([
  ['2026-11-26T04:59:00Z', 'America/New_York', { today: '2026-11-25', last_week: '2026-11-18', hour: 23 }],
  ['2026-11-25T15:00:00Z', 'Asia/Tokyo', { today: '2026-11-26', last_week: '2026-11-19', hour: 0 }],
  ['2026-03-30T12:00:00Z', 'Europe/Paris', { today: '2026-03-30', last_week: '2026-03-23', hour: 14 }],
  ['2027-01-03T12:30:00Z', 'UTC', { today: '2027-01-03', last_week: '2026-12-27', hour: 12 }],
])('at %s, the clocks of %s show their day', (now, timezone, expected) => {
  expect(localDay(new Date(now), timezone)).toEqual(expected);
});
