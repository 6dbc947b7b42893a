import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createHmac } from 'node:crypto';
import { aCaller, eventually } from '@order-hub/testing/call';
import { callbackLimitMax } from '../src/pushing/limits/concurrency-limits.ts';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { clientSecret, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.02', CALLBACK_TIMEOUT_SECONDS: '5' });
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
const waitFor = (condition: () => boolean) => eventually(() => condition() || undefined);
const emptied = (caller: ReturnType<typeof aCaller>) =>
  eventually(async () => (await service.listed(caller)).length === 0);
/** Retries as soon as they are due. */
const retriedUntilEmpty = (caller: ReturnType<typeof aCaller>) =>
  eventually(async () => {
    await service.pushDue(caller);
    return (await service.listed(caller)).length === 0;
  });
const listDropped = async (caller: ReturnType<typeof aCaller>) =>
  (
    await service.db.query('select attempts, reason from dropped_events where connection_id = $1', [
      caller.connection_id,
    ])
  ).rows;

describe('an active callback', () => {
  test('gets the event as GET shows it, signed; then the event is deleted', async () => {
    let asked: Promise<unknown> = Promise.resolve();
    let caller = aCaller();
    const hook = await receiver((res, { body }) => {
      asked = service.call(`GET /callback/events/${JSON.parse(body).id}`, { as: caller }).then((answer) => {
        res.end();
        return answer.body;
      });
    });
    caller = await service.subscriber(orders, hook.url);
    const change = anOrderChange(caller, { private_refs: { [caller.client_id]: { self: 'mine' } } });
    await service.sendChanges(change);
    await waitFor(() => hook.received.length === 1);
    const [{ headers, body, url }] = hook.received as [(typeof hook.received)[number]];
    expect(url).toBe('/hook?a=1');
    expect(headers['content-type']).toBe('application/json');
    expect(headers['x-service-hmac-sha256']).toBe(createHmac('sha256', clientSecret).update(body).digest('hex'));
    expect(headers['webhook-id']).toBe(JSON.parse(body).id);
    expect(headers['content-length']).toBe(String(Buffer.byteLength(body)));
    expect(JSON.parse(body)).toMatchObject({ ...change.ids, new_state: { private_ref: 'mine' } });
    expect(await asked).toEqual(JSON.parse(body));
    await emptied(caller);
    expect(await listDropped(caller)).toEqual([]);
  });

  test('gets the same bytes seven times when it fails; then the event is dropped, and operators have a copy', async () => {
    const hook = await receiver((res) => void res.writeHead(503).end());
    const caller = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(caller));
    await waitFor(() => hook.received.length >= 1);
    await retriedUntilEmpty(caller);
    expect(hook.received).toHaveLength(7);
    expect(
      new Set(hook.received.map(({ body, headers }) => body + String(headers['x-service-hmac-sha256']))).size,
    ).toBe(1);
    expect(await listDropped(caller)).toEqual([{ attempts: 7, reason: 'status 503' }]);
  });

  test('gets the event again until it acknowledges', async () => {
    const hook = await receiver((res, _received, count) => void res.writeHead(count < 3 ? 500 : 404).end());
    const caller = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(caller));
    await waitFor(() => hook.received.length >= 1);
    await retriedUntilEmpty(caller);
    expect(hook.received).toHaveLength(3);
    expect(await listDropped(caller)).toEqual([{ attempts: 3, reason: 'status 404' }]);
  });

  test('gets nothing before its client secret is known, and the wait does not count as an attempt', async () => {
    const hook = await receiver();
    const caller = aCaller();
    await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
    await service.sendChanges(anOrderChange(caller));
    expect(await service.listed(caller)).toHaveLength(1);
    expect(hook.received).toEqual([]);
    await service.sendConnection(caller);
    await waitFor(() => hook.received.length === 1);
    await emptied(caller);
  });

  test('gets nothing while its connection is suspended, and everything afterwards', async () => {
    const hook = await receiver();
    const caller = await service.subscriber(orders, hook.url);
    await service.sendConnection(caller, { version: 2, status: 'suspended' });
    await service.sendChanges(anOrderChange(caller), anOrderChange(caller));
    expect(await service.listed(caller)).toHaveLength(2);
    await service.sendConnection(caller, { version: 3, status: 'active' });
    await waitFor(() => hook.received.length === 2);
  });

  test('gets what waited while it was passive; when it becomes passive again, its events are listed', async () => {
    const hook = await receiver((res) => void res.writeHead(500).end());
    const caller = await service.subscriber(orders);
    await service.sendChanges(anOrderChange(caller));
    await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
    await waitFor(() => hook.received.length >= 1);
    await service.call('POST /callback', { as: caller, body: { url: null, events: orders } });
    expect(await service.listed(caller)).toHaveLength(1);
    const other = await receiver();
    await service.call('POST /callback', { as: caller, body: { url: other.url, events: orders } });
    await waitFor(() => other.received.length === 1);
    expect(other.received[0]?.body).toBe(hook.received[0]?.body);
  });
});

