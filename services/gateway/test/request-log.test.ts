/** What the gateway notes of requests, and sends to the events service (docs/api/requests.md). */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { internalClient } from '@order-hub/shared/internal-call';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { openMetrics } from '@order-hub/shared/metrics';
import type { NotedRequest } from '@order-hub/shared/request-log-calls';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { keysOf } from '@order-hub/testing/keys';
import { readFreshMetrics, type ReadMetrics } from '@order-hub/testing/metrics';
import { openRequestLog } from '../src/request-log/open-request-log.ts';
import type { PublicRequest } from '../src/request/public-request.ts';
import { type Hub, startHub } from './gateway.ts';
import { connect, startUpstream } from './stand-ins.ts';

describe('the gateway', () => {
  let hub: Hub;
  beforeAll(async () => {
    hub = await startHub({ RATE_LIMIT_PER_MINUTE: '5' }, silentLog, { notesEveryMs: 20 });
  });
  afterAll(() => hub.close());

  /** A connection of the test. */
  let [till, token]: [TestCaller, string] = [aCaller(), ''];
  beforeEach(() => {
    token = newId();
    till = connect(hub.auth, token);
    hub.events.notes.length = 0;
    hub.orders.answer = undefined;
  });

  const noted = (count: number): Promise<NotedRequest[]> =>
    eventually(() => {
      const notes = hub.events.notes.flat();
      return notes.length >= count && notes;
    });

  test('notes who asked what, and what was answered, under the id of the response', async () => {
    const answer = await hub.call('POST /v1/location/orders?private_ref=table-7', {
      ...{ token, body: { customer: { last_name: 'Lovelace' } } },
      headers: { 'idempotency-key': 'the-key', 'user-agent': 'till/2.1 (ada@example.com)' },
    });
    const [note] = await noted(1);
    expect(note).toEqual({
      ...{ id: answer.headers.get('x-request-id'), connection_id: till.connection_id, client_id: till.client_id },
      ...{ account_id: till.account?.id, method: 'POST', path: '/v1/location/orders', query: 'private_ref=…' },
      ...{ status: 200, code: null, fields: null, duration_ms: expect.any(Number), bytes_in: expect.any(Number) },
      ...{ bytes_out: expect.any(Number), has_idempotency_key: true, user_agent: 'till/2.1', unlisted: 0 },
    });
    expect(note?.bytes_in).toBeGreaterThan(100);
    expect(JSON.stringify(hub.events.notes)).not.toMatch(/Lovelace|table-7|the-key|ada/);
    expect(JSON.stringify(hub.events.notes)).not.toContain(token);
  });

  test('notes the code and the fields at fault as the service names them; the client does not get that header', async () => {
    hub.orders.answer = (_req, res) =>
      void res.writeHead(422, { 'X-Hub-Fault': 'invalid_fields items.0.price customer.email' }).end('{}');
    const { headers } = await hub.call('POST /v1/location/orders', { token, body: {} });
    expect(headers.get('x-hub-fault')).toBeNull();
    const [note] = await noted(1);
    expect(note).toMatchObject({ status: 422, code: 'invalid_fields', fields: 'items.0.price customer.email' });
  });

  test('notes the fields that a successful request had for nothing', async () => {
    hub.orders.answer = (_req, res) => void res.writeHead(200, { 'X-Hub-Fault': '- asap itemz' }).end('{}');
    expect((await hub.call('POST /v1/location/orders', { token, body: {} })).headers.get('x-hub-fault')).toBeNull();
    expect(await noted(1)).toMatchObject([{ status: 200, code: null, fields: 'asap itemz' }]);
  });

  test("notes its own refusals, with the client's method after an override", async () => {
    const missing = `GET /v1/locations/${newId()}/orders`;
    await hub.call(missing, { token });
    await hub.call('POST /v1/location', { token, headers: { 'x-http-method-override': 'PATCH' } });
    for (let n = 0; n < 4; n += 1) await hub.call('GET /v1/callback', { token });
    const notes = await noted(6);
    expect(notes.map(({ method, status, code }) => [method, status, code])).toEqual([
      ['GET', 404, 'not_found'],
      ['PATCH', 200, null],
      ['GET', 200, null],
      ['GET', 200, null],
      ['GET', 200, null],
      ['GET', 429, 'too_many_requests'],
    ]);
  });

  test('notes that a client left before the answer', async () => {
    hub.orders.answer = () => undefined;
    const head = `GET /v1/location/orders HTTP/1.1\r\nHost: x\r\nX-Access-Token: ${token}\r\n\r\n`;
    const client = hub.sendAndStay(head);
    await eventually(() => hub.orders.open.size === 1);
    client.destroy();
    expect((await noted(1))[0]).toMatchObject({ status: null, code: null, path: '/v1/location/orders' });
  });

  test('notes nothing without a connection or an account, and nothing of pages', async () => {
    connect(hub.auth, 'profile', { account: null, location_id: null, location: null, scope: 'profile' });
    hub.auth.tokens.set('blocked', { status: 'blocked', caller: aCaller() });
    for (const other of ['profile', 'blocked', 'unknown']) await hub.call('GET /v1/user', { token: other });
    for (const path of ['/v1/user', '/v1/nothing', '/docs', '/health', '/oauth2/v1/authorize'])
      await hub.call(`GET ${path}`);
    await hub.call('GET /v1/callback', { token });
    expect((await noted(1)).map(({ path }) => path)).toEqual(['/v1/callback']);
  });

  test('counts what it sent', async () => {
    const sent = ({ sum }: ReadMetrics) => sum('hub_request_log_requests_total', { outcome: 'sent' }) ?? 0;
    const read = () => readFreshMetrics(`http://127.0.0.1:${hub.internalPort}`);
    const before = sent(await read());
    await hub.call('GET /v1/callback', { token });
    const metrics = await eventually(async () => {
      const now = await read();
      return sent(now) > before && now;
    });
    expect(metrics.sum('hub_request_log_waiting', {})).toBe(0);
  });

  test('sends what is left when it stops', async () => {
    const stopping = await startHub({}, silentLog, { notesEveryMs: 3_600_000 });
    connect(stopping.auth, token);
    for (const path of ['callback', 'location']) await stopping.call(`GET /v1/${path}`, { token });
    await stopping.close();
    expect(stopping.events.notes.flat().map(({ path }) => path)).toEqual(['/v1/callback', '/v1/location']);
  });
});

