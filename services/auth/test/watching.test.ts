/** Who may see the delivery log of a connection, and send from it (docs/api/back-office.md#delivery-log). The test answers for events. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { tooManyRequests } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { aConnectedTenant, authorize } from './builders.ts';
import { auditOfSubject } from './owner.ts';
import { startWatched, type EventsAnswers, type WatchedAuth } from './watched.ts';

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

let watched: WatchedAuth;
beforeAll(async () => void (watched = await startWatched(usual)));
beforeEach(() => void Object.assign(watched.events, { answers: usual, asked: [] }));
afterAll(() => watched.close());

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
    expect((await watched.askAs(merchant.user.id, `POST /management/connections/${id}/resend`, body)).status).toBe(422);
  });
});
