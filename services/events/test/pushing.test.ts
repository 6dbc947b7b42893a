import { createHmac } from 'node:crypto';
import { createSocket, type Socket as NameServer } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { oddAnswers, startRawReceiver } from '@order-hub/testing/raw-receiver';
import { addressPolicy } from '../src/addresses/address-policy.ts';
import { hubListenersOf } from '../src/addresses/hub-listeners.ts';
import { addressLookup } from '../src/pushing/http/look-up-addresses.ts';
import { socketOpener } from '../src/pushing/http/open-socket.ts';
import { eventPoster, isAcknowledged } from '../src/pushing/http/post-event.ts';
import { waitsAfterFailure } from '../src/pushing/attempts/retry-schedule.ts';
import { countProbe } from '../src/pushing/giving-up/given-up.store.ts';
import { removeLate, removeOverBacklog } from '../src/pushing/giving-up/remove-unsent-events.ts';
import { nameResolver } from '../src/pushing/http/resolve-name.ts';
import { callbackLimitMax } from '../src/pushing/limits/concurrency-limits.ts';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { changeMessage, clientSecret, startTestService, type TestService } from './service.ts';

describe('pushing', () => {
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
        hook.received
          .map(({ body }) => JSON.parse(body))
          .filter(({ order_id }) => order_id === created.ids['order_id']);
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

    test('beside one that is under way, when its event shall be sent again', async () => {
      const held: (() => void)[] = [];
      const hook = await receiver((res, _received, count) => {
        if (count === 1) res.writeHead(503).end();
        else held.push(() => res.end());
      });
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      await waitFor(() => held.length === 1);
      const logged = () => service.call('GET /callback/deliveries', { as: caller });
      const [attempt] = await eventually(async () => (await logged()).body.length === 1 && (await logged()).body);
      const resend = await service.call(`POST /callback/deliveries/${attempt.id}/resend`, { as: caller });
      expect(resend.status).toBe(200);
      await service.sendChanges(anOrderChange(caller));
      await waitFor(() => held.length === 2);
      expect(new Set(hook.received.slice(1).map(({ body }) => body)).size).toBe(2);
      held.forEach((end) => end());
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
});

/** Every event ends, whatever its receiver does (docs/decisions/0095-every-event-ends.md). */
describe('a receiver that does not take its events', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.02', CALLBACK_TIMEOUT_SECONDS: '0.3' });
  });

  const closers: (() => Promise<void>)[] = [];

  afterAll(async () => {
    // Receivers first: a service waits for its attempts.
    for (const close of closers.toReversed()) await close();
    await service.close();
  });

  const orders = { order: ['create'] };

  async function receiver(...options: Parameters<typeof startReceiver>) {
    const opened = await startReceiver(...options);
    closers.push(opened.close);
    return opened;
  }

  const send = (caller: TestCaller, events: number) =>
    service.sendChanges(...Array.from({ length: events }, () => anOrderChange(caller)));

  const listDropped = async ({ connection_id }: TestCaller) =>
    (
      await service.db.query(
        `select attempts, reason, count(*)::int as events from dropped_events where connection_id = $1
         group by attempts, reason order by attempts, reason`,
        [connection_id],
      )
    ).rows;

  /** Retries as soon as they are due. */
  const pushedUntilEmpty = (caller: TestCaller) =>
    eventually(async () => {
      await service.pushDue(caller);
      return (await service.listed(caller)).length === 0;
    });

  test('accepts and never answers: each event has its seven attempts, of which one probe stands for all that wait', async () => {
    const hook = await receiver(() => undefined);
    const caller = await service.subscriber(orders, hook.url);
    await send(caller, 400);
    await pushedUntilEmpty(caller);
    expect(await listDropped(caller)).toEqual([{ attempts: 7, reason: 'no answer within 0.3 s', events: 400 }]);
    expect(hook.received.length).toBeLessThan(100);
    const resend = await service.call('POST /callback/deliveries/resend', { as: caller, body: { state: 'given_up' } });
    expect(resend.body).toEqual({ resent: 400, more: false });
  });

  test('is away for some attempts: nothing is lost', async () => {
    let isAway = true;
    const hook = await receiver((res) => (isAway ? undefined : void res.end()));
    const caller = await service.subscriber(orders, hook.url);
    await send(caller, 50);
    await eventually(async () => {
      await service.pushDue(caller);
      const { rows } = await service.db.query(
        `select min(attempts) as least from events e join callbacks cb on cb.id = e.callback_id where cb.connection_id = $1`,
        [caller.connection_id],
      );
      return rows[0].least >= 2;
    });
    isAway = false;
    await pushedUntilEmpty(caller);
    expect(await listDropped(caller)).toEqual([]);
  });

  describe('is slower than its events come', () => {
    let own: TestService;

    beforeAll(async () => {
      own = await startTestService();
      closers.push(own.close);
    });

    /** A connection with ten events for a receiver that has four of them, and does not answer yet. */
    async function behind() {
      const hook = await receiver(() => undefined);
      const caller = await own.subscriber(orders, hook.url);
      await own.sendChanges(...Array.from({ length: 10 }, () => anOrderChange(caller)));
      await eventually(() => hook.received.length === 4);
      return caller;
    }

    /** Makes it so many seconds later for a column of a table that leads to the callback. */
    const age = async ({ connection_id }: TestCaller, ...columns: string[]) => {
      const of = {
        'connections.active_since': 'id = $1',
        'callbacks.pushed_since': 'connection_id = $1',
        'events.due_since': 'callback_id = (select id from callbacks where connection_id = $1)',
      };
      for (const [column, where] of Object.entries(of)) {
        const [table, name] = column.split('.');
        if (columns.length > 0 && !columns.includes(column)) continue;
        await own.db.query(`update ${table} set ${name} = now() - interval '2 hours' where ${where}`, [connection_id]);
      }
    };

    const hourOld = async () => {
      let givenUp = 0;
      await removeLate({ db: own.db, onDropped: (events) => void (givenUp += events) }, 3_600);
      return givenUp;
    };

    test('what has not had its attempts in time is given up, and kept; what is under way is not', async () => {
      const caller = await behind();
      expect(await hourOld()).toBe(0);
      await age(caller);
      expect(await hourOld()).toBe(6);
      expect(await own.listed(caller)).toHaveLength(4);
      const { rows } = await own.db.query(
        'select attempts, reason, refused from dropped_events where connection_id = $1',
        [caller.connection_id],
      );
      expect(rows).toEqual(
        Array(6).fill({ attempts: 0, reason: 'the receiver is slower than its events come', refused: false }),
      );
      // Sent again, they have their time anew.
      await own.call('POST /callback/deliveries/resend', { as: caller, body: {} });
      expect(await hourOld()).toBe(0);
      expect(await own.listed(caller)).toHaveLength(10);
    });

    test.each([
      ['was blocked until now', ['callbacks.pushed_since', 'events.due_since']],
      ['was passive, or had another URL, until now', ['connections.active_since', 'events.due_since']],
    ])('an event is not late while its connection %s', async (_what, columns) => {
      const caller = await behind();
      await age(caller, ...columns);
      expect(await hourOld()).toBe(0);
    });

    test('the time of a connection begins anew when it is unblocked, and that of a callback with a new URL', async () => {
      const caller = await behind();
      await age(caller);
      await own.sendConnection(caller, { version: 2, status: 'suspended' });
      await own.sendConnection(caller, { version: 3, status: 'active' });
      expect(await hourOld()).toBe(0);
      await age(caller);
      const { url } = await receiver(() => undefined);
      await own.call('POST /callback', { as: caller, body: { url, events: orders } });
      expect(await hourOld()).toBe(0);
    });

    test('its owner and operators see it once half of the bound of its backlog is reached', async () => {
      const held: (() => void)[] = [];
      const hook = await receiver((res, _received, count) =>
        count === 1 ? void res.end() : void held.push(() => res.end()),
      );
      const caller = await own.subscriber(orders, hook.url);
      await own.sendChanges(anOrderChange(caller));
      await eventually(async () => (await own.listed(caller)).length === 0);
      await own.sendChanges(...Array.from({ length: 6 }, () => anOrderChange(caller)));
      await eventually(() => held.length === 5);
      const from = { internal: 'events', from: 'auth' } as const;
      const troubleOf = async () => {
        const { body } = await own.call('POST /internal/trouble', { ...from, body: {} });
        return body.trouble.find((one: { connection_id: string }) => one.connection_id === caller.connection_id);
      };
      expect(await troubleOf()).toBeUndefined();
      const backlogMax = { events: 11, bytes: 1e9 };
      await removeOverBacklog({ db: own.db, backlogMax, onDropped: () => undefined });
      expect(await own.listed(caller)).toHaveLength(6);
      const reason = 'slower than its events come';
      expect(await troubleOf()).toMatchObject({ kind: 'failing', status: 200, reason });
      const asked = { ...from, body: { connection: caller.connection_id } };
      const { body } = await own.call('POST /internal/waiting-events-by-connection', asked);
      expect(body.connections).toMatchObject([{ waiting: { count: 6 }, reasons: [reason] }]);
      for (const answer of held) answer();
    });

    test('events of a passive callback wait until they are fetched', async () => {
      const caller = await own.subscriber(orders);
      await own.sendChanges(anOrderChange(caller));
      await age(caller);
      expect(await hourOld()).toBe(0);
    });

    test('a failed probe moves each event that waits by the wait after its own attempt', async () => {
      const caller = await own.subscriber(orders);
      await own.sendChanges(...Array.from({ length: 6 }, () => anOrderChange(caller)));
      const { rows } = await own.db.query(
        `update events e set attempts = n.attempts, next_attempt_at = now() - interval '1 minute'
         from (select f.id, f.callback_id, row_number() over (order by f.id) - 1 as attempts
               from events f join callbacks cb on cb.id = f.callback_id where cb.connection_id = $1) n
         where e.callback_id = n.callback_id and e.id = n.id returning e.callback_id`,
        [caller.connection_id],
      );
      const [{ callback_id }] = rows;
      await countProbe(own.db, { callback_id, seconds: 1, reason: 'no answer', waits: waitsAfterFailure(60) }, 100);
      const moved = await own.db.query(
        `select attempts, round(extract(epoch from next_attempt_at - now()) / 60)::int as minutes from events
         where callback_id = $1 order by attempts`,
        [callback_id],
      );
      expect(moved.rows).toEqual([1, 2, 4, 8, 16, 32].map((minutes, index) => ({ attempts: index + 1, minutes })));
    });

    test('what a dead process had in flight, and its lease has ended, is given up like the others', async () => {
      const caller = await own.subscriber(orders);
      await own.sendChanges(...Array.from({ length: 3 }, () => anOrderChange(caller)));
      const before = await own.listed(caller);
      await own.db.query(`update events set lease_id = 'dead.1', attempts = 1, next_attempt_at = now() where id = $1`, [
        before[0].id,
      ]);
      await removeOverBacklog({ db: own.db, backlogMax: { events: 2, bytes: 1e9 }, onDropped: () => undefined });
      expect(await own.listed(caller)).toEqual(before.slice(1));
    });

    const bytesOfState = anOrderChange({ account: null, location_id: null }).new_state?.length ?? 0;

    test.each([
      ['in number', { events: 7, bytes: 1e9 }],
      ['in bytes', { events: 1e6, bytes: 7 * bytesOfState }],
    ])('the oldest events over the bound of a backlog %s are given up, and kept', async (_how, backlogMax) => {
      const caller = await own.subscriber(orders);
      await own.sendChanges(...Array.from({ length: 10 }, () => anOrderChange(caller)));
      const before = await own.listed(caller);
      const others = await own.subscriber(orders);
      await own.sendChanges(...Array.from({ length: 3 }, () => anOrderChange(others)));
      let givenUp = 0;
      await removeOverBacklog({ db: own.db, backlogMax, onDropped: (events) => void (givenUp += events) });
      const kept = await own.listed(caller);
      expect(kept).toEqual(before.slice(3));
      expect(await own.listed(others)).toHaveLength(3);
      const { rows } = await own.db.query(
        'select id, reason from dropped_events where connection_id = $1 order by id',
        [caller.connection_id],
      );
      const reason = 'the backlog of the connection was full';
      expect(rows).toEqual(before.slice(0, 3).map(({ id }: { id: string }) => ({ id, reason })));
      expect(givenUp).toBeGreaterThanOrEqual(rows.length);
    });
  });
});

