import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { transaction } from '@order-hub/shared/database';
import { tooManyRequests } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { UserPlace } from '@order-hub/shared/principal';
import { aPlace, aPrincipal, eventually } from '@order-hub/testing/call';
import { localDay } from '../src/today/local-day.ts';
import { aConnectedTenant, aLocation, anAccount, authorize } from './builders.ts';
import { linkIn, type MailServer, mailSettings, startMailServer } from './mail-server.ts';
import { aStaffedLocation } from './members.ts';
import { aConnectedOwner, auditOfSubject } from './owner.ts';
import type { TestAuth } from './service.ts';
import { type EventsAnswers, startWatched, type WatchedAuth } from './watched.ts';

let watched: WatchedAuth;
beforeAll(async () => (watched = await startWatched({})));
afterAll(() => watched.close());

/** Which apps refuse their events, for the first page of the user (docs/api/back-office.md#apps-with-trouble). */
describe('refusing apps', () => {
  const path = '/internal/refusing-callbacks';

  const ask = ({ id, email }: { id: string; email: string }) =>
    watched.auth.call('GET /management/refusing_apps', {
      ...{ internal: 'auth', from: 'back-office' },
      user: aPrincipal({ user: { id, email } }),
    });

  test('are told to the owner of the account and of the client, and to nobody else', async () => {
    const { merchant, developer, client_id, id } = await watched.aWatched();
    const stranger = await aConnectedTenant(watched.auth);
    watched.events.asked.length = 0;
    watched.events.answers = { [path]: { body: { callbacks: [{ connection_id: id, count: 20, status: 401 }] } } };
    const told = { connection_id: id, client_id, client_name: 'Till', count: 20, status: 401 };
    expect((await ask(merchant.user)).body).toEqual({ apps: [{ ...told, is_own_account: true }] });
    expect((await ask(developer.user)).body).toEqual({ apps: [{ ...told, is_own_account: false }] });
    expect((await ask(stranger.user)).body).toEqual({ apps: [] });
    expect(watched.events.asked[0]?.body).toEqual({
      account_ids: [merchant.account.id],
      client_ids: [merchant.client_id],
    });
  });

  test('are asked for only if the user owns something', async () => {
    watched.events.asked.length = 0;
    expect((await ask({ id: newId(), email: 'nobody@example.com' })).body).toEqual({ apps: [] });
    expect(watched.events.asked).toEqual([]);
  });
});

/** What auth answers about today: which locations, by their clocks, with the names of apps in trouble. */
describe('today', () => {
  const path = '/internal/day-figures';

  const nothing = { figures: [], late: [], trouble: [], first_day: null };

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
      expect(body.locations).toMatchObject([
        { id: owner.location.id, name: 'Rue du Bac', timezone: 'America/New_York' },
      ]);
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
    const one = {
      connection_id: owner.connection.id,
      account_id,
      location_id,
      status: null,
      reason: null,
      since: null,
    };
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
});

