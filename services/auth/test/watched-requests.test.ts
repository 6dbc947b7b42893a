/** Who may see the request log of a connection and of a client (docs/api/back-office.md#request-log). The test answers for events. */
import { afterAll, beforeAll, beforeEach, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aConnectedTenant, authorize } from './builders.ts';
import { startWatched, type WatchedAuth } from './watched.ts';

/** A request in the log, as events answers. */
const aRequest = (connection_id: string) => ({
  ...{ id: newId(), connection_id, started_at: '2026-07-01T10:00:07Z', method: 'GET', path: '/v1/location' },
  ...{ query: null, status: 200, code: null, fields: [], duration_ms: 3, bytes_in: 1, bytes_out: 1 },
  ...{ has_idempotency_key: false, user_agent: null, unlisted: 0 },
});

const request = aRequest('c1');
const usual = { '/internal/requests': { body: { items: [request], next: request.id } } };

let watched: WatchedAuth;
beforeAll(async () => void (watched = await startWatched(usual)));
beforeEach(() => void Object.assign(watched.events, { answers: usual, asked: [] }));
afterAll(() => watched.close());

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
  expect(seen.body.connection).toMatchObject({ account_id: merchant.account.id, location_id: merchant.location.id });
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
  for (const query of ['status=200', 'method=get', 'since=yesterday', 'count=101', 'count=0'])
    expect([400, 422]).toContain(await statusOf(merchant.user.id, `${path}?${query}`));
});
