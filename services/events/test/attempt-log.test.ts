import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listOrderAttempts } from '@order-hub/shared/attempt-log-calls';
import type { Queryable } from '@order-hub/shared/database';
import { listDroppedEvents } from '@order-hub/shared/event-backlog-calls';
import { describeConnections, listRefusingCallbacks } from '@order-hub/shared/events-calls';
import { newId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import { aCaller, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import { clearOldAttempts } from '../src/attempt-log/clear-old-attempts.ts';
import { insertAttempts, listAttemptsAbout } from '../src/attempt-log/logged-attempt.store.ts';
import type { LoggedAttempt } from '../src/attempt-log/logged-attempt.ts';
import { listDroppedRows, replayDropped } from '../src/backlog/dropped-event.store.ts';
import { anOrderChange } from './builders.ts';
import { anOrder, created, deliveryCreated, updated } from './order-changes.ts';
import { viewerOf } from './page-viewer.ts';
import { planOf } from './plan-of.ts';
import { startReceiver } from './receiver.ts';
import { clientSecret, encryptedSecret, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
});
afterAll(() => service.close());

/** The delivery log of a callback (docs/api/events.md#delivery-log). */
describe('the delivery log', () => {
  const closers: (() => Promise<void>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const receiver = async (...options: Parameters<typeof startReceiver>) => {
    const opened = await startReceiver(...options);
    closers.push(opened.close);
    return opened;
  };

  const orders = { order: ['create', 'update'] };

  const log = (caller: TestCaller, query = '') => service.call(`GET /callback/deliveries${query}`, { as: caller });

  const logged = (caller: TestCaller, count: number) =>
    eventually(async () => {
      const { body } = await log(caller);
      return body.length === count && body;
    });

  /** One attempt, answered with this status. */
  async function anAttempt(status: number, overrides: Partial<TestCaller> = {}) {
    const hook = await receiver((res) => void res.writeHead(status).end());
    const caller = await service.subscriber(orders, hook.url, overrides);
    await service.sendChanges(anOrderChange(caller));
    const [attempt] = await logged(caller, 1);
    return { hook, caller, attempt };
  }

  describe('an attempt', () => {
    test('is logged with what was sent and answered, without the values of signatures', async () => {
      const hook = await receiver((res) => {
        res.writeHead(401, { 'content-type': 'text/plain', 'set-cookie': 'secret=1', 'x-why': 'bad signature' });
        res.end('The signature is wrong');
      });
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      const [attempt] = await logged(caller, 1);
      const [{ body, headers }] = hook.received as [(typeof hook.received)[number]];
      expect(attempt).toEqual({
        id: expect.any(String),
        event_id: JSON.parse(body).id,
        resource_type: 'order',
        event_type: 'create',
        resource_id: JSON.parse(body).order_id,
        ended_at: expect.stringMatching(/Z$/),
        attempt: 1,
        state: 'refused',
        status: 401,
        fault: null,
        duration_ms: expect.any(Number),
        retry_at: null,
        request_headers: {
          'Content-Type': 'application/json',
          'User-Agent': 'order-hub',
          'Webhook-Id': JSON.parse(body).id,
          'Webhook-Timestamp': headers['webhook-timestamp'],
          'Webhook-Signature': '(signature)',
          'X-Service-Hmac-SHA256': '(signature)',
          ...(headers['x-request-id'] !== undefined && { 'X-Request-Id': headers['x-request-id'] }),
          ...(headers['traceparent'] !== undefined && { traceparent: headers['traceparent'] }),
        },
        response_headers: expect.objectContaining({ 'content-type': 'text/plain', 'x-why': 'bad signature' }),
        response_body: 'The signature is wrong',
      });
      expect(JSON.stringify(attempt)).not.toContain('secret');
    });

    test.each([
      [204, 'acknowledged'],
      [302, 'acknowledged'],
      [410, 'refused'],
      [503, 'retrying'],
    ])('that is answered with %i is %s', async (status, state) => {
      const { attempt } = await anAttempt(status);
      expect(attempt).toMatchObject({ status, state });
      expect(attempt.retry_at === null).toBe(state !== 'retrying');
    });

    test('without an answer says why', async () => {
      const hook = await receiver();
      await hook.close();
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      const [attempt] = await logged(caller, 1);
      expect(attempt).toMatchObject({ state: 'retrying', status: null, fault: 'ECONNREFUSED', response_headers: null });
      expect(attempt.response_body).toBeNull();
    });

    test('of a hostile answer keeps 1 KiB of its body and 2 KiB of its headers, and stores every byte that it can', async () => {
      const hook = await receiver((res) => {
        for (let n = 0; n < 30; n += 1) res.setHeader(`x-${n}`, 'h'.repeat(300));
        res.writeHead(200);
        res.end(Buffer.concat([Buffer.from([0, 0xff, 0xed, 0xa0, 0x80]), Buffer.alloc(500_000, 'é')]));
      });
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      const [attempt] = await logged(caller, 1);
      expect(Buffer.byteLength(JSON.stringify(attempt.response_headers))).toBeLessThanOrEqual(2_300);
      expect(attempt.response_body.length).toBeLessThanOrEqual(1_024);
      expect(attempt.response_body).toMatch(/é$/);
      expect(await service.listed(caller)).toEqual([]);
    });

    test('whose answer stalls after its headers is logged without its body', async () => {
      const hook = await receiver((res) => res.writeHead(200).flushHeaders());
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      const [attempt] = await logged(caller, 1);
      expect(attempt).toMatchObject({ state: 'acknowledged', status: 200, response_body: '' });
    });
  });

  describe('the list', () => {
    test('is paginated, the newest first, and filtered by state and event', async () => {
      const statuses = [200, 401, 503];
      const hook = await receiver((res, _received, count) => void res.writeHead(statuses[count - 1] ?? 200).end());
      const caller = await service.subscriber(orders, hook.url);
      for (const [at] of statuses.entries()) {
        await service.sendChanges(anOrderChange(caller));
        await logged(caller, at + 1);
      }
      const first = await log(caller, '?count=2');
      expect(first.body.map(({ status }: { status: number }) => status)).toEqual([503, 401]);
      const cursor = encodeURIComponent(first.headers.get('x-cursor-next') ?? '');
      const second = await log(caller, `?count=2&cursor=${cursor}`);
      expect(second.body.map(({ status }: { status: number }) => status)).toEqual([200]);
      expect(second.headers.get('x-cursor-next')).toBeNull();
      for (const [index, state] of ['retrying', 'refused', 'acknowledged'].entries()) {
        const { body } = await log(caller, `?state=${state}`);
        expect(body.map(({ status }: { status: number }) => status)).toEqual([statuses[2 - index]]);
      }
      const { event_id } = first.body[1];
      expect((await log(caller, `?event_id=${event_id}`)).body).toEqual([first.body[1]]);
      expect((await log(caller, `?event_id=${event_id}&state=retrying`)).body).toEqual([]);
    });

    test.each(['event_id=a%20b', 'event_id=', 'count=0', 'cursor=x', 'state=refused&state=refused'])(
      '?%s is a 400',
      async (query) => {
        expect((await log(aCaller(), `?${query}`)).status).toBe(400);
      },
    );

    test.each(['state=lost', 'state='])('?%s is a 422 that names the filter', async (query) => {
      expect(await log(aCaller(), `?${query}`)).toMatchObject({ status: 422, body: { errors: [{ field: 'state' }] } });
    });

    test('is empty without a callback, a 401 without a connection, and a 403 without an account', async () => {
      expect(await log(aCaller())).toMatchObject({ status: 200, body: [] });
      expect((await service.call('GET /callback/deliveries')).status).toBe(401);
      const general = aCaller({ account: null, location_id: null, location: null, scope: 'profile' });
      expect((await log(general)).status).toBe(403);
    });

    test('shows nothing of another connection', async () => {
      const { caller } = await anAttempt(200);
      const sibling = { ...caller, connection_id: newId() };
      const forged = { ...caller, account: { id: newId(), currency: 'EUR' } };
      expect((await log(sibling)).body).toEqual([]);
      expect((await log(forged)).body).toEqual([]);
    });
  });

  describe('sending one again', () => {
    const resend = (caller: TestCaller, id: string) =>
      service.call(`POST /callback/deliveries/${id}/resend`, { as: caller });

    test('a refused event is sent again, with the same id', async () => {
      const { hook, caller, attempt } = await anAttempt(401);
      expect(await resend(caller, attempt.id)).toMatchObject({ status: 200, body: { resent: 1, more: false } });
      await eventually(() => hook.received.length === 2);
      expect(new Set(hook.received.map(({ body }) => body)).size).toBe(1);
    });

    test('an event that waits for its retry is sent at once, as the next attempt', async () => {
      const { hook, caller, attempt } = await anAttempt(503);
      expect((await resend(caller, attempt.id)).status).toBe(200);
      await eventually(() => hook.received.length === 2);
      const [second] = await logged(caller, 2);
      expect(second).toMatchObject({ event_id: attempt.event_id, attempt: 2 });
    });

    test('an acknowledged event is a 422: it is not kept', async () => {
      const { caller, attempt } = await anAttempt(200);
      expect((await resend(caller, attempt.id)).status).toBe(422);
    });

    test('an unknown attempt, one of another connection, and one of another account are a 404', async () => {
      const { caller, attempt } = await anAttempt(401);
      expect((await resend(caller, newId())).status).toBe(404);
      expect((await resend(caller, 'a%20b')).status).toBe(404);
      expect((await resend({ ...caller, connection_id: newId() }, attempt.id)).status).toBe(404);
      expect((await resend({ ...caller, account: { id: newId(), currency: 'EUR' } }, attempt.id)).status).toBe(404);
      expect((await service.call(`POST /callback/deliveries/${attempt.id}/resend`)).status).toBe(401);
    });
  });

  describe('acknowledging many', () => {
    const through = (caller: TestCaller, query: string) =>
      service.call(`DELETE /callback/events${query}`, { as: caller });

    test('deletes the events up to the id, and no others', async () => {
      const caller = await service.subscriber(orders);
      const other = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(other));
      await service.sendChanges(anOrderChange(caller), anOrderChange(caller), anOrderChange(caller));
      const [, second, third] = await service.listed(caller);
      expect(await through(caller, `?through=${second.id}`)).toMatchObject({
        status: 200,
        body: { acknowledged: 2, more: false },
      });
      expect((await service.listed(caller)).map(({ id }: { id: string }) => id)).toEqual([third.id]);
      expect(await service.listed(other)).toHaveLength(1);
      expect((await through(caller, `?through=${second.id}`)).body).toEqual({ acknowledged: 0, more: false });
    });

    test('stops after 10,000, and says that there may be more', async () => {
      const caller = await service.subscriber(orders);
      await service.db.query(
        `insert into events (callback_id, id, change_id, resource)
       select id, 'e' || lpad(n::text, 6, '0'), 'c' || n, 'r' from callbacks, generate_series(1, 10500) n
       where connection_id = $1`,
        [caller.connection_id],
      );
      expect((await through(caller, '?through=e010400')).body).toEqual({ acknowledged: 10_000, more: true });
      expect((await through(caller, '?through=e010400')).body).toEqual({ acknowledged: 400, more: false });
    });

    test.each(['', '?through=', '?through=a%20b', '?through=a&through=b'])('%j is a 400', async (query) => {
      const caller = await service.subscriber(orders);
      expect((await through(caller, query)).status).toBe(400);
    });

    test('an id that is and was no event of the callback is a 404, and nothing is acknowledged', async () => {
      const [caller, other] = [await service.subscriber(orders), await service.subscriber(orders)];
      await service.sendChanges(anOrderChange(caller), anOrderChange(caller), anOrderChange(other));
      const [first, second] = await service.listed(caller);
      const [othersOwn] = await service.listed(other);
      const mistyped = second.id.slice(0, -1) + (second.id.endsWith('0') ? '1' : '0');
      for (const id of [newId(), 'z', 'z'.repeat(20), mistyped, second.id.slice(0, -1), othersOwn.id])
        expect([id, (await through(caller, `?through=${id}`)).status]).toEqual([id, 404]);
      expect(await service.listed(caller)).toHaveLength(2);
      // One of the past still acknowledges what is older.
      expect((await service.call(`DELETE /callback/events/${second.id}`, { as: caller })).status).toBe(200);
      expect((await through(caller, `?through=${second.id}`)).body).toEqual({ acknowledged: 1, more: false });
      expect((await through(caller, `?through=${first.id}`)).body).toEqual({ acknowledged: 0, more: false });
    });

    test('is a 401 without a connection, and a 404 without a callback', async () => {
      expect((await service.call('DELETE /callback/events?through=a')).status).toBe(401);
      expect((await through(aCaller(), '?through=a')).status).toBe(404);
    });
  });

  describe('clearing away', () => {
    const kept = async () =>
      (await service.db.query('select count(*)::int as count from logged_attempts')).rows[0].count;

    test('empties the day before the last seven, and no other', async () => {
      await anAttempt(200);
      const before = await kept();
      const now = new Date();
      for (const days of [0, 1, 6, 7]) await clearOldAttempts(service.db, new Date(now.getTime() + days * 86_400_000));
      expect(await kept()).toBe(before);
      await clearOldAttempts(service.db, new Date(now.getTime() + 8 * 86_400_000));
      expect(await kept()).toBe(0);
      await anAttempt(200);
    });
  });

  test('the headers of Standard Webhooks: id, time and a signature of both with the bytes of the body', async () => {
    const hook = await receiver();
    const caller = await service.subscriber({ order: ['create'] }, hook.url);
    await service.sendChanges(anOrderChange(caller, { new_state: '{"seller_notes":"crème brûlée, 寿司"}' }));
    await eventually(() => hook.received.length === 1);
    const [{ headers, body }] = hook.received as [(typeof hook.received)[number]];
    const [id, timestamp] = [headers['webhook-id'], String(headers['webhook-timestamp'])];
    expect([id, body]).toEqual([JSON.parse(body).id, expect.stringContaining('寿司')]);
    expect(Math.abs(Date.now() / 1_000 - Number(timestamp))).toBeLessThan(60);
    // A receiver is configured with the key as text.
    const key = `whsec_${Buffer.from(clientSecret).toString('base64')}`;
    const bytes = Buffer.from(key.slice('whsec_'.length), 'base64');
    const expected = createHmac('sha256', bytes)
      .update(`${String(id)}.${timestamp}.${body}`)
      .digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
    expect(headers['x-service-hmac-sha256']).toBe(createHmac('sha256', clientSecret).update(body).digest('hex'));
  });

  describe('after a rotation of the secret', () => {
    const previous = 'the secret before';
    const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

    type Rotation = Partial<Record<'previous_client_secret' | 'previous_secret_until' | 'kept_secret_until', string>>;

    async function pushedAfter(rotation: Rotation) {
      const hook = await receiver();
      const caller = await service.subscriber(orders, hook.url);
      await service.sendConnection(caller, {
        version: 2,
        ...rotation,
        previous_client_secret: rotation.previous_client_secret ?? (await encryptedSecret(previous, caller.client_id)),
      });
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => hook.received.length === 1);
      const [{ headers, body }] = hook.received as [(typeof hook.received)[number]];
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
      const signatureWith = (secret: string) => `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
      return { headers, body, signatureWith };
    }

    test.each([
      ['the new one', {}, clientSecret],
      ['the previous one while the client keeps it', { kept_secret_until: inHours(1) }, previous],
      ['the new one once the client keeps no other', { kept_secret_until: inHours(-1) }, clientSecret],
    ])('both sign for Standard Webhooks for 24 hours, and X-Service-Hmac-SHA256 is of %s', async (_, kept, keying) => {
      const { headers, body, signatureWith } = await pushedAfter({ previous_secret_until: inHours(1), ...kept });
      expect(headers['webhook-signature']).toBe(`${signatureWith(clientSecret)} ${signatureWith(previous)}`);
      expect(headers['x-service-hmac-sha256']).toBe(createHmac('sha256', keying).update(body).digest('hex'));
    });

    test.each([
      ['when its time is over', { previous_secret_until: inHours(-1) }],
      ['if it cannot be decrypted', { previous_client_secret: 'no ciphertext', previous_secret_until: inHours(1) }],
    ])('the previous one does not sign %s', async (_why, rotation) => {
      const { headers, signatureWith } = await pushedAfter(rotation);
      expect(headers['webhook-signature']).toBe(signatureWith(clientSecret));
    });
  });
});

/** The delivery log on the pages of the back office (docs/api/back-office.md#delivery-log): what events answers auth. */
describe('the delivery log on the pages of the back office', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  let status = 401;

  beforeAll(async () => {
    receiver = await startReceiver((res) => {
      res.writeHead(status, { 'content-type': 'text/plain', 'x-customer': 'Ada' }).end('Ada Lovelace');
    });
  });

  afterAll(async () => {
    await receiver.close();
  });

  const orders = { order: ['create', 'update'] };

  /** The connection, as auth names it. */
  const subjectOf = ({ location, ...caller }: TestCaller) => ({ caller, location });

  const ask = (path: string, caller: TestCaller, body: object = {}) =>
    service.call(`POST /internal/${path}`, {
      ...{ internal: 'events', from: 'auth' },
      body: { ...subjectOf(caller), ...body },
    });

  const list = (caller: TestCaller, body: object = {}) =>
    ask('attempts', caller, { count: 50, with_personal_data: true, ...body });

  const listed = (caller: TestCaller, count: number) =>
    eventually(async () => {
      const { items } = (await list(caller)).body;
      return items.length === count && items;
    });

  /** A connection whose receiver answered so many orders with this status. */
  async function aLog(answered: number, count = 1) {
    status = answered;
    const caller = await service.subscriber(orders, receiver.url);
    const changes = Array.from({ length: count }, () => anOrderChange(caller));
    await service.sendChanges(...changes);
    return { caller, changes, attempts: await listed(caller, count) };
  }

  /** As another connection of the account, and as a connection of another account. */
  const others = (caller: TestCaller): TestCaller[] => [
    { ...caller, connection_id: newId() },
    { ...caller, account: { id: newId(), currency: 'EUR' } },
  ];

  describe('the log', () => {
    test('is what the connection gets by the API', async () => {
      const { caller, changes, attempts } = await aLog(401);
      expect(attempts).toEqual((await service.call('GET /callback/deliveries', { as: caller })).body);
      expect(attempts[0].resource_id).toBe(changes[0]?.ids.order_id);
      const [{ id }] = attempts;
      expect((await ask(`attempts/${id}`, caller, { with_personal_data: true })).body).toEqual(attempts[0]);
    });

    test('without personal data has neither the body of an answer nor headers that may hold anything', async () => {
      const { caller, attempts } = await aLog(401);
      const [{ id }] = attempts;
      expect(JSON.stringify(attempts)).toContain('Ada');
      const { items } = (await list(caller, { with_personal_data: false })).body;
      const { body } = await ask(`attempts/${id}`, caller, { with_personal_data: false });
      expect(items).toEqual([body]);
      expect(body).toMatchObject({ status: 401, response_body: null });
      expect(body.response_headers).toMatchObject({ 'content-type': 'text/plain' });
      expect(JSON.stringify(body)).not.toContain('Ada');
    });

    test('is paged by the id before which it begins, and filtered by state, kind and event', async () => {
      const { caller, attempts } = await aLog(401, 3);
      const first = (await list(caller, { count: 2 })).body;
      expect([first.items, first.next]).toEqual([attempts.slice(0, 2), attempts[1].id]);
      expect((await list(caller, { count: 2, before: first.next })).body).toEqual({ items: [attempts[2]], next: null });
      const counted = async (filters: object) => (await list(caller, filters)).body.items.length;
      expect([await counted({ state: 'refused' }), await counted({ state: 'retrying' })]).toEqual([3, 0]);
      expect([await counted({ type: 'order.create' }), await counted({ type: 'order.update' })]).toEqual([3, 0]);
      expect(await counted({ event_id: attempts[0].event_id, type: 'order.create', state: 'refused' })).toBe(1);
    });

    test('is empty for another connection and for another account, and its attempts are a 404', async () => {
      const { caller, attempts } = await aLog(401);
      const [{ id }] = attempts;
      for (const other of others(caller)) {
        expect((await list(other)).body).toEqual({ items: [], next: null });
        expect((await ask(`attempts/${id}`, other, { with_personal_data: true })).status).toBe(404);
        expect((await ask(`attempts/${id}/resend`, other)).status).toBe(404);
      }
      expect((await ask(`attempts/${newId()}`, caller, { with_personal_data: true })).status).toBe(404);
    });

    test('is for auth alone', async () => {
      const { caller } = await aLog(401);
      const body = { ...subjectOf(caller), count: 1, with_personal_data: true };
      const asked = { internal: 'events', from: 'back-office', body } as const;
      expect((await service.call('POST /internal/attempts', asked)).status).toBe(401);
    });
  });

  describe('sending again', () => {
    test('counts what matches, and sends as much', async () => {
      const { caller, attempts } = await aLog(401, 3);
      const describeKept = async (body: object = {}) => (await ask('sending', caller, body)).body;
      expect(await describeKept()).toEqual({
        ...{ subscribed: ['order.create', 'order.update'], kept: { count: 3, more: false } },
      });
      expect((await describeKept({ state: 'given_up' })).kept.count).toBe(0);
      expect((await describeKept({ since: new Date(Date.now() + 60_000).toISOString() })).kept.count).toBe(0);
      for (const other of others(caller)) {
        expect((await ask('sending', other)).body).toEqual({ subscribed: null, kept: { count: 0, more: false } });
        expect((await ask('resent-events', other)).status).toBe(404);
      }
      status = 200;
      const since = new Date(Date.now() - 60_000).toISOString();
      expect((await ask('resent-events', caller, { state: 'refused', since })).body).toEqual({
        resent: 3,
        more: false,
      });
      const items = await listed(caller, 6);
      const acknowledged = items.filter((attempt: any) => attempt.state === 'acknowledged');
      expect(acknowledged.map((attempt: any) => attempt.event_id).sort()).toEqual(
        attempts.map((attempt: any) => attempt.event_id).sort(),
      );
      expect((await describeKept()).kept.count).toBe(0);
    });

    test('one: it is sent once, and then is a 422', async () => {
      const { caller, attempts } = await aLog(401);
      const [{ id }] = attempts;
      status = 200;
      expect((await ask(`attempts/${id}/resend`, caller)).body).toEqual({ resent: 1, more: false });
      await listed(caller, 2);
      await eventually(async () => (await ask(`attempts/${id}/resend`, caller)).status === 422);
    });
  });

  describe('test events', () => {
    test('one kind, or all to which the callback subscribes; too soon is a 429', async () => {
      const { caller } = await aLog(200);
      expect((await ask('test-events', caller, { type: 'order.update' })).body).toEqual({ events: 1 });
      const [{ resource_type, event_type }] = await listed(caller, 2);
      expect([resource_type, event_type]).toEqual(['order', 'update']);
      expect((await ask('test-events', caller)).status).toBe(429);
      const other = await service.subscriber(orders, receiver.url);
      expect((await ask('test-events', other)).body).toEqual({ events: 2 });
    });

    test.each(['no.kind', 'order', '.', 'toString.valueOf'])('of the kind %s: none', async (type) => {
      const caller = await service.subscriber(orders);
      expect((await ask('test-events', caller, { type })).body).toEqual({ events: 0 });
    });

    test('without a callback is a 404', async () => {
      const { caller } = await aLog(200);
      for (const other of others(caller)) expect((await ask('test-events', other)).status).toBe(404);
    });
  });
});

/** The pushes of one order's events, for its page in the back office (docs/api/back-office.md#orders). */
describe('the attempts of an order', () => {
  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  let status = 200;

  beforeAll(async () => {
    receiver = await startReceiver((res) => {
      res.writeHead(status, { 'x-customer': 'Ada' }).end('Ada Lovelace');
    });
  });

  afterAll(async () => {
    await receiver.close();
  });

  const orders = { order: ['create', 'update'], delivery: ['create'] };

  type Place = { account_id: string; location_id: string };

  const ask = async (order_id: string, place: Place, delivery_id?: string) => {
    const query = delivery_id === undefined ? '' : `?delivery_id=${delivery_id}`;
    const { body } = await service.call(`GET /internal/order-attempts/${order_id}${query}`, { user: viewerOf(place) });
    return listOrderAttempts.reply.parse(body).attempts;
  };

  /** An order of today: the records of old ones are not kept. */
  const freshOrder = (place: Place) => anOrder(place, { created_at: formatTime(new Date(), 'Europe/Paris') });

  /** A till that is told, and its place. */
  async function aTill() {
    const till = await service.subscriber(orders, receiver.url);
    return { till, place: { account_id: till.account?.id ?? '', location_id: till.location_id ?? '' } };
  }

  test('tells how each connection answered, and nothing that a receiver wrote', async () => {
    const { till, place } = await aTill();
    const website = await service.subscriber(orders, receiver.url, {
      account: till.account,
      location_id: till.location_id,
    });
    const [order, other] = [freshOrder(place), freshOrder(place)];
    status = 200;
    await service.sendChanges(created(order));
    await eventually(async () => (await ask(order.order_id, place)).length === 2);
    status = 503;
    await service.sendChanges(updated(order, { status: 'accepted' }).change, created(other));
    const attempts = await eventually(async () => {
      const found = await ask(order.order_id, place);
      return found.length === 4 && found;
    });
    const facts = (connection_id: string, rest: object) => ({
      ...{ id: expect.any(String), event_id: expect.any(String), ended_at: expect.stringMatching(/Z$/) },
      ...{ connection_id, resource_type: 'order', attempt: 1, fault: null, ...rest },
    });
    const failed = { event_type: 'update', state: 'retrying', status: 503, retry_at: expect.stringMatching(/Z$/) };
    const accepted = { event_type: 'create', state: 'acknowledged', status: 200, retry_at: null };
    expect(attempts).toHaveLength(4);
    for (const { connection_id } of [till, website]) {
      expect(attempts.slice(0, 2)).toContainEqual(facts(connection_id, failed));
      expect(attempts.slice(2)).toContainEqual(facts(connection_id, accepted));
    }
    expect(JSON.stringify(attempts)).not.toContain('Ada');
    expect(await ask(other.order_id, { ...place, account_id: newId() })).toEqual([]);
    expect(await ask(newId(), place)).toEqual([]);
  });

  test('tells nothing of an order, or of its delivery, to those who see another location of the account', async () => {
    const { place } = await aTill();
    const order = freshOrder(place);
    status = 200;
    await service.sendChanges(created(order), deliveryCreated(order, 'delivery-1'));
    await eventually(async () => (await ask(order.order_id, place, 'delivery-1')).length === 2);
    const elsewhere = { ...place, location_id: newId() };
    expect(await ask(order.order_id, elsewhere, 'delivery-1')).toEqual([]);
  });

  test("tells the pushes of the order's delivery too, and of no other", async () => {
    const { place } = await aTill();
    const [order, other] = [freshOrder(place), freshOrder(place)];
    status = 200;
    await service.sendChanges(
      ...[created(order), created(other), deliveryCreated(order, 'delivery-2'), deliveryCreated(other, 'delivery-3')],
    );
    const told = await eventually(async () => {
      const found = await ask(order.order_id, place, 'delivery-2');
      return found.length === 2 && found;
    });
    expect(told.map(({ resource_type }) => resource_type).sort()).toEqual(['delivery', 'order']);
    expect((await ask(order.order_id, place)).map(({ resource_type }) => resource_type)).toEqual(['order']);
  });

  test('only the back office asks, for a user on a page about a location', async () => {
    const route = `GET /internal/order-attempts/${newId()}`;
    expect((await service.call(route, { user: aPrincipal() })).status).toBe(404);
    expect((await service.call(route)).status).toBe(401);
    expect((await service.call(route, { internal: 'events', from: 'auth' })).status).toBe(401);
  });

  test('the latest 200 of the last seven days, by an index of each day', async () => {
    const place = { account_id: newId(), location_id: newId() };
    const { account_id } = place;
    const order = freshOrder(place);
    const { order_id } = order;
    await service.sendChanges(created(order));
    const anAttempt = (ms: number, index: number): LoggedAttempt => ({
      ...{ id: newId(new Date(ms)), account_id, connection_id: `connection${index % 7}`, event_id: newId() },
      ...{
        type: 'order.create',
        resource_id: index % 10 === 0 ? order_id : newId(),
        attempt: 1,
        state: 'acknowledged',
      },
      ...{ status: 200, fault: null, duration_ms: 3, retry_at: null, request_headers: '{}' },
      ...{ response_headers: null, response_body: null, customer_id: '' },
    });
    const now = Date.now();
    const dayMs = 86_400_000;
    await insertAttempts(
      service.db,
      Array.from({ length: 3_000 }, (_, index) => anAttempt(now - index * 1_000, index)),
    );
    await insertAttempts(
      service.db,
      [0, 10].map((index) => anAttempt(now - 7.5 * dayMs, index)),
    );
    await service.db.query('analyze logged_attempts');
    const attempts = await ask(order_id, place);
    expect(attempts).toHaveLength(200);
    expect(attempts.map(({ id }) => id)).toEqual(
      attempts
        .map(({ id }) => id)
        .sort()
        .reverse(),
    );
    const asked = { account_id, resource_ids: [newId(), newId()] };
    const plan = await planOf(service.db, (db) => listAttemptsAbout(db, asked, { count: 200, oldest: '0' }));
    expect(plan).toMatch(/logged_attempts_\d_resource_id_id_idx/);
  });
});

/** Events that were given up: operators list them and push them again (docs/api/back-office.md#backlog). */
describe('dropped events', () => {
  let service: TestService;

  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  let isBroken = true;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.01' });
    receiver = await startReceiver((res) => void res.writeHead(isBroken ? 500 : 200).end());
  });

  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  const orders = { order: ['create', 'update'] };

  const asAuth = { internal: 'events', from: 'auth' } as const;

  const list = async (filters: object) =>
    listDroppedEvents.reply.parse(
      (await service.call('POST /internal/dropped-events', { ...asAuth, body: { count: 100, ...filters } })).body,
    );

  const replay = async (filters: object) =>
    (await service.call('POST /internal/dropped-events/replay', { ...asAuth, body: filters })).body;

  const droppedOf = (caller: TestCaller, count: number) =>
    eventually(async () => {
      const { items } = await list({ connection: caller.connection_id });
      return items.length === count && items;
    });

  /** A connection whose receiver refused these changes until they were given up. */
  async function aGivenUp(...changes: ((caller: TestCaller) => ReturnType<typeof anOrderChange>)[]) {
    isBroken = true;
    const caller = await service.subscriber(orders);
    const sent = changes.map((make) => make(caller));
    await service.sendChanges(...sent);
    await service.setAttempts(caller, 6);
    await service.call('POST /callback', { as: caller, body: { url: receiver.url, events: orders } });
    const dropped = await droppedOf(caller, sent.length);
    return { caller, sent, dropped };
  }

  const receivedIds = (resource: string) =>
    receiver.received.map(({ body }) => JSON.parse(body)).filter(({ order_id }) => order_id === resource);

  test('are listed with ids, types, times and reasons, and nothing of their states', async () => {
    const { caller, sent, dropped } = await aGivenUp((owner) =>
      anOrderChange(owner, { new_state: '{"customer":{"email":"ada@example.com"}}' }),
    );
    expect(dropped).toEqual([
      {
        id: expect.any(String),
        type: 'order.create',
        resource_id: sent[0]?.ids.order_id,
        connection_id: caller.connection_id,
        account_id: caller.account?.id,
        client_id: caller.client_id,
        created_at: sent[0]?.created_at,
        dropped_at: expect.any(String),
        attempts: 7,
        reason: 'status 500',
        can_be_replayed: true,
      },
    ]);
    expect(JSON.stringify(dropped)).not.toContain('ada@example.com');
  });

  test('each filter, and all of them together', async () => {
    const { caller, dropped } = await aGivenUp(anOrderChange, anOrderChange);
    const [newest, oldest] = dropped;
    const all = {
      account: caller.account?.id,
      client: caller.client_id,
      connection: caller.connection_id,
      reason: 'status 500',
      since: new Date(Date.now() - 60_000).toISOString(),
      until: new Date(Date.now() + 60_000).toISOString(),
    };
    for (const filters of [{ account: all.account }, { client: all.client }, all]) {
      expect((await list(filters)).items.map(({ id }) => id)).toEqual([newest?.id, oldest?.id]);
    }
    expect((await list({ id: oldest?.id })).items).toEqual([oldest]);
    for (const other of [
      { account: newId() },
      { client: newId() },
      { reason: 'status' },
      { since: all.until },
      { until: all.since },
    ]) {
      expect((await list({ ...all, ...other })).items).toEqual([]);
    }
    const first = await list({ ...all, count: 1 });
    expect(first).toEqual({ items: [newest], next: newest?.id });
    expect(await list({ ...all, count: 1, before: first.next })).toEqual({ items: [oldest], next: null });
  });

  describe('a replay', () => {
    test('pushes each event once, with its id, signed, however often the command is repeated', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange, anOrderChange);
      receiver.received.length = 0;
      isBroken = false;
      const filters = { connection: caller.connection_id };
      expect(await replay(filters)).toEqual({ replayed: 2, without_callback: 0, next: null });
      expect(await replay(filters)).toEqual({ replayed: 0, without_callback: 0, next: null });
      await eventually(() => receiver.received.length >= 2);
      await eventually(async () => (await service.db.query('select from events')).rowCount === 0);
      expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
        dropped.map(({ id }) => id).sort(),
      );
      expect(receiver.received.every(({ headers }) => headers['x-service-hmac-sha256'])).toBe(true);
      expect((await list(filters)).items).toEqual([]);
    });

    test('of one event leaves the others', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange, anOrderChange);
      isBroken = false;
      expect((await replay({ id: dropped[1]?.id })).replayed).toBe(1);
      expect((await list({ connection: caller.connection_id })).items).toEqual([dropped[0]]);
    });

    test('comes before what waits for the same callback: events of a resource arrive in order', async () => {
      const order_id = newId();
      const ids = (caller: TestCaller) => ({
        order_id,
        location_id: caller.location_id ?? '',
        account_id: caller.account?.id ?? '',
      });
      const { caller, dropped } = await aGivenUp(
        (owner) => anOrderChange(owner, { ids: ids(owner) }),
        (owner) => anOrderChange(owner, { ids: ids(owner), event_type: 'update' }),
      );
      // Blocked, it keeps what happens meanwhile.
      await service.sendConnection(caller, { version: 2, status: 'blocked' });
      const later = anOrderChange(caller, { ids: ids(caller), event_type: 'update' });
      await service.sendChanges(later, ...Array.from({ length: 100 }, () => anOrderChange(caller)));
      expect((await replay({ connection: caller.connection_id })).replayed).toBe(2);
      isBroken = false;
      receiver.received.length = 0;
      await service.sendConnection(caller, { version: 3, status: 'active' });
      const arrived = await eventually(() => {
        const found = receivedIds(order_id);
        return found.length >= 3 && found;
      });
      expect(arrived.slice(0, 2).map(({ id }) => id)).toEqual(dropped.map(({ id }) => id).reverse());
      expect(arrived).toHaveLength(3);
    });

    test('that fails again is dropped again after seven attempts', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange);
      await replay({ connection: caller.connection_id });
      const [again] = await eventually(async () => {
        await service.pushDue(caller);
        const { items } = await list({ connection: caller.connection_id });
        return items.some(({ dropped_at }) => dropped_at !== dropped[0]?.dropped_at) && items;
      });
      expect(again).toMatchObject({ id: dropped[0]?.id, attempts: 7, reason: 'status 500' });
    });

    test('skips events without a callback, and goes on behind them', async () => {
      const { caller } = await aGivenUp(anOrderChange, anOrderChange);
      await service.call('DELETE /callback', { as: caller });
      const filters = { connection: caller.connection_id };
      expect((await list(filters)).items.map(({ can_be_replayed }) => can_be_replayed)).toEqual([false, false]);
      expect(await replay(filters)).toEqual({ replayed: 0, without_callback: 2, next: null });
      const { last } = await replayDropped(service.db, filters, { after: undefined, count: 1 });
      expect(await replayDropped(service.db, filters, { after: last ?? '', count: 5 })).toMatchObject({ looked_at: 1 });
    });

    test('of events that a process of the release before has dropped', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange);
      await service.db.query('update dropped_events set account_id = null, client_id = null, resource = null');
      expect((await list({ connection: caller.connection_id })).items).toEqual(dropped);
      isBroken = true;
      await service.sendConnection(caller, { version: 2, status: 'blocked' });
      await replay({ connection: caller.connection_id });
      const { rows } = await service.db.query('select resource from events where id = $1', [dropped[0]?.id]);
      expect(rows).toEqual([{ resource: `order ${dropped[0]?.resource_id ?? ''}` }]);
    });
  });

  test('only auth may ask', async () => {
    for (const from of ['gateway', 'orders', 'back-office'] as const) {
      for (const route of ['POST /internal/dropped-events', 'POST /internal/dropped-events/replay']) {
        expect((await service.call(route, { internal: 'events', from, body: { count: 1 } })).status).toBe(401);
      }
    }
  });

  describe('among many', () => {
    beforeAll(async () => {
      await service.db.query(
        `insert into changes (id, resource_type, event_type, created_at, timezone, ids)
       values ('many', 'order', 'create', now(), 'UTC', '{"order_id":"many"}')`,
      );
      await service.db.query(
        `insert into dropped_events (id, change_id, connection_id, attempts, reason, account_id, client_id, resource)
       select 'm' || lpad(n::text, 9, '0'), 'many', 'connection' || n % 100, 7, 'reason ' || n % 100,
         'account' || n % 100, 'client' || n % 100, 'order many'
       from generate_series(1, 50000) n`,
      );
      await service.db.query('analyze changes; analyze dropped_events');
    });

    test.each([
      ['id', 'dropped_events_pkey'],
      ['account', 'dropped_events_account'],
      ['client', 'dropped_events_client'],
      ['connection', 'dropped_events_connection'],
      ['reason', 'dropped_events_reason'],
    ])('an index finds those of one %s', async (filter, index) => {
      const filters = { [filter]: filter === 'reason' ? 'reason 7' : `${filter}7` };
      const plan = await planOf(service.db, (db) => listDroppedRows(db, filters, { before: undefined, count: 100 }));
      expect(plan).toContain(`using ${index} on dropped_events`);
      expect(plan).not.toContain('Seq Scan on dropped_events');
    });

    test('are pushed again with one look at what waits for their callback', async () => {
      await service.db.query(
        `insert into callbacks (connection_id, id, account_id, events, subscribed)
         values ('connection7', 'callback7', 'account7', '{}', '{}')`,
      );
      const replay = (db: Queryable) =>
        replayDropped(db, { connection: 'connection7' }, { after: undefined, count: 1_000 });
      const plan = await planOf(service.db, replay, { analyze: true });
      expect(plan).toContain('Delete on dropped_events d_1 (actual rows=500.00 loops=1)');
      expect(plan).toMatch(/ on events e \(actual rows=\S+ loops=1\)/);
    });
  });
});

/** What a receiver answers with 400 to 499 is kept, counted and sent again (docs/api/events.md#refused-events). */
describe('refused events', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.01' });
  });

  afterAll(() => service.close());

  const closers: (() => Promise<void>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const orders = { order: ['create', 'update'] };

  /** A receiver that answers with `status` until that is changed. */
  async function receiverOf(status: number) {
    const answer = { status };
    const opened = await startReceiver((res) => void res.writeHead(answer.status).end());
    closers.push(opened.close);
    return { ...opened, answer };
  }

  const emptied = (caller: TestCaller) => eventually(async () => (await service.listed(caller)).length === 0);

  const resend = (caller: TestCaller, body: unknown = {}) =>
    service.call('POST /callback/deliveries/resend', { as: caller, body });

  const idsIn = ({ received }: { received: { body: string }[] }) => received.map(({ body }) => JSON.parse(body).id);

  const described = async (caller: TestCaller) => {
    const { body } = await service.call('POST /internal/connection-deliveries', {
      user: viewerOf({ account_id: caller.account?.id ?? null }),
      body: { connection_ids: [caller.connection_id] },
    });
    return describeConnections.reply.parse(body).connections[0]!;
  };

  const refusing = async (client_id: string) => {
    const route = `GET /internal/clients/${client_id}/refusing-callbacks` as const;
    return listRefusingCallbacks.reply.parse(
      (await service.call(route, { internal: 'events', from: 'back-office' })).body,
    ).callbacks;
  };

  /** Sends changes one after the other, so that the receiver has them in order. */
  async function sendOneByOne(caller: TestCaller, hook: { received: unknown[] }, count: number) {
    for (let sent = 0; sent < count; sent += 1) {
      const before = hook.received.length;
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => hook.received.length > before);
      await emptied(caller);
    }
  }

  describe('an event that is answered with 401', () => {
    test('is acknowledged, kept, and sent again with the same bytes once the secret is right', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller), anOrderChange(caller));
      await eventually(() => hook.received.length === 2);
      await emptied(caller);
      hook.answer.status = 200;
      expect((await resend(caller)).body).toEqual({ resent: 2, more: false });
      await eventually(() => hook.received.length === 4);
      await emptied(caller);
      const bodies = hook.received.map(({ body }) => body);
      expect(bodies.slice(2).sort()).toEqual(bodies.slice(0, 2).sort());
      expect((await resend(caller)).body).toEqual({ resent: 0, more: false });
    });

    test('is kept again when it is refused again, and is never doubled', async () => {
      const hook = await receiverOf(403);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 1);
      expect((await resend(caller)).body.resent).toBe(1);
      await eventually(() => hook.received.length === 2);
      await emptied(caller);
      hook.answer.status = 204;
      expect((await resend(caller)).body.resent).toBe(1);
      await eventually(() => hook.received.length === 3);
      await emptied(caller);
      expect(new Set(idsIn(hook)).size).toBe(1);
      expect((await resend(caller)).body.resent).toBe(0);
    });

    test('is neither listed nor replayed by operators: its receiver acknowledged it', async () => {
      const hook = await receiverOf(404);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 1);
      const asAuth = { internal: 'events', from: 'auth' } as const;
      const filter = { connection: caller.connection_id };
      const listed = await service.call('POST /internal/dropped-events', { ...asAuth, body: { ...filter, count: 10 } });
      expect(listed.body.items).toEqual([]);
      const replayed = await service.call('POST /internal/dropped-events/replay', { ...asAuth, body: filter });
      expect(replayed.body).toMatchObject({ replayed: 0 });
      expect((await resend(caller)).body.resent).toBe(1);
    });
  });

  describe('with "acknowledge": "2xx"', () => {
    test('a 401 is tried again until it is 200', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber({ order: [] }, null);
      const body = { url: hook.url, events: orders, acknowledge: '2xx' };
      const saved = await service.call('POST /callback', { as: caller, body });
      expect(saved).toMatchObject({ status: 200, body });
      expect((await service.call('GET /callback', { as: caller })).body).toEqual(body);
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => service.pushDue(caller).then(() => hook.received.length >= 2));
      hook.answer.status = 200;
      await eventually(() => service.pushDue(caller).then(async () => (await service.listed(caller)).length === 0));
      expect((await resend(caller)).body.resent).toBe(0);
    });

    test('a redirect is tried again, and after the seventh attempt the event is given up and can be sent again', async () => {
      const hook = await receiverOf(302);
      const caller = await service.subscriber({ order: [] }, null);
      await service.call('POST /callback', {
        as: caller,
        body: { url: hook.url, events: orders, acknowledge: '2xx' },
      });
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => service.pushDue(caller).then(() => hook.received.length === 7));
      await emptied(caller);
      expect((await resend(caller, { state: 'refused' })).body.resent).toBe(0);
      expect((await resend(caller, { state: 'given_up' })).body.resent).toBe(1);
    });

    test('it is taken back by saving the callback without it', async () => {
      const caller = await service.subscriber({ order: [] }, null);
      const body = { url: null, events: orders };
      await service.call('POST /callback', { as: caller, body: { ...body, acknowledge: '2xx' } });
      await service.call('POST /callback', { as: caller, body: { ...body, acknowledge: null } });
      expect((await service.call('GET /callback', { as: caller })).body).toEqual(body);
    });

    test.each(['3xx', 200, {}, ['2xx'], true])('%j counts as absent, and is named', async (acknowledge) => {
      const body = { url: null, events: orders };
      const as = aCaller();
      const saved = await service.call('POST /callback', { as, body: { ...body, acknowledge } });
      expect([saved.status, saved.headers.get('ignored-fields')]).toEqual([200, 'acknowledge']);
      expect((await service.call('GET /callback', { as })).body).toEqual(body);
    });
  });

  describe('refusals in a row', () => {
    test('are shown from the twentieth on, to the merchant and to the owner of the client, until one is acknowledged', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 19);
      expect((await described(caller)).refusals).toBeNull();
      expect(await refusing(caller.client_id)).toEqual([]);
      await sendOneByOne(caller, hook, 1);
      expect((await described(caller)).refusals).toEqual({ count: 20, status: 401 });
      expect(await refusing(caller.client_id)).toEqual([
        { connection_id: caller.connection_id, count: 20, status: 401 },
      ]);
      expect(await refusing(newId())).toEqual([]);
      hook.answer.status = 200;
      await sendOneByOne(caller, hook, 1);
      await eventually(async () => (await described(caller)).refusals === null);
      expect(await refusing(caller.client_id)).toEqual([]);
    });

    test('end with a new URL', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 20);
      expect((await described(caller)).refusals).not.toBeNull();
      await service.call('POST /callback', { as: caller, body: { url: `${hook.url}&b=2`, events: orders } });
      expect((await described(caller)).refusals).toBeNull();
    });

    test('are told to the back office only', async () => {
      for (const from of ['gateway', 'auth', 'orders', 'catalog', 'customers', 'events'] as const) {
        const asked = await service.call(`GET /internal/clients/${newId()}/refusing-callbacks`, {
          internal: 'events',
          from,
        });
        expect(asked.status).toBe(401);
      }
    });
  });

  describe('sending again', () => {
    test('takes those since a time', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 2);
      const [first, second] = idsIn(hook);
      const dropAt = (id: string | undefined, time: string) =>
        service.db.query('update dropped_events set dropped_at = $2 where id = $1', [id, time]);
      await dropAt(first, '2026-01-01T10:00:00Z');
      expect((await resend(caller, { since: '2026-01-01T11:00:01+01:00' })).body.resent).toBe(1);
      // It is refused again.
      await eventually(async () => (await dropAt(second, '2025-01-01T10:00:00Z')).rowCount === 1);
      expect((await resend(caller, { since: '2026-01-01T11:00:00+01:00', state: 'given_up' })).body.resent).toBe(0);
      expect((await resend(caller, { since: '2026-01-01T11:00:00+01:00', state: 'refused' })).body.resent).toBe(1);
    });

    test('takes nothing of another connection, of the same client and account', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 1);
      const sibling = await service.subscriber(orders, null, { account: caller.account, client_id: caller.client_id });
      const stranger = await service.subscriber(orders, null, { connection_id: newId() });
      expect((await resend(sibling)).body.resent).toBe(0);
      expect((await resend(stranger)).body.resent).toBe(0);
      const forged = { ...caller, account: stranger.account };
      expect((await resend(forged)).status).toBe(404);
      expect((await resend(caller)).body.resent).toBe(1);
    });

    test('of an account connection works, too', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url, { location_id: null });
      await sendOneByOne(caller, hook, 1);
      expect((await resend(caller)).body.resent).toBe(1);
    });

    test('is a 404 without a callback, a 401 without a connection, a 403 without an account', async () => {
      expect((await resend(aCaller())).status).toBe(404);
      expect((await service.call('POST /callback/deliveries/resend', { body: {} })).status).toBe(401);
      const general = aCaller({ account: null, location_id: null, location: null, scope: 'profile' });
      expect((await resend(general)).status).toBe(403);
    });

    test.each([
      [{ since: 'yesterday' }, 'since'],
      [{ since: 1 }, 'since'],
      [{ state: 'acknowledged' }, 'state'],
      [{ state: ['refused'] }, 'state'],
    ])('%j is a 422 that names the field', async (body, field) => {
      const caller = await service.subscriber(orders);
      expect(await resend(caller, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    });
  });
});