/** Who may see the delivery log of a connection, and send from it (docs/api/back-office.md#delivery-log). The test answers for events. */
describe('the delivery log', () => {
  const attempt = {
    ...{ id: 'a1', event_id: 'e1', resource_type: 'order', event_type: 'create', resource_id: 'o1' },
    ...{ ended_at: '2026-07-01T10:00:00Z', attempt: 1, state: 'refused', status: 401, fault: null, duration_ms: 38 },
    ...{ retry_at: null, request_headers: {}, response_headers: {}, response_body: 'Ada' },
  };

  const usual: EventsAnswers = {
    '/internal/attempts': { body: { items: [attempt], next: null } },
    '/internal/attempts/a1': { body: attempt },
    '/internal/attempts/a1/resend': { body: { resent: 1, more: false } },
    '/internal/resent-events': { body: { resent: 3, more: true } },
    '/internal/sending': { body: { subscribed: ['order.create'], kept: { count: 3, more: false } } },
    '/internal/test-events': { body: { events: 1 } },
  };

  beforeEach(() => void Object.assign(watched.events, { answers: usual, asked: [] }));

  const routes = (id: string, client_id?: string) => {
    const [query, body] = [client_id ? `?client_id=${client_id}` : '', client_id ? { client_id } : {}];
    const path = `/management/connections/${id}`;
    const post = (rest: string): [string, object] => [`POST ${path}/${rest}`, body];
    return [
      [`GET ${path}/attempts${query}`, {}],
      [`GET ${path}/attempts/a1${query}`, {}],
      [`GET ${path}/sending${query}`, {}],
      post('attempts/a1/resend'),
      post('resend'),
      post('test_events'),
    ] as [string, object][];
  };

  const statuses = async (user_id: string, asking: [string, object][]) => {
    const answered = [];
    for (const [route, body] of asking) answered.push((await watched.askAs(user_id, route, body)).status);
    return answered;
  };

  const all = (status: number) => Array<number>(6).fill(status);

  describe('a delivery log', () => {
    test('of a connection of the own account is shown with personal data', async () => {
      const { merchant, id } = await watched.aWatched();
      expect(await statuses(merchant.user.id, routes(id))).toEqual(all(200));
      expect(watched.events.asked[0]).toMatchObject({
        path: '/internal/attempts',
        body: {
          caller: { connection_id: id, account: { id: merchant.account.id }, scope: 'location[orders.write]' },
          location: { id: merchant.location.id },
          with_personal_data: true,
        },
      });
      const { body } = await watched.askAs(merchant.user.id, `GET /management/connections/${id}/attempts`);
      expect(body.connection).toMatchObject({ account_id: merchant.account.id, location_id: merchant.location.id });
    });

    test('of a connection of the own client is shown without, and without ids of what the merchant owns', async () => {
      const { developer, client_id, merchant, id } = await watched.aWatched();
      expect(await statuses(developer.user.id, routes(id, client_id))).toEqual(all(200));
      const read = watched.events.asked.filter(({ path }) => /attempts(\/a1)?$/.test(path));
      expect(read.map(({ body }) => body.with_personal_data)).not.toContain(true);
      const { body } = await watched.askAs(
        developer.user.id,
        `GET /management/connections/${id}/attempts?client_id=${client_id}`,
      );
      expect(body.connection).toEqual({
        ...{ id, client_id, client_name: 'Till', account_id: null, account_name: merchant.account.name },
        ...{ location_id: null, location_name: merchant.location.name },
      });
    });

    test('is a 404 for everybody else, as an unknown one is, and nothing is asked', async () => {
      const { merchant, developer, client_id, id } = await watched.aWatched();
      const stranger = await aConnectedTenant(watched.auth);
      const expectations: [string, [string, object][]][] = [
        [stranger.user.id, routes(id)],
        [stranger.user.id, routes(id, client_id)],
        [stranger.user.id, routes(id, stranger.client_id)],
        // The owner of the client is not that of the account, and the other way round.
        [developer.user.id, routes(id)],
        [developer.user.id, routes(developer.connection.id, newId())],
        [merchant.user.id, routes(id, client_id)],
        [merchant.user.id, routes(id, merchant.client_id)],
        [merchant.user.id, routes(newId())],
      ];
      for (const [user, asking] of expectations) expect(await statuses(user, asking)).toEqual(all(404));
      expect(watched.events.asked).toEqual([]);
      expect(await auditOfSubject(watched.auth, id, 'event.resend', 'event.test')).toEqual([]);
    });

    test('is a 404 of a connection without an account, which has no callback', async () => {
      const { developer, client_id } = await watched.aWatched();
      const { id } = await authorize(watched.auth, developer, { scope: 'profile' });
      expect(await statuses(developer.user.id, routes(id))).toEqual(all(404));
      expect(await statuses(developer.user.id, routes(id, client_id))).toEqual(all(404));
    });

    test('is a 503 while events does not answer, and a 404 for an attempt that it does not know', async () => {
      const { merchant, id } = await watched.aWatched();
      watched.events.answers = { '/internal/attempts': { status: 500, body: {} } };
      const path = `/management/connections/${id}`;
      expect((await watched.askAs(merchant.user.id, `GET ${path}/attempts`)).status).toBe(503);
      expect((await watched.askAs(merchant.user.id, `GET ${path}/attempts/a1`)).status).toBe(404);
      expect((await watched.askAs(merchant.user.id, `POST ${path}/attempts/a1/resend`)).status).toBe(404);
      expect((await watched.askAs(merchant.user.id, `POST ${path}/resend`)).status).toBe(404);
    });
  });

  describe('sending', () => {
    test('has an entry in the audit; only that of the merchant is in the audit of the account', async () => {
      const { merchant, developer, client_id, id } = await watched.aWatched();
      const path = `/management/connections/${id}`;
      await watched.askAs(merchant.user.id, `POST ${path}/resend`, {
        state: 'refused',
        since: '2026-07-01T12:00:00+02:00',
      });
      await watched.askAs(merchant.user.id, `POST ${path}/attempts/a1/resend`);
      await watched.askAs(developer.user.id, `POST ${path}/test_events`, { client_id, type: 'order.create' });
      const entries = await auditOfSubject(watched.auth, id, 'event.resend', 'event.test');
      const since = '2026-07-01T10:00:00.000Z';
      expect(
        entries.map(({ action, account_id, actor_id, details }) => [action, account_id, actor_id, JSON.parse(details)]),
      ).toEqual([
        ['event.resend', merchant.account.id, merchant.user.id, { client_name: 'Till', state: 'refused', since }],
        ['event.resend', merchant.account.id, merchant.user.id, { client_name: 'Till', event_id: 'e1' }],
        ['event.test', null, developer.user.id, { client_name: 'Till', type: 'order.create' }],
      ]);
      expect(watched.events.asked.find(({ path: to }) => to === '/internal/resent-events')?.body).toMatchObject({
        state: 'refused',
        since,
      });
      expect(watched.events.asked.find(({ path: to }) => to === '/internal/test-events')?.body).toMatchObject({
        type: 'order.create',
      });
    });

    test('too soon is a 429 that says so', async () => {
      const { merchant, id } = await watched.aWatched();
      const { message, error_type, code } = tooManyRequests('Test events can be sent every 10 seconds', {});
      watched.events.answers = { '/internal/test-events': { status: 429, body: { message, error_type, code } } };
      const { status, body } = await watched.askAs(merchant.user.id, `POST /management/connections/${id}/test_events`);
      expect([status, body.message]).toEqual([429, message]);
    });

    test.each([{ state: 'retrying' }, { since: 'yesterday' }])('%j is a 422', async (body) => {
      const { merchant, id } = await watched.aWatched();
      expect((await watched.askAs(merchant.user.id, `POST /management/connections/${id}/resend`, body)).status).toBe(
        422,
      );
    });
  });
});