/** The request behind an event: its id goes with the push, and into the lines of pushes that fail (docs/logs.md). */
describe('the request behind an event', () => {
  const lines: Record<string, unknown>[] = [];

  const log = openLog('events', 'info', { write: (line: string) => void lines.push(JSON.parse(line)) });

  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.02' }, { log });
  });

  const closers: (() => Promise<void>)[] = [];

  afterAll(async () => {
    await service.close();
    for (const close of closers) await close();
  });

  const receiver = async (...options: Parameters<typeof startReceiver>) => {
    const opened = await startReceiver(...options);
    closers.push(opened.close);
    return opened;
  };

  const orders = { order: ['create'] };

  const linesOf = (request_id: string) =>
    lines.filter((line) => line['request_id'] === request_id && line['msg'] !== 'request');

  test('every attempt of an event has the id of the request that caused it', async () => {
    const hook = await receiver((res, _received, count) => void res.writeHead(count < 3 ? 500 : 200).end());
    const caller = await service.subscriber(orders, hook.url);
    await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-1' });
    await eventually(() => service.pushDue(caller).then(() => hook.received.length === 3));
    expect(hook.received.map(({ headers }) => headers['x-request-id'])).toEqual([
      'request-1',
      'request-1',
      'request-1',
    ]);
    expect(hook.received.map(({ headers }) => headers['traceparent'])).toEqual([undefined, undefined, undefined]);
  });

  test('an event without a request behind it, or from the release before, has no id', async () => {
    const hook = await receiver();
    const caller = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(caller));
    await eventually(() => hook.received.length === 1);
    expect(hook.received[0]!.headers).not.toHaveProperty('x-request-id');
  });

  test('the traceparent of a message goes to the receiver', async () => {
    const hook = await receiver();
    const caller = await service.subscriber(orders, hook.url);
    const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    await service.send({ ...changeMessage(anOrderChange(caller)), traceparent });
    await eventually(() => hook.received.length === 1);
    expect(hook.received[0]!.headers['traceparent']).toBe(traceparent);
  });

  test('a push that fails has a line: whose, which event, where to, why, and what follows; without path and query', async () => {
    const hook = await receiver((res, _received, count) => void res.writeHead(count < 2 ? 503 : 200).end());
    const caller = await service.subscriber(orders, hook.url);
    await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-2' });
    await eventually(() => service.pushDue(caller).then(() => hook.received.length === 2));
    expect(linesOf('request-2')).toEqual([
      {
        level: 'info',
        time: expect.any(String),
        service: 'events',
        request_id: 'request-2',
        client_id: caller.client_id,
        connection_id: caller.connection_id,
        event_id: JSON.parse(hook.received[0]!.body).id,
        event: 'order.create',
        host: `127.0.0.1:${hook.port}`,
        attempt: 1,
        stage: 'during',
        status: 503,
        reason: 'status 503',
        retry_in_seconds: 0.02,
        msg: 'push failed',
      },
    ]);
    expect(JSON.stringify(lines)).not.toContain('hook?a=1');
  });

  test('the line of the last attempt says that the event is dropped', async () => {
    const hook = await receiver((res) => void res.writeHead(503).end());
    const caller = await service.subscriber(orders);
    await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-3' });
    await service.setAttempts(caller, 6);
    await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
    const [line] = await eventually(() => linesOf('request-3'));
    expect(line).toMatchObject({ msg: 'event dropped: all attempts failed', attempt: 7, retry_in_seconds: null });
  });

  test('an acknowledgement with a status from 400 to 499 has a line, any other has none', async () => {
    // Two events are pushed at the same time: which one arrives first is open.
    const hook = await receiver(
      (res, { headers }) => void res.writeHead(headers['x-request-id'] === 'request-4' ? 200 : 410).end(),
    );
    const caller = await service.subscriber(orders, hook.url);
    await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-4' });
    await service.send({ ...changeMessage(anOrderChange(caller)), request_id: 'request-5' });
    await eventually(async () => hook.received.length === 2 && (await service.listed(caller)).length === 0);
    const [line, ...others] = linesOf('request-5');
    expect(line).toMatchObject({
      msg: 'push acknowledged with an error status',
      stage: null,
      status: 410,
      retry_in_seconds: null,
    });
    expect([...others, ...linesOf('request-4')]).toEqual([]);
  });

  test('a receiver that always fails has few lines', async () => {
    const hook = await receiver((res) => void res.writeHead(503).end());
    const caller = await service.subscriber(orders);
    await service.sendChanges(...Array.from({ length: 100 }, () => anOrderChange(caller)));
    await service.setAttempts(caller, 6);
    await service.call('POST /callback', { as: caller, body: { url: hook.url, events: orders } });
    await eventually(async () => (await service.listed(caller)).length === 0);
    const own = lines.filter(({ connection_id, msg }) => connection_id === caller.connection_id && msg !== 'request');
    expect(hook.received.length).toBe(100);
    // Ten in ten seconds: fewer than the pushes, also where they take a minute.
    expect(own.length).toBeLessThan(80);
  });
});