describe('the signature (docs/api/events.md#signature)', () => {
  test('is in every header that the operator names', async () => {
    const names = ['X-Service-Hmac-SHA256', 'X_Other.Signature', 'x-third'];
    const own = await startTestService({ CALLBACK_SIGNATURE_HEADERS: names.join(', ') });
    closers.push(() => own.close());
    const hook = await receiver();
    const caller = await own.subscriber(orders, hook.url);
    await own.sendChanges(anOrderChange(caller));
    await waitFor(() => hook.received.length === 1);
    const [{ headers, body }] = hook.received as [(typeof hook.received)[number]];
    const signature = createHmac('sha256', clientSecret).update(body).digest('hex');
    for (const name of names) expect(headers[name.toLowerCase()]).toBe(signature);
  });

  test('is in the one header that the older setting names', async () => {
    const own = await startTestService({ CALLBACK_SIGNATURE_HEADER: 'X-Other' });
    closers.push(() => own.close());
    const hook = await receiver();
    await own.sendChanges(anOrderChange(await own.subscriber(orders, hook.url)));
    await waitFor(() => hook.received.length === 1);
    const headers = hook.received[0]?.headers ?? {};
    expect(headers['x-other']).toMatch(/^[0-9a-f]{64}$/);
    expect(headers['x-service-hmac-sha256']).toBeUndefined();
  });
});

describe('limits', () => {
  test('a connection has four attempts in flight at first, and more as it answers; other connections do not wait for it', async () => {
    const held: (() => void)[] = [];
    const slow = await receiver((res) => void held.push(() => res.end()));
    const quick = await receiver();
    const [slowCaller, quickCaller] = [
      await service.subscriber(orders, slow.url),
      await service.subscriber(orders, quick.url),
    ];
    await service.sendChanges(...Array.from({ length: 30 }, () => anOrderChange(slowCaller)));
    await waitFor(() => held.length === 4);
    await service.sendChanges(anOrderChange(quickCaller));
    await waitFor(() => quick.received.length === 1);
    expect(slow.received).toHaveLength(4);
    // One answer at a time: the next waits until another attempt has come in its place.
    for (let answered = 0; answered < 30; answered++) {
      await waitFor(() => held.length > 0 && slow.received.length >= Math.min(30, 4 + answered));
      held.shift()?.();
    }
    await emptied(slowCaller);
    expect(slow.open.most).toBeGreaterThan(4);
    expect(slow.open.most).toBeLessThanOrEqual(callbackLimitMax);
  });

  test('events of one resource are pushed one at a time, in order; other resources do not wait for them', async () => {
    const held: (() => void)[] = [];
    const hook = await receiver((res) => void held.push(() => res.end()));
    const caller = await service.subscriber(orders, hook.url);
    const created = anOrderChange(caller);
    const updates = [1, 2, 3].map((n) => ({ ...created, event_type: 'update' as const, new_state: `{"step":${n}}` }));
    await service.sendChanges(created, ...updates, anOrderChange(caller));
    await waitFor(() => held.length === 2);
    const ofOrder = () =>
      hook.received.map(({ body }) => JSON.parse(body)).filter(({ order_id }) => order_id === created.ids['order_id']);
    expect(ofOrder()).toHaveLength(1);
    const release = setInterval(() => held.splice(0).forEach((end) => end()), 10);
    await waitFor(() => hook.received.length === 5);
    clearInterval(release);
    held.forEach((end) => end());
    expect(ofOrder().map(({ new_state }) => new_state.step)).toEqual([undefined, 1, 2, 3]);
  });
});