/** Who may see the request log of a connection and of a client (docs/api/back-office.md#request-log). The test answers for events. */
describe('the request log', () => {
  /** A request in the log, as events answers. */
  const aRequest = (connection_id: string) => ({
    ...{ id: newId(), connection_id, started_at: '2026-07-01T10:00:07Z', method: 'GET', path: '/v1/location' },
    ...{ query: null, status: 200, code: null, fields: [], duration_ms: 3, bytes_in: 1, bytes_out: 1 },
    ...{ has_idempotency_key: false, user_agent: null, unlisted: 0 },
  });

  const request = aRequest('c1');

  const usual = { '/internal/requests': { body: { items: [request], next: request.id } } };

  beforeEach(() => void Object.assign(watched.events, { answers: usual, asked: [] }));

  const statusOf = async (user_id: string, route: string) => (await watched.askAs(user_id, route)).status;

  const filters = 'status=failed&method=GET&request_id=r1&since=2026-07-01T12:00:00%2B02:00&after=r9&count=20';

  const asked = {
    status: 'failed',
    method: 'GET',
    request_id: 'r1',
    since: '2026-07-01T10:00:00.000Z',
    before: 'r9',
    count: 20,
  };

  test('of a connection: the owners of its account and of its client see it, the latter without ids of what the merchant owns', async () => {
    const { merchant, developer, client_id, id } = await watched.aWatched();
    const path = `GET /management/connections/${id}/requests`;
    const seen = await watched.askAs(merchant.user.id, `${path}?${filters}`);
    expect(seen).toMatchObject({ status: 200, body: { items: [request], next: request.id, connection: { id } } });
    expect(seen.body.connection).toMatchObject({
      account_id: merchant.account.id,
      location_id: merchant.location.id,
    });
    const seenByOther = await watched.askAs(developer.user.id, `${path}?client_id=${client_id}`);
    expect(seenByOther.body.items).toEqual([request]);
    expect(seenByOther.body.connection).toMatchObject({ account_id: null, location_id: null });
    const of = { connection_id: id, account_id: merchant.account.id };
    expect(watched.events.asked).toEqual([
      { path: '/internal/requests', body: { ...asked, ...of } },
      { path: '/internal/requests', body: { count: 100, ...of } },
    ]);
  });

  test('of a client: its owner sees the requests of all connections, with the name of each place', async () => {
    const { merchant, developer, client_id, id } = await watched.aWatched();
    const ofAccount = await authorize(watched.auth, merchant, {
      ...{ client_id, scope: 'account[orders.write]', account_id: merchant.account.id },
    });
    const requests = [id, ofAccount.id as string, newId(), id].map(aRequest);
    const path = `/internal/clients/${client_id}/requests`;
    watched.events.answers = { [path]: { body: { items: requests, next: null } } };
    const { status, body } = await watched.askAs(
      developer.user.id,
      `GET /management/clients/${client_id}/requests?${filters}`,
    );
    const names = [merchant.location.name, merchant.account.name, null, merchant.location.name];
    expect([status, body]).toEqual([
      200,
      { items: requests.map((item, at) => ({ ...item, place: names[at] })), next: null, client_name: 'Till' },
    ]);
    expect(watched.events.asked).toEqual([{ path, body: asked }]);
  });

  test('is a 404 for everybody else, as an unknown one is, and nothing is asked', async () => {
    const { merchant, developer, client_id, id } = await watched.aWatched();
    const stranger = await aConnectedTenant(watched.auth);
    const ofConnection = `GET /management/connections/${id}/requests`;
    const { id: general } = await authorize(watched.auth, developer, { scope: 'profile' });
    const refused: [string, string][] = [
      [stranger.user.id, ofConnection],
      [stranger.user.id, `${ofConnection}?client_id=${client_id}`],
      [stranger.user.id, `${ofConnection}?client_id=${stranger.client_id}`],
      [developer.user.id, ofConnection],
      [merchant.user.id, `${ofConnection}?client_id=${client_id}`],
      [merchant.user.id, `${ofConnection}?client_id=${merchant.client_id}`],
      [merchant.user.id, `GET /management/connections/${newId()}/requests`],
      // A connection without an account has no log.
      [developer.user.id, `GET /management/connections/${general}/requests`],
      [merchant.user.id, `GET /management/clients/${client_id}/requests`],
      [stranger.user.id, `GET /management/clients/${client_id}/requests`],
      [developer.user.id, `GET /management/clients/${newId()}/requests`],
    ];
    for (const [user, route] of refused) expect([route, await statusOf(user, route)]).toEqual([route, 404]);
    expect(watched.events.asked).toEqual([]);
  });

  test('is a 503 while events does not answer, and a malformed filter is refused', async () => {
    const { merchant, developer, client_id, id } = await watched.aWatched();
    watched.events.answers = {
      '/internal/requests': { status: 500, body: {} },
      [`/internal/clients/${client_id}/requests`]: { status: 500, body: {} },
    };
    const path = `GET /management/connections/${id}/requests`;
    expect(await statusOf(merchant.user.id, path)).toBe(503);
    expect(await statusOf(developer.user.id, `GET /management/clients/${client_id}/requests`)).toBe(503);
    for (const query of ['status=200', 'method=get', 'since=yesterday', 'count=1e2', 'count=0'])
      expect([400, 422]).toContain(await statusOf(merchant.user.id, `${path}?${query}`));
    watched.events.answers = { '/internal/requests': { status: 200, body: { items: [], next: null } } };
    for (const count of ['101', '0000000001', '9'.repeat(20)])
      expect([count, await statusOf(merchant.user.id, `${path}?count=${count}`)]).toEqual([count, 200]);
  });
});