describe('what the answer of a receiver means', () => {
  const loopback = addressPolicy(['127.0.0.0/8', '::1/128']);

  const resolveName = nameResolver();

  const postEvent = eventPoster({ policy: loopback, timeoutMs: 15_000, resolveName });

  const impatient = eventPoster({ policy: loopback, timeoutMs: 300, resolveName });

  const headers = { 'Content-Type': 'application/json' };

  const post = (url: string, by = postEvent) => by({ url, headers, body: '{"id":"e1"}', acknowledge: null });

  const closers: (() => Promise<void>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const opened = <T extends { close(): Promise<void> }>(thing: T): T => {
    closers.push(thing.close);
    return thing;
  };

  const raw = async (answer: (socket: Socket) => void) => opened(await startRawReceiver(answer));

  describe('the status', () => {
    let url: string;
    beforeAll(async () => {
      ({ url } = opened(
        await startReceiver((res, { url: path }) => {
          const status = path.slice(1);
          // Written raw, as Node's server refuses some statuses.
          res.socket!.end(`HTTP/1.1 ${status} Whatever\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
        }),
      ));
    });

    const statuses = [...Array.from({ length: 500 }, (_, index) => index + 100), 600, 601, 999];
    test('acknowledges from 200 to 499, and no other does', async () => {
      const wrong: number[] = [];
      for (const status of statuses) {
        const { acknowledged } = await post(new URL(`/${status}`, url).href);
        if (acknowledged !== (status >= 200 && status <= 499)) wrong.push(status);
      }
      expect(wrong).toEqual([]);
    });

    test.each([
      [99, false],
      [199, false],
      [200, true],
      [302, true],
      [429, true],
      [499, true],
      [500, false],
      [600, false],
    ])('%i: %p', (status, expected) => {
      expect(isAcknowledged(status, null)).toBe(expected);
    });

    test.each([
      [199, false],
      [200, true],
      [299, true],
      [300, false],
      [401, false],
      [500, false],
    ])('%i, where only 2xx does: %p', (status, expected) => {
      expect(isAcknowledged(status, '2xx')).toBe(expected);
    });
  });

  describe('what does not acknowledge', () => {
    test.each<[string, (socket: Socket) => void]>([
      ['garbage', (socket) => socket.end('<html>hello</html>\r\n\r\n')],
      ['an HTTP/0.9 answer', (socket) => socket.end('hello')],
      ['nothing but a closed connection', (socket) => socket.end()],
      ['a reset', (socket) => socket.resetAndDestroy()],
      ['headers that break off', (socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Le')],
      ['only a 1xx status', (socket) => socket.end('HTTP/1.1 102 Processing\r\n\r\n')],
      [
        'a switch of protocols',
        (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n'),
      ],
    ])('%s', async (_what, answer) => {
      expect(await post((await raw(answer)).url)).toMatchObject({ acknowledged: false });
    });

    test('a port where nobody listens', async () => {
      const gone = await startReceiver();
      await gone.close();
      expect(await post(gone.url)).toMatchObject({
        acknowledged: false,
        reason: expect.stringContaining('ECONNREFUSED'),
      });
    });

    test('silence, or headers that come slowly, until the time limit', async () => {
      const silent = await raw(() => undefined);
      const slow = await raw((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        const drip = setInterval(() => socket.write('X-Drop: 1\r\n'), 50);
        socket.on('close', () => clearInterval(drip));
      });
      for (const { url } of [silent, slow]) {
        expect(await post(url, impatient)).toEqual({
          acknowledged: false,
          status: null,
          fault: 'no answer within 0.3 s',
          reason: 'no answer within 0.3 s',
          excerpt: null,
        });
      }
    });
  });

  describe('a receiver that answers with 200 acknowledges', () => {
    test.each(oddAnswers)('%s', async (_how, answer) => {
      const whole = await raw((socket) => void socket.end(answer, 'latin1'));
      expect(await post(whole.url)).toMatchObject({ acknowledged: true, status: 200 });
      const short = answer.length < 1_000 ? answer : `${answer.slice(0, 200)}\r\n\r\n`;
      const dripping = await raw(async (socket) => {
        for (const byte of Buffer.from(short, 'latin1'))
          await new Promise((resolve) => socket.write(Buffer.of(byte), resolve));
        socket.end();
      });
      expect(await post(dripping.url)).toMatchObject({ acknowledged: true, status: 200 });
    });

    test('the log keeps its headers and the opening of its body, mended', async () => {
      const { url } = await raw((socket) =>
        socket.end(
          'HTTP/1.1 100 Continue\nX-Early: 1\n\nHTTP/1.1 422 No\nX-A : one\n two\nX-B: 1\nX-B: 2\nSet-Cookie: s\n' +
            'Transfer-Encoding: chunked\n\n5\nHello\n6;x=y\n world\n0\n\n',
        ),
      );
      const { excerpt } = await post(url);
      expect(excerpt).toEqual({
        headers: JSON.stringify({ 'x-a': 'one two', 'x-b': '1, 2', 'transfer-encoding': 'chunked' }),
        body: 'Hello world',
      });
    });
  });

  describe('only the head of an answer matters', () => {
    test('a body without end is cut off', async () => {
      let closed = (): void => undefined;
      const hungUp = new Promise<void>((resolve) => (closed = resolve));
      const { url } = await raw((socket) => {
        socket.on('close', closed);
        socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
        const pour = (): void => {
          while (!socket.destroyed && socket.write(`1000\r\n${'x'.repeat(4_096)}\r\n`));
          socket.once('drain', pour);
        };
        pour();
      });
      expect(await post(url)).toMatchObject({ acknowledged: true });
      await hungUp;
    });

    test('a body that stops coming is cut off', async () => {
      let closed = (): void => undefined;
      const hungUp = new Promise<void>((resolve) => (closed = resolve));
      const { url } = await raw((socket) => {
        socket.on('close', closed);
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\nx');
      });
      expect(await post(url)).toMatchObject({ acknowledged: true });
      await hungUp;
    });

    test('a compressed body is not unpacked', async () => {
      const bomb = gzipSync(Buffer.alloc(5_000_000));
      const { url } = opened(
        await startReceiver((res) => void res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb)),
      );
      expect(await post(url)).toMatchObject({ acknowledged: true });
    });

    test.each([301, 302, 303, 307, 308])('%i is an acknowledgement, and is not followed', async (status) => {
      const target = opened(await startReceiver());
      const { url, received } = opened(
        await startReceiver((res) => void res.writeHead(status, { Location: target.url }).end()),
      );
      expect(await post(url)).toMatchObject({ acknowledged: true, reason: `status ${status}` });
      expect([received.length, target.received.length]).toEqual([1, 0]);
    });
  });

  describe('where it connects', () => {
    const strict = eventPoster({ policy: addressPolicy([]), timeoutMs: 15_000, resolveName });

    test.each(['127.0.0.1', '127.1', '2130706433', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]', 'localhost'])(
      'not to %s, which is not allowed',
      async (host) => {
        const receiver = opened(await startReceiver());
        const outcome = await post(`http://${host}:${receiver.port}/`, strict);
        expect(outcome).toMatchObject({
          acknowledged: false,
          reason: expect.stringContaining('is not an address that callbacks may reach'),
        });
        expect(receiver.received).toEqual([]);
      },
    );

    test('only to the allowed addresses of a name', async () => {
      const answers = [
        { address: '10.0.0.1', family: 4 },
        { address: '8.8.8.8', family: 4 },
        { address: '169.254.169.254', family: 4 },
      ];
      const look = (addresses: typeof answers) =>
        new Promise((resolve) => {
          const lookup = addressLookup(addressPolicy([]), () => Promise.resolve(addresses));
          lookup('rebinding.example', { all: true }, (error, found) => resolve(error ? error.message : found));
        });
      expect(await look(answers)).toEqual([{ address: '8.8.8.8', family: 4 }]);
      expect(await look([answers[0]!, answers[2]!])).toBe(
        'rebinding.example is not an address that callbacks may reach',
      );
      expect(await look([])).toBe('rebinding.example is not an address that callbacks may reach');
    });

    test('not to the hub itself, whatever the name or address', async () => {
      const receiver = opened(await startReceiver());
      const hub = { listeners: hubListenersOf([`http://the-hub.example:${receiver.port}`]), machine: ['10.9.8.7'] };
      const policy = addressPolicy(['127.0.0.0/8', '::1/128', '10.0.0.0/8'], hub);
      const names = (name: string) =>
        Promise.resolve([{ address: name === 'the-hub.example' ? '127.0.0.2' : '127.0.0.1', family: 4 }]);
      const by = eventPoster({ policy, timeoutMs: 5_000, resolveName: names });
      const hosts = ['127.0.0.1', 'localhost', '127.9.9.9', '[::ffff:127.0.0.1]', '10.9.8.7', 'alias.example'];
      for (const host of [...hosts, 'the-hub.example', 'the-hub.example.']) {
        expect(await post(`http://${host}:${receiver.port}/`, by)).toMatchObject({
          acknowledged: false,
          reason: expect.stringContaining('is not an address that callbacks may reach'),
        });
      }
      expect(receiver.received).toEqual([]);
      const other = opened(await startReceiver());
      expect(await post(`http://alias.example:${other.port}/`, by)).toMatchObject({ acknowledged: true });
    });

    test('not to a remote address that is not allowed, whatever was looked up before', async () => {
      const receiver = opened(await startReceiver());
      let checks = 0;
      // A policy that changes its mind after the address was looked up.
      const policy = { ...addressPolicy([]), allows: () => checks++ === 0 };
      const open = socketOpener({ policy, resolveName });
      const opening = open(new URL(`http://127.0.0.1:${receiver.port}/`), new AbortController().signal);
      await expect(opening).rejects.toThrow('127.0.0.1 is not an address that callbacks may reach');
    });
  });
});

describe('the names of receivers', () => {
  /** A name server that never answers. */
  let silent: NameServer;

  let queries = 0;

  let servers: string[];

  let folder: string;

  let hostsPath: string;

  beforeAll(async () => {
    silent = createSocket('udp4', () => (queries += 1)).bind(0, '127.0.0.1');
    await once(silent, 'listening');
    servers = [`127.0.0.1:${silent.address().port}`];
    folder = await mkdtemp(join(tmpdir(), 'resolve-name-'));
    hostsPath = join(folder, 'hosts');
    await writeFile(hostsPath, '127.0.0.1 localhost\n10.1.2.3\tTill.example  till # the till\nfd00::3 till.example\n');
  });

  afterAll(async () => {
    silent.close();
    await rm(folder, { recursive: true });
  });

  test('names in /etc/hosts, and localhost, need no name server', async () => {
    const resolve = nameResolver({ servers, hostsPath });
    const till = [
      { address: '10.1.2.3', family: 4 },
      { address: 'fd00::3', family: 6 },
    ];
    expect(await resolve('till.example')).toEqual(till);
    expect(await resolve('TILL.example.')).toEqual(till);
    expect(await resolve('localhost')).toEqual([{ address: '127.0.0.1', family: 4 }]);
    expect((await resolve('a.localhost')).map(({ address }) => address)).toContain('127.0.0.1');
  });

  test('names whose server does not answer are asked for at once, fail, and are not asked for again for a while', async () => {
    const resolve = nameResolver({ servers, hostsPath });
    const names = Array.from({ length: 50 }, (_, index) => `silent-${index}.example`);
    const answers = names.map(resolve);
    await expect(Promise.race(answers)).rejects.toThrow();
    // Both families of each name, before the first of them was given up.
    expect(queries).toBe(100);
    const settled = await Promise.allSettled(answers);
    expect(settled.every(({ status }) => status === 'rejected')).toBe(true);
    await expect(resolve('silent-0.example')).rejects.toThrow();
    expect(queries).toBe(100);
  });
});
