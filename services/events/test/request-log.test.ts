/** The request log (docs/api/requests.md): what gateways send, what a connection lists, and what auth asks for pages. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import type { NotedRequest } from '@order-hub/shared/request-log-calls';
import { aCaller, type TestCaller } from '@order-hub/testing/call';
import { clearOldDays } from '../src/day-logs/clear-old-days.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => void (service = await startTestService()));
afterAll(() => service.close());

const dayMs = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * dayMs);

/** A request of this connection, as a gateway notes it. */
const aRequest = ({ connection_id, client_id, account }: TestCaller, overrides: Partial<NotedRequest> = {}) => ({
  ...{ id: newId(), account_id: account?.id ?? '', client_id, connection_id, method: 'GET', path: '/v1/location' },
  ...{ query: null, status: 200, code: null, fields: null, duration_ms: 12, bytes_in: 210, bytes_out: 1_034 },
  ...{ has_idempotency_key: false, user_agent: null, unlisted: 0, ...overrides },
});

const internal = (path: string, body: object, from: 'gateway' | 'auth' | 'back-office' = 'auth') =>
  service.call(`POST /internal/${path}`, { internal: 'events', from, body });

const record = (...requests: object[]) => internal('request-log', { requests }, 'gateway');
const list = (caller: TestCaller, query = '') => service.call(`GET /requests${query}`, { as: caller });

/** A connection with requests, the first one given first. */
async function aLog(...requests: Partial<NotedRequest>[]) {
  const caller = aCaller();
  const noted = requests.map((overrides) => aRequest(caller, overrides));
  expect((await record(...noted)).status).toBe(200);
  return { caller, noted, ids: noted.map(({ id }) => id) };
}

const idsOf = ({ body }: { body: { id: string }[] }) => body.map(({ id }) => id);

describe('a request', () => {
  test('is listed as it was noted, once, however often it is sent', async () => {
    const { caller, noted } = await aLog({
      ...{ method: 'PATCH', path: '/v1/location/orders/…', query: 'count=1&email=…', status: 422, unlisted: 7 },
      ...{ code: 'invalid_fields', fields: 'items.0.price body', has_idempotency_key: true, user_agent: 'till/2.1' },
    });
    await record(...noted);
    const [{ id }] = noted as [NotedRequest];
    expect((await list(caller)).body).toEqual([
      {
        ...{ id, started_at: expect.stringMatching(/Z$/), method: 'PATCH', path: '/v1/location/orders/…' },
        ...{ query: 'count=1&email=…', status: 422, code: 'invalid_fields', fields: ['items.0.price', 'body'] },
        ...{ duration_ms: 12, bytes_in: 210, bytes_out: 1_034, has_idempotency_key: true, user_agent: 'till/2.1' },
        unlisted: 7,
      },
    ]);
  });

  test('that cannot be stored does not keep back later ones', async () => {
    expect((await record(aRequest(aCaller(), { id: '!' }))).status).toBe(200);
  });

  test('is taken from gateways alone', async () => {
    const body = { requests: [aRequest(aCaller())] };
    for (const from of ['auth', 'back-office'] as const)
      expect((await internal('request-log', body, from)).status).toBe(401);
    expect((await service.call('POST /internal/request-log', { as: aCaller(), body })).status).toBe(401);
  });

  test.each([{ path: 'x'.repeat(401) }, { status: 99 }, { unlisted: -1 }])('%j is a 422', async (overrides) => {
    expect((await record(aRequest(aCaller(), overrides as Partial<NotedRequest>))).status).toBe(422);
  });
});