/** The mails about apps with trouble (docs/api/back-office.md#apps-with-trouble). */
describe('mails about trouble', () => {
  const path = '/internal/trouble';

  /** The hub looks ten times in this time, and tells what has lasted for it by this clock. */
  const lastingMs = 100;

  let time = new Date('2026-11-26T12:00:00Z');

  const later = (ms: number) => (time = new Date(time.getTime() + ms));

  let server: MailServer;

  let watched: WatchedAuth;

  let replica: TestAuth;

  beforeAll(async () => {
    server = await startMailServer();
    const env = { ...mailSettings(server.url), TROUBLE_MAIL_SECONDS: String(lastingMs / 1_000) };
    watched = await startWatched({ [path]: { body: { trouble: [], next: null } } }, { env, now: () => time });
    replica = await watched.startReplica();
  });

  afterAll(async () => {
    await replica.close();
    await watched.close();
    await server.close();
  });

  /** Events tells of these troubles. Waits until both processes have learned it, and have done with it. */
  async function tell(...trouble: object[]) {
    watched.events.answers = { [path]: { body: { trouble, next: null } } };
    await someRounds();
  }

  async function someRounds() {
    const { asked } = watched.events;
    asked.length = 0;
    await eventually(() => asked.length > 8);
    await eventually(async () => (await watched.auth.db.query('select id from mails')).rowCount === 0);
  }

  beforeEach(async () => {
    await tell();
    later(2 * 3_600_000);
    await someRounds();
  });

  /** Of the mails about trouble that this address got. */
  const subjectsTo = (email: string) =>
    server.mails
      .filter(({ to, subject }) => to.includes(email) && /has trouble|fetches no orders/.test(subject))
      .map(({ subject }) => subject);

  type Connected = { account: { id: string }; location: { id: string }; connection: { id: string } };

  const troubleOf = ({ account, location, connection }: Connected, of: object = {}) => ({
    ...{ connection_id: connection.id, account_id: account.id, location_id: location.id },
    ...{ kind: 'failing', status: 503, reason: null, since: '2026-11-26T11:30:00.000Z', ...of },
  });

  const failing = '“Till” has trouble at “Rue du Bac”';

  const silent = '“Till” fetches no orders of “Rue du Bac”';

  describe('a failing app', () => {
    test('is told once, by two processes, when it has lasted', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const stranger = await aConnectedTenant(watched.auth);
      const { email } = owner.user;
      await tell(troubleOf(owner));
      expect(subjectsTo(email)).toEqual([]);
      later(lastingMs);
      await someRounds();
      await someRounds();
      expect(subjectsTo(email)).toEqual([failing]);
      const mail = server.mails.find(({ to, subject }) => to.includes(email) && subject === failing);
      expect(mail?.text).toContain(
        '“Till” has answered messages about “Rue du Bac” with 503 since 26 Nov 2026, 11:30.',
      );
      expect(linkIn(mail!)).toBe(`/back-office/connections/${owner.connection.id}`);
      expect(subjectsTo(stranger.user.email)).toEqual([]);
    });

    test('that works again and fails again is told again', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const { email } = owner.user;
      const failForLong = async () => {
        await tell(troubleOf(owner));
        later(lastingMs);
        await someRounds();
      };
      await failForLong();
      // A moment without trouble is not the end of it.
      await tell();
      await failForLong();
      expect(subjectsTo(email)).toEqual([failing]);
      await tell();
      later(lastingMs + 1);
      await someRounds();
      await failForLong();
      expect(subjectsTo(email)).toEqual([failing, failing]);
    });

    test('that fails now and then for a moment is not told', async () => {
      const owner = await aConnectedTenant(watched.auth);
      for (let moment = 0; moment < 3; moment += 1) {
        await tell(troubleOf(owner));
        later(lastingMs - 1);
        await tell();
        later(1);
        await someRounds();
      }
      expect(subjectsTo(owner.user.email)).toEqual([]);
    });

    test('is told to the owner and the managers of its location, who have different ways to see it', async () => {
      const { owner, manager, kitchen, otherManager, stranger, ...place } = await aStaffedLocation(watched.auth);
      const client = { user_id: owner.user.id, name: 'Till', redirect_uris: [] };
      const { client_id } = (await watched.auth.operator('POST /management/clients', client)).body;
      const tenant = { ...owner, client_id, client: {} };
      const connection = await authorize(watched.auth, tenant, { location_id: place.location.id });
      await tell(troubleOf({ ...place, connection }, { kind: 'refusing', status: 401 }));
      expect(subjectsTo(owner.email)).toEqual([failing]);
      expect(subjectsTo(manager.email)).toEqual([failing]);
      const mail = server.mails.find(({ to, subject }) => to.includes(manager.email) && subject === failing)!;
      expect(linkIn(mail)).toBe(`/back-office/locations/${place.location.id}/today`);
      expect(mail.text).toContain('its secret may be wrong');
      for (const { email } of [kitchen, otherManager, stranger]) expect(subjectsTo(email)).toEqual([]);
    });

    test('of the account is told to its owner alone', async () => {
      const { owner, manager, ...place } = await aStaffedLocation(watched.auth);
      const client = { user_id: owner.user.id, name: 'Till', redirect_uris: [] };
      const { client_id } = (await watched.auth.operator('POST /management/clients', client)).body;
      const connection = await authorize(
        watched.auth,
        { ...owner, client_id, client: {} },
        { account_id: place.account.id },
      );
      await tell(troubleOf({ ...place, connection }, { kind: 'refusing', location_id: null }));
      expect(subjectsTo(owner.email)).toEqual(['“Till” has trouble at “Chez Ada”']);
      expect(subjectsTo(manager.email)).toEqual([]);
    });

    test('is not told under another account', async () => {
      const [owner, stranger] = [await aConnectedTenant(watched.auth), await aConnectedTenant(watched.auth)];
      await tell(troubleOf({ ...owner, account: stranger.account }, { kind: 'refusing' }));
      expect([...subjectsTo(owner.user.email), ...subjectsTo(stranger.user.email)]).toEqual([]);
    });

    test('is still the same trouble after events was away', async () => {
      const owner = await aConnectedTenant(watched.auth);
      await tell(troubleOf(owner, { kind: 'refusing' }));
      watched.events.answers = { [path]: { status: 500, body: {} } };
      watched.events.asked.length = 0;
      await eventually(() => watched.events.asked.length > 3);
      later(3_600_000);
      await tell(troubleOf(owner, { kind: 'refusing' }));
      expect(subjectsTo(owner.user.email)).toEqual([failing]);
    });

    test('is told although the first try to queue the mail failed midway: mark and mail are one transaction', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const { db } = watched.auth;
      await db.query(
        `create function refuse_mail() returns trigger language plpgsql as $$ begin raise 'no mail'; end $$;
       create trigger refuse_mail before insert on mails for each row execute function refuse_mail()`,
      );
      await tell(troubleOf(owner, { kind: 'refusing' }));
      expect((await db.query('select mailed_at from troubles')).rows).toEqual([{ mailed_at: null }]);
      await db.query('drop trigger refuse_mail on mails; drop function refuse_mail');
      await eventually(() => subjectsTo(owner.user.email).length > 0);
      await someRounds();
      expect(subjectsTo(owner.user.email)).toEqual([failing]);
    });

    test('is told once although both processes begin to tell it at the same moment', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const { db } = watched.auth;
      const waiting = async () =>
        (
          await db.query(
            `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
           and query ~ '^(insert into mails|insert into troubles|update troubles)'`,
          )
        ).rowCount;
      await transaction(db, async (trx) => {
        // One process waits to queue the mail. The other cannot see yet that the trouble is told, and waits for the first.
        await trx.query('lock table mails in share mode');
        const trouble = [troubleOf(owner, { kind: 'refusing' })];
        watched.events.answers = { [path]: { body: { trouble, next: null } } };
        await eventually(async () => (await waiting()) === 2);
      });
      await eventually(() => subjectsTo(owner.user.email));
      await someRounds();
      expect(subjectsTo(owner.user.email)).toEqual([failing]);
    });

    test('in whichever part events tells of it', async () => {
      const [first, second] = [await aConnectedTenant(watched.auth), await aConnectedTenant(watched.auth)];
      const parts: Record<string, object> = {
        '': { trouble: [troubleOf(first, { kind: 'refusing' })], next: 'm' },
        m: { trouble: [], next: 'n' },
        n: { trouble: [troubleOf(second, { kind: 'refusing' })], next: null },
      };
      watched.events.answers = { [path]: ({ after }) => ({ body: parts[after as string] ?? {} }) };
      for (const { user } of [first, second]) expect(await eventually(() => subjectsTo(user.email))).toEqual([failing]);
      await someRounds();
      for (const { user } of [first, second]) expect(subjectsTo(user.email)).toEqual([failing]);
    });
  });

  describe('a silent till', () => {
    /** Open on Thursdays from 11:00 to 14:30 in Paris. */
    const opening_hours = {
      ...Object.fromEntries(['monday', 'tuesday', 'wednesday', 'friday', 'saturday', 'sunday'].map((day) => [day, []])),
      thursday: [{ from: '11:00', to: '14:30' }],
    };
    const close = (id: string) =>
      watched.auth.db.query('update locations set opening_hours = $2 where id = $1', [
        id,
        JSON.stringify(opening_hours),
      ]);

    test('is told at once, with when it was last heard from', async () => {
      const owner = await aConnectedTenant(watched.auth);
      await watched.auth.db.query('insert into connection_uses values ($1, $2)', [
        owner.connection.id,
        '2026-11-26T11:04:00Z',
      ]);
      await tell(troubleOf(owner, { kind: 'silent', status: null }));
      expect(subjectsTo(owner.user.email)).toEqual([silent]);
      const mail = server.mails.find(({ to, subject }) => to.includes(owner.user.email) && subject === silent);
      expect(mail?.text).toContain('It was last heard from on 26 Nov 2026, 11:04.');
    });

    test('is no trouble until its location has been open for ten minutes', async () => {
      const owner = await aConnectedTenant(watched.auth);
      await close(owner.location.id);
      const trouble = troubleOf(owner, { kind: 'silent', status: null });
      time = new Date('2026-12-03T09:59:00Z');
      await tell(trouble);
      time = new Date('2026-12-03T10:09:59Z');
      await someRounds();
      expect(subjectsTo(owner.user.email)).toEqual([]);
      time = new Date('2026-12-03T10:10:00Z');
      await someRounds();
      expect(subjectsTo(owner.user.email)).toEqual([silent]);
    });

    test('is no trouble on a special day of its location', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const day = ['2026-12-05', '11:00', '14:30'];
      await watched.auth.db.query(
        `insert into special_days (account_id, location_id, day, closed_from, closed_to, look_at)
       values ($1, $2, $3, $4, $5, 'infinity')`,
        [owner.account.id, owner.location.id, ...day],
      );
      time = new Date('2026-12-05T12:00:00Z');
      await tell(troubleOf(owner, { kind: 'silent', status: null }));
      time = new Date('2026-12-05T13:39:59Z');
      await someRounds();
      expect(subjectsTo(owner.user.email)).toEqual([]);
      time = new Date('2026-12-05T13:40:00Z');
      await someRounds();
      expect(subjectsTo(owner.user.email)).toEqual([silent]);
    });

    test('of the account is one while one of its locations is open', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const connection = await authorize(watched.auth, owner, { account_id: owner.account.id });
      const second = { account_id: owner.account.id, name: 'Halles', timezone: 'Europe/Paris' };
      const halles = (await watched.auth.operator('POST /management/locations', second)).body;
      await close(owner.location.id);
      await close(halles.id);
      time = new Date('2026-12-11T12:00:00Z');
      const of = { kind: 'silent', status: null, location_id: null };
      await tell(troubleOf({ ...owner, connection }, of));
      expect(subjectsTo(owner.user.email)).toEqual([]);
      await watched.auth.db.query('update locations set opening_hours = null where id = $1', [halles.id]);
      await someRounds();
      expect(subjectsTo(owner.user.email)).toEqual(['“Till” fetches no orders of “Chez Ada”']);
    });
  });

  describe('no mail', () => {
    test('is sent to a user who wants none', async () => {
      const owner = await aConnectedOwner(watched.auth);
      const save = (trouble_mails?: boolean) =>
        watched.askAs(owner.user.id, 'POST /management/user', {
          ...{ first_name: 'Ada', last_name: null, timezone: 'UTC', locales: [] },
          ...(trouble_mails !== undefined && { trouble_mails }),
        });
      expect((await save(false)).status).toBe(200);
      // A client that does not know the choice leaves it.
      expect((await save()).status).toBe(200);
      await tell(troubleOf(owner, { kind: 'refusing' }));
      expect(subjectsTo(owner.user.email)).toEqual([]);
    });

    test('is sent about a test shop', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const { user, account, location, connection } = owner;
      await watched.auth.db.query(
        `insert into test_shops (user_id, account_id, location_id, till_id, website_id, settings, active_at, ends_at, ended_at, visit_at)
       values ($1, $2, $3, $4, $4, '{}', now(), now(), now(), now())`,
        [user.id, account.id, location.id, connection.id],
      );
      await tell(troubleOf(owner, { kind: 'refusing' }));
      expect(subjectsTo(user.email)).toEqual([]);
    });

    test('is the sixth of an hour to a recipient', async () => {
      const owner = await aConnectedTenant(watched.auth);
      const connections = [];
      for (let count = 0; count < 7; count += 1)
        connections.push(await authorize(watched.auth, owner, { location_id: owner.location.id, name: newId() }));
      await tell(...connections.map((connection) => troubleOf({ ...owner, connection }, { kind: 'refusing' })));
      expect(subjectsTo(owner.user.email)).toHaveLength(5);
    });

    test('is caused by a hub without a server for mail: it does not ask', async () => {
      const other = await startWatched({});
      const trouble = [troubleOf(await aConnectedTenant(other.auth), { kind: 'refusing' })];
      other.events.answers = { [path]: { body: { trouble, next: null } } };
      expect((await other.auth.db.query('select 1 from troubles')).rowCount).toBe(0);
      expect(other.events.asked).toEqual([]);
      await other.close();
    });
  });

  test('an account whose apps have trouble can still cause 60 other mails', async () => {
    const owner = await aConnectedTenant(watched.auth);
    await tell(troubleOf(owner, { kind: 'refusing' }));
    const queued = [];
    const { queueMail } = await import('../src/mails/queue-mail.ts');
    const mailing = { isOn: true, encryptionKeys: ['encryption-key-of-the-tests-0123456789abcdef'] };
    for (let count = 0; count < 61; count += 1) {
      const to = { address: `${newId()}@example.com`, language: 'en', timezone: 'UTC' } as const;
      const mail = { kind: 'invitation', account_id: owner.account.id, facts: { who: 'Ada', place: 'Bac' } } as const;
      queued.push(await queueMail(watched.auth.db, mailing, { now: time, to }, mail));
    }
    // The first one told the owner that the app is connected.
    expect(queued.filter(Boolean)).toHaveLength(59);
  });
});