describe('no attempt follows', () => {
  test('when the event is deleted during an attempt that fails', async () => {
    let fail = (): void => undefined;
    const hook = await receiver((res) => void (fail = () => res.writeHead(500).end()));
    const caller = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(caller));
    await waitFor(() => hook.received.length === 1);
    const [{ id }] = await service.listed(caller);
    expect((await service.call(`DELETE /callback/events/${id}`, { as: caller })).status).toBe(200);
    fail();
    const marker = await receiver();
    await service.call('POST /callback', { as: caller, body: { url: marker.url, events: orders } });
    const later = anOrderChange(caller);
    await service.sendChanges(later);
    await waitFor(() => marker.received.length >= 1);
    expect(marker.received.map(({ body }) => JSON.parse(body).order_id)).toEqual([later.ids['order_id']]);
    expect([hook.received.length, (await listDropped(caller)).length]).toEqual([1, 0]);
  });

  test('when the callback is deleted, or its connection disconnected', async () => {
    for (const end of ['delete', 'disconnect']) {
      const hook = await receiver((res) => void res.writeHead(500).end());
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      await waitFor(() => hook.received.length >= 1);
      if (end === 'delete') await service.call('DELETE /callback', { as: caller });
      else await service.sendConnection(caller, { version: 2, status: 'disconnected' });
      await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
      const before = hook.received.length;
      const marker = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(marker));
      await waitFor(() => hook.received.length >= before + 1);
      const others = hook.received.filter(({ body }) => JSON.parse(body).account_id === caller.account!.id);
      expect(others.length).toBeLessThanOrEqual(before + 1);
      expect(await listDropped(caller)).toEqual([]);
    }
  });
});

test('a service that is stopped finishes the attempts in flight, and pushes the rest when it is started again', async () => {
  const hook = await receiver(
    (res, _received, count) => void setTimeout(() => res.writeHead(count <= 4 ? 200 : 204).end(), 50),
  );
  const caller = await service.subscriber(orders, hook.url);
  await service.sendChanges(...Array.from({ length: 20 }, () => anOrderChange(caller)));
  await waitFor(() => hook.received.length >= 1);
  await service.stop();
  await service.start();
  await waitFor(() => hook.received.length >= 20);
  await emptied(caller);
  const ids = hook.received.map(({ body }) => JSON.parse(body).id);
  expect([ids.length, new Set(ids).size]).toEqual([20, 20]);
});

test('the events that a dead process had in flight are sent again before their leases would end', async () => {
  const hook = await receiver();
  const caller = await service.subscriber(orders);
  await service.sendChanges(anOrderChange(caller), anOrderChange(caller));
  await service.db.query(
    `update events e set lease_id = 'dead.1', attempts = 1, next_attempt_at = now() + interval '1 hour'
     from callbacks cb where cb.id = e.callback_id and cb.connection_id = $1`,
    [caller.connection_id],
  );
  await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
  await eventually(() => hook.received.length === 2);
});

test('an event whose client secret cannot be decrypted waits, and no attempt is counted', async () => {
  const hook = await receiver();
  const caller = await service.subscriber(orders, hook.url);
  await service.sendConnection(caller, { version: 2, client_secret: 'not a ciphertext' });
  await service.sendChanges(anOrderChange(caller));
  await eventually(async () => {
    const { rows } = await service.db.query(
      `select 1 from events e join callbacks cb on cb.id = e.callback_id
       where cb.connection_id = $1 and e.attempts = 0 and e.next_attempt_at > now() + interval '30 s'`,
      [caller.connection_id],
    );
    return rows.length === 1;
  });
  expect(hook.received).toEqual([]);
});