describe('the list', () => {
  test('is paginated, the newest first', async () => {
    const { caller, ids } = await aLog({}, {}, {});
    const first = await list(caller, '?count=2');
    expect(idsOf(first)).toEqual([ids[2], ids[1]]);
    const cursor = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
    const second = await list(caller, `?count=2&cursor=${cursor}`);
    expect([idsOf(second), second.headers.get('x-cursor-next')]).toEqual([[ids[0]], null]);
  });

  test('is filtered by status, method, request and time', async () => {
    const statuses = [200, 304, 404, 503, null];
    const methods = ['GET', 'GET', 'DELETE', 'POST', 'GET'];
    const started = [5, 4, 3, 2, 1].map(daysAgo);
    const { caller, ids } = await aLog(
      ...statuses.map((status, at) => ({ id: newId(started[at]), status, method: methods[at] ?? '' })),
    );
    const positions = async (query: string) => idsOf(await list(caller, `?${query}`)).map((id) => ids.indexOf(id));
    expect(await positions('status=2xx')).toEqual([0]);
    expect(await positions('status=3xx')).toEqual([1]);
    expect(await positions('status=4xx')).toEqual([2]);
    expect(await positions('status=5xx')).toEqual([3]);
    expect(await positions('status=failed')).toEqual([4, 3, 2]);
    expect(await positions('method=GET')).toEqual([4, 1, 0]);
    expect(await positions('method=GET&status=failed')).toEqual([4]);
    expect(await positions(`request_id=${ids[2]}`)).toEqual([2]);
    expect(await positions(`request_id=${ids[2]}&status=5xx`)).toEqual([]);
    const time = (at: number) => encodeURIComponent(started[at]?.toISOString() ?? '');
    expect(await positions(`after=${time(2)}`)).toEqual([4, 3, 2]);
    expect(await positions(`before=${time(2)}`)).toEqual([1, 0]);
    expect(await positions(`after=${time(1)}&before=${time(3)}&status=failed`)).toEqual([2]);
  });

  test('with a filter looks at 10,000 requests, and continues with the next page', async () => {
    const { caller, ids } = await aLog({ method: 'DELETE' });
    const { account, client_id, connection_id } = caller;
    await service.db.query(
      `insert into logged_requests select slot, id || lpad(n::text, 5, '0'), account_id, client_id, connection_id, 'GET', path,
         query, status, failed, code, fields, duration_ms, bytes_in, bytes_out, has_idempotency_key, user_agent, unlisted
       from logged_requests, generate_series(1, 10500) n where id = $1 and connection_id = $2 and account_id = $3`,
      [ids[0], connection_id, account?.id],
    );
    const first = await list(caller, '?method=DELETE');
    expect(first).toMatchObject({ status: 200, body: [] });
    const cursor = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
    const second = await list(caller, `?method=DELETE&cursor=${cursor}`);
    expect([idsOf(second), second.headers.get('x-cursor-next')]).toEqual([ids, null]);
    const body = { count: 10, method: 'DELETE' };
    const ofClient = (await internal(`clients/${client_id}/requests`, body)).body;
    expect(ofClient.items).toEqual([]);
    const rest = (await internal(`clients/${client_id}/requests`, { ...body, before: ofClient.next })).body;
    expect(rest.items.map(({ id }: { id: string }) => id)).toEqual(ids);
  });

  test.each(['request_id=a%20b', 'request_id=', 'count=0', 'cursor=x', 'after=yesterday', 'method=GET&method=GET'])(
    '?%s is a 400',
    async (query) => expect((await list(aCaller(), `?${query}`)).status).toBe(400),
  );

  test.each(['status=200', 'status=', 'method=get'])('?%s is a 422', async (query) => {
    expect((await list(aCaller(), `?${query}`)).status).toBe(422);
  });

  test('is a 401 without a connection, and a 403 without an account', async () => {
    expect((await service.call('GET /requests')).status).toBe(401);
    const general = aCaller({ account: null, location_id: null, location: null, scope: 'profile' });
    expect((await list(general)).status).toBe(403);
  });

  test('shows nothing of another connection of the same client and account, and nothing from an account before', async () => {
    const { caller, ids } = await aLog({});
    const sibling = { ...caller, connection_id: newId() };
    const moved = { ...caller, account: { id: newId(), currency: 'EUR' } };
    for (const other of [sibling, moved, aCaller()]) {
      expect((await list(other)).body).toEqual([]);
      expect((await list(other, `?request_id=${ids[0]}`)).body).toEqual([]);
    }
  });
});

