import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listOrderAttempts } from '@order-hub/shared/attempt-log-calls';
import { newId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import { aCaller, aPrincipal, eventually, type TestCaller } from '@order-hub/testing/call';
import { clearOldAttempts } from '../src/attempt-log/clear-old-attempts.ts';
import { insertAttempts, listAttemptsAbout } from '../src/attempt-log/logged-attempt.store.ts';
import type { LoggedAttempt } from '../src/attempt-log/logged-attempt.ts';
import { anOrderChange } from './builders.ts';
import { anOrder, created, deliveryCreated, updated } from './order-changes.ts';
import { viewerOf } from './page-viewer.ts';
import { startReceiver } from './receiver.ts';
import { clientSecret, encryptedSecret, startTestService, type TestService } from './service.ts';

/** The delivery log of a callback (docs/api/events.md#delivery-log). */
describe('the delivery log', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
  });

  afterAll(() => service.close());

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
      expect(attempt.response_body).toContain('é');
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

    test('is a 401 without a connection; without a callback there is nothing to acknowledge', async () => {
      expect((await service.call('DELETE /callback/events?through=a')).status).toBe(401);
      expect((await through(aCaller(), '?through=a')).body).toEqual({ acknowledged: 0, more: false });
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

  test('the headers of Standard Webhooks: id, time and a signature of both with the body', async () => {
    const { hook } = await anAttempt(200);
    const [{ headers, body }] = hook.received as [(typeof hook.received)[number]];
    const [id, timestamp] = [headers['webhook-id'], String(headers['webhook-timestamp'])];
    expect(id).toBe(JSON.parse(body).id);
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

    async function pushedAfter(rotation: { previous_client_secret?: string; previous_secret_until?: string }) {
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

    test('the header of Standard Webhooks has a signature with each for 24 hours, and X-Service-Hmac-SHA256 is signed with the new one', async () => {
      const { headers, body, signatureWith } = await pushedAfter({ previous_secret_until: inHours(1) });
      expect(headers['webhook-signature']).toBe(`${signatureWith(clientSecret)} ${signatureWith(previous)}`);
      expect(headers['x-service-hmac-sha256']).toBe(createHmac('sha256', clientSecret).update(body).digest('hex'));
    });

    test('the previous one does not sign any more when its time is over', async () => {
      const { headers, signatureWith } = await pushedAfter({ previous_secret_until: inHours(-1) });
      expect(headers['webhook-signature']).toBe(signatureWith(clientSecret));
    });

    test('a previous one that cannot be decrypted is left out', async () => {
      const rotation = { previous_client_secret: 'not a ciphertext', previous_secret_until: inHours(1) };
      const { headers, signatureWith } = await pushedAfter(rotation);
      expect(headers['webhook-signature']).toBe(signatureWith(clientSecret));
    });
  });
});

/** The delivery log on the pages of the back office (docs/api/back-office.md#delivery-log): what events answers auth. */
describe('the delivery log on the pages of the back office', () => {
  let service: TestService;

  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  let status = 401;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
    receiver = await startReceiver((res) => {
      res.writeHead(status, { 'content-type': 'text/plain', 'x-customer': 'Ada' }).end('Ada Lovelace');
    });
  });

  afterAll(async () => {
    await service.close();
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
  let service: TestService;

  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  let status = 200;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
    receiver = await startReceiver((res) => {
      res.writeHead(status, { 'x-customer': 'Ada' }).end('Ada Lovelace');
    });
  });

  afterAll(async () => {
    await service.close();
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
      ...{ response_headers: null, response_body: null },
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
    let plan = '';
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await service.db.query(`explain ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    const asked = { account_id, resource_ids: [newId(), newId()] };
    await listAttemptsAbout(explaining as never, asked, { count: 200, oldest: '0' });
    expect(plan).toMatch(/logged_attempts_\d_resource_id_id_idx/);
  });
});