describe('notes', () => {
  type Caller = { account: { id: string } | null; connection_id: string; client_id: string };
  const caller = (name: string, account = name): Caller => ({
    ...{ account: { id: account }, connection_id: name, client_id: 'client' },
  });

  /** A request that has ended. */
  const ended = (by: Caller, status = 200): PublicRequest =>
    ({
      ...{ requestId: newId(), calledPath: '/v1/callback', query: '', startedMs: 0, connection: { caller: by } },
      ...{ req: { method: 'GET', headers: {} }, res: { headersSent: true, statusCode: status } },
    }) as unknown as PublicRequest;

  const traffic = { bytesIn: 0, bytesOut: 0 };
  const never = 3_600_000;

  /** A log, and the events service to which it sends. */
  async function aLog() {
    const events = await startUpstream('events');
    const client = internalClient({
      ...{ from: 'gateway', addresses: { events: events.url }, ...keysOf('gateway'), log: silentLog },
    });
    const metrics = openMetrics();
    const log = openRequestLog({ ask: client.ask, log: silentLog, metrics }, never);
    const note = (count: number, by: Caller, { status = 200, atMs = 0 } = {}) => {
      for (let n = 0; n < count; n += 1) log.note(ended(by, status), traffic, atMs);
    };
    closers.push(client.close, events.close);
    const outcome = async (name: string) =>
      Number(new RegExp(`outcome="${name}"} (\\d+)`).exec(await metrics.render())?.[1] ?? 0);
    return { events, note, close: log.close, outcome };
  }

  const closers: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closers.splice(0)) await close();
  });

  const countOf = (requests: NotedRequest[], connection: string) =>
    requests.filter(({ connection_id }) => connection_id === connection).length;

  test('go in batches of 200, in their order', async () => {
    const { events, note, close } = await aLog();
    note(450, caller('till'));
    await close();
    expect(events.notes.map(({ length }) => length)).toEqual([200, 200, 50]);
    const ids = events.notes.flat().map(({ id }) => id);
    expect(ids).toEqual([...ids].sort());
  });

  test('of a flood are sampled, and the next one says how many are not listed', async () => {
    const { events, note, close, outcome } = await aLog();
    note(5_000, caller('till'));
    note(3, caller('till'), { status: 404 });
    note(1, caller('till'), { atMs: 1_000 });
    await close();
    const requests = events.notes.flat();
    expect(requests).toHaveLength(604);
    expect(requests.map(({ unlisted }) => unlisted).filter((unlisted) => unlisted > 0)).toEqual([4_400]);
    expect(requests[600]).toMatchObject({ status: 404, unlisted: 4_400 });
    expect([await outcome('over_allowance'), await outcome('sent')]).toEqual([4_400, 604]);
  });

  test('of one account are 3,000, however many connections it has; other accounts keep theirs', async () => {
    const { events, note, close } = await aLog();
    for (let n = 0; n < 20; n += 1) note(600, caller(`kiosk${n}`, 'chain'));
    note(5, caller('till'));
    await close();
    expect(events.notes.flat()).toHaveLength(3_005);
  });

  test('that events does not take are kept up to 10,000: failures to the last, and quiet connections before busy ones', async () => {
    const { events, note, close, outcome } = await aLog();
    for (let n = 0; n < 20; n += 1) note(600, caller(`busy${n}`));
    const quiet = caller('quiet');
    note(100, quiet);
    for (let n = 0; n < 200; n += 1) note(30, caller(`shop${n}`));
    for (let n = 0; n < 200; n += 1) note(30, caller(`shop${n}`), { status: 500 });
    await close();
    const requests = events.notes.flat();
    expect(requests).toHaveLength(10_000);
    expect(countOf(requests, 'quiet')).toBe(50);
    expect(countOf(requests, 'busy19')).toBe(50);
    expect(requests.filter(({ status }) => status === 500)).toHaveLength(2_000);
    expect(await outcome('no_room')).toBe(20 * 600 + 100 + 2 * 200 * 30 - 10_000);
  });

  test('that are refused are counted, and do not keep back others', async () => {
    const { events, note, close, outcome } = await aLog();
    events.refuseNotes = (requests) => (countOf(requests, 'odd') > 0 ? 422 : undefined);
    note(200, caller('odd'));
    note(10, caller('till'));
    await close();
    expect(events.notes.flat()).toHaveLength(10);
    expect([await outcome('refused'), await outcome('sent')]).toEqual([200, 10]);
  });

  test('wait while events is away, and are sent once when it is back', async () => {
    const { events, note, close } = await aLog();
    events.refuseNotes = () => 503;
    note(3, caller('till'));
    await close();
    expect(events.notes).toEqual([]);
    events.refuseNotes = undefined;
    await close();
    expect(events.notes.flat()).toHaveLength(3);
  });
});