describe('what auth asks', () => {
  const ofConnection = ({ connection_id, account }: TestCaller, body: object = {}) =>
    internal('requests', { connection_id, account_id: account?.id, count: 50, ...body });

  test('of a connection is what the connection lists', async () => {
    const { caller } = await aLog({}, { status: 404, code: 'not_found' });
    const { items, next } = (await ofConnection(caller)).body;
    const listed = (await list(caller)).body as object[];
    expect([items, next]).toEqual([listed.map((item) => ({ ...item, connection_id: caller.connection_id })), null]);
    expect((await ofConnection({ ...caller, account: { id: newId(), currency: 'EUR' } })).body.items).toEqual([]);
    expect((await ofConnection({ ...caller, connection_id: newId() })).body.items).toEqual([]);
  });

  test('of a client is of all its connections, and of no other client', async () => {
    const { caller, ids } = await aLog({}, { status: 500 });
    const elsewhere = aCaller({ client_id: caller.client_id });
    const other = aRequest(elsewhere, { status: 404 });
    await record(other, aRequest(aCaller()));
    const of = (body: object) => internal(`clients/${caller.client_id}/requests`, { count: 2, ...body });
    const first = (await of({})).body;
    expect(first.items.map(({ id, connection_id }: NotedRequest) => [id, connection_id])).toEqual([
      [other.id, elsewhere.connection_id],
      [ids[1], caller.connection_id],
    ]);
    const second = (await of({ before: first.next })).body;
    expect([second.items.map(({ id }: NotedRequest) => id), second.next]).toEqual([[ids[0]], null]);
    const failed = (await of({ status: 'failed' })).body.items;
    expect(failed.map(({ id }: NotedRequest) => id)).toEqual([other.id, ids[1]]);
  });

  test('is for auth alone', async () => {
    const { caller } = await aLog({});
    const body = { connection_id: caller.connection_id, account_id: caller.account?.id, count: 1 };
    for (const from of ['gateway', 'back-office'] as const) {
      expect((await internal('requests', body, from)).status).toBe(401);
      expect((await internal(`clients/${caller.client_id}/requests`, { count: 1 }, from)).status).toBe(401);
    }
  });
});

describe('clearing away', () => {
  const clear = (days: number, keptDays = 7) =>
    clearOldDays(service.db, 'logged_requests', keptDays, new Date(Date.now() + days * dayMs));

  test('empties the days before the kept ones, and no others; they are not listed before that', async () => {
    const { caller, ids } = await aLog({ id: newId(daysAgo(6.9)) }, { id: newId(daysAgo(7.1)) }, {});
    expect(idsOf(await list(caller))).toEqual([ids[2], ids[0]]);
    const kept = async () => {
      const { rows } = await service.db.query('select id from logged_requests where connection_id = $1', [
        caller.connection_id,
      ]);
      return rows.map(({ id }: { id: string }) => id).sort();
    };
    await clear(0);
    expect(await kept()).toEqual(expect.arrayContaining([ids[0], ids[2]]));
    await clear(0, 1);
    expect(await kept()).toEqual([ids[2]]);
    for (const days of [1, 6, 7]) await clear(days);
    expect(await kept()).toEqual([ids[2]]);
    await clear(8);
    expect(await kept()).toEqual([]);
  });

  test('REQUEST_LOG_DAYS hides what is older at once', async () => {
    const short = await startTestService({ REQUEST_LOG_DAYS: '2' });
    const caller = aCaller();
    const requests = [1, 3].map((days) => aRequest(caller, { id: newId(daysAgo(days)) }));
    await short.call('POST /internal/request-log', { internal: 'events', body: { requests } });
    expect(idsOf(await short.call('GET /requests', { as: caller }))).toEqual([requests[0]?.id]);
    await short.close();
  });
});
