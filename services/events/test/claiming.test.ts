import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Database, openDatabase, type Queryable } from '@order-hub/shared/database';
import { retrieveWaitingEvents } from '@order-hub/shared/event-backlog-calls';
import { listWaitingEvents } from '@order-hub/shared/events-calls';
import { newId } from '@order-hub/shared/ids';
import type { UserPlace } from '@order-hub/shared/principal';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { startRawReceiver } from '@order-hub/testing/raw-receiver';
import { sized } from '@order-hub/testing/extent';
import { readFreshMetrics, type ReadMetrics } from '@order-hub/testing/metrics';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { listWaitingRows } from '../src/backlog/waiting-event.store.ts';
import { listWaitingEventRows } from '../src/overview/waiting-events.store.ts';
import { callbackLimitMax, ownerLimits } from '../src/pushing/limits/concurrency-limits.ts';
import { updateCallbacks } from '../src/pushing/results/result.store.ts';
import { anOrderChange } from './builders.ts';
import { sentBy, viewerOf } from './page-viewer.ts';
import { planOf } from './plan-of.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

/** What leases guarantee when attempts are slow, or workers die (docs/decisions/0017-the-schedule-of-events.md). */
describe('leases', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.close());

  const closers: (() => Promise<void>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const receiver = async (...options: Parameters<typeof startReceiver>) => {
    const opened = await startReceiver(...options);
    closers.push(opened.close);
    return opened;
  };

  const orders = { order: ['create'] };

  type EventRow = { id: string; resource: string; attempts: number; lease_id: string | null; wait_seconds: number };

  const rowsOf = async ({ connection_id }: TestCaller) =>
    (
      await service.db.query<EventRow>(
        `select e.id, e.resource, e.attempts, e.lease_id,
         extract(epoch from e.next_attempt_at - now())::float8 as wait_seconds
       from events e join callbacks cb on cb.id = e.callback_id where cb.connection_id = $1 order by e.id`,
        [connection_id],
      )
    ).rows;

  /** Changes columns of a connection's events. */
  const updateEvents = ({ connection_id }: TestCaller, assignments: string) =>
    service.db.query(
      `update events e set ${assignments} from callbacks cb where cb.id = e.callback_id and cb.connection_id = $1`,
      [connection_id],
    );

  const listDropped = async ({ connection_id }: TestCaller) =>
    (await service.db.query('select attempts, reason from dropped_events where connection_id = $1', [connection_id]))
      .rows;

  const setUrl = (caller: TestCaller, url: string | null) =>
    service.call('POST /callback', { as: caller, body: { url, events: orders } });

  /** Returns when the pusher has polled at least once since the call: it has freed the leases of a dead worker. */
  async function polled(): Promise<void> {
    const marker = await service.subscriber(orders);
    await service.sendChanges(anOrderChange(marker));
    await updateEvents(marker, `lease_id = 'dead-marker.1', attempts = 3, next_attempt_at = now() + interval '1 hour'`);
    await eventually(async () => (await rowsOf(marker))[0]!.wait_seconds < 3_000);
  }

  /** Returns when the results of earlier attempts are stored: results are stored in the order in which attempts end. */
  async function resultsStored(): Promise<void> {
    const hook = await receiver();
    const marker = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(marker));
    await eventually(async () => hook.received.length === 1 && (await rowsOf(marker)).length === 0);
  }

  /** A receiver that answers when the test says so. */
  async function heldReceiver() {
    const answers: ((status: number) => void)[] = [];
    const hook = await receiver((res) => void answers.push((status) => res.writeHead(status).end()));
    return { ...hook, answers, arrived: (count: number) => eventually(() => answers.length === count) };
  }

  describe('a lease that ended during its attempt', () => {
    test.each([
      ['acknowledged', 200, 0],
      ['to be sent again', 500, 0],
      ['to be dropped', 500, 6],
    ])('goes to another attempt, and the late result changes nothing: %s', async (_what, status, attempts) => {
      const hook = await heldReceiver();
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      await updateEvents(caller, `attempts = ${attempts}`);
      await setUrl(caller, hook.url);
      await hook.arrived(1);
      await updateEvents(caller, `attempts = ${attempts}, next_attempt_at = now()`);
      await hook.arrived(2);
      const [successor] = await rowsOf(caller);
      expect(successor).toMatchObject({ attempts: attempts + 1, lease_id: expect.any(String) });
      hook.answers[0]!(status);
      await resultsStored();
      const [afterwards] = await rowsOf(caller);
      expect(afterwards).toEqual({ ...successor, wait_seconds: expect.any(Number) });
      expect(await listDropped(caller)).toEqual([]);
      hook.answers[1]!(200);
      await eventually(async () => (await rowsOf(caller)).length === 0);
      expect(await listDropped(caller)).toEqual([]);
    });

    test('of the last attempt: the event is dropped without an eighth', async () => {
      const hook = await receiver();
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      await updateEvents(caller, `attempts = 7, lease_id = 'hung.1', next_attempt_at = now()`);
      await setUrl(caller, hook.url);
      await eventually(async () => (await rowsOf(caller)).length === 0);
      expect(await listDropped(caller)).toEqual([{ attempts: 7, reason: 'no result of the last attempt' }]);
      expect(hook.received).toEqual([]);
    });
  });

  describe('a lease ends with its attempt', () => {
    test('an event that was deleted meanwhile is not dropped', async () => {
      const hook = await heldReceiver();
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      await updateEvents(caller, 'attempts = 6');
      await setUrl(caller, hook.url);
      await hook.arrived(1);
      const [{ id }] = await service.listed(caller);
      await service.call(`DELETE /callback/events/${id}`, { as: caller });
      hook.answers[0]!(500);
      await resultsStored();
      expect(await rowsOf(caller)).toEqual([]);
      expect(await listDropped(caller)).toEqual([]);
    });

    test('a failed attempt counts, and the event waits for the next one', async () => {
      const hook = await receiver((res) => void res.writeHead(500).end());
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller));
      await eventually(async () => (await rowsOf(caller))[0]?.lease_id === null && hook.received.length === 1);
      const [event] = await rowsOf(caller);
      expect(event).toMatchObject({ attempts: 1 });
      expect(event!.wait_seconds).toBeGreaterThan(0);
      expect(event!.wait_seconds).toBeLessThanOrEqual(60);
    });

    test('an attempt without anywhere to go does not count, and the event is due at once', async () => {
      const hook = await receiver();
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      const blocker = await service.db.connect();
      await blocker.query('begin; lock table changes in access exclusive mode');
      await setUrl(caller, hook.url);
      await eventually(async () => (await rowsOf(caller))[0]!.lease_id !== null);
      await setUrl(caller, null);
      await blocker.query('commit');
      blocker.release();
      await eventually(async () => (await rowsOf(caller))[0]!.lease_id === null);
      const [event] = await rowsOf(caller);
      expect(event).toMatchObject({ attempts: 0 });
      expect(event!.wait_seconds).toBeLessThanOrEqual(0);
      expect(hook.received).toEqual([]);
    });
  });

  describe('the leases of a worker', () => {
    let caller: TestCaller;
    beforeEach(async () => {
      caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller), anOrderChange(caller));
    });
    const lease = (lease_id: string, attempts = 1) =>
      updateEvents(
        caller,
        `lease_id = '${lease_id}', attempts = ${attempts}, next_attempt_at = now() + interval '1 hour'`,
      );

    test('last while the worker holds its lock, and end when nobody holds it', async () => {
      const alive = await service.db.connect();
      await alive.query(`select pg_advisory_lock(hashtextextended('worker:alive', 0))`);
      await lease('alive.1');
      const before = await rowsOf(caller);
      await polled();
      expect(await rowsOf(caller)).toEqual(before.map((row) => ({ ...row, wait_seconds: expect.any(Number) })));
      expect((await rowsOf(caller))[0]!.wait_seconds).toBeGreaterThan(3_000);
      await alive.query(`select pg_advisory_unlock(hashtextextended('worker:alive', 0))`);
      alive.release();
      await eventually(async () => (await rowsOf(caller)).every(({ wait_seconds }) => wait_seconds <= 0));
      expect(await rowsOf(caller)).toMatchObject([
        { attempts: 1, lease_id: 'alive.1' },
        { attempts: 1, lease_id: 'alive.1' },
      ]);
      const hook = await receiver();
      await setUrl(caller, hook.url);
      await eventually(() => hook.received.length === 2);
    });

    test('end at once after three deaths, and later ones by the schedule', async () => {
      await lease('dead.1', 3);
      await eventually(async () => (await rowsOf(caller))[0]!.wait_seconds <= 0);
      expect(await rowsOf(caller)).toMatchObject([{ lease_id: 'dead.1' }, { lease_id: 'dead.1' }]);
      await lease('dead.2', 4);
      await eventually(async () => (await rowsOf(caller))[0]!.lease_id === null);
      const [event] = await rowsOf(caller);
      expect(event).toMatchObject({ attempts: 4 });
      expect(event!.wait_seconds).toBeGreaterThan(400);
      expect(event!.wait_seconds).toBeLessThanOrEqual(480);
    });

    test('of an earlier release, which had no lock, end by their time alone', async () => {
      await lease('without-lock');
      await polled();
      const rows = await rowsOf(caller);
      expect(rows).toMatchObject([{ lease_id: 'without-lock' }, { lease_id: 'without-lock' }]);
      expect(rows[0]!.wait_seconds).toBeGreaterThan(3_000);
    });

    test('last while its database connection is replaced', async () => {
      const hook = await heldReceiver();
      await setUrl(caller, hook.url);
      await hook.arrived(2);
      const [{ lease_id }] = (await rowsOf(caller)) as [EventRow];
      const holders = async () =>
        (
          await service.db.query(
            `select pid from pg_locks where locktype = 'advisory' and granted and mode = 'ExclusiveLock'
             and (classid::bigint << 32 | objid::bigint) = hashtextextended('worker:' || split_part($1, '.', 1), 0)`,
            [lease_id],
          )
        ).rows.map(({ pid }) => pid);
      const [lost] = await holders();
      expect(lost).toEqual(expect.any(Number));
      await service.db.query('select pg_terminate_backend($1)', [lost]);
      await eventually(async () => {
        const [holder] = await holders();
        return holder !== undefined && holder !== lost;
      });
      hook.answers.forEach((reply) => reply(200));
      await eventually(async () => (await rowsOf(caller)).length === 0);
      expect(hook.received).toHaveLength(2);
    });
  });

  test('a callback that is deleted while its changes are stored gets no events', async () => {
    const caller = await service.subscriber(orders);
    const { rows } = await service.db.query('select id from callbacks where connection_id = $1', [
      caller.connection_id,
    ]);
    const deletion = await service.db.connect();
    await deletion.query('begin');
    await deletion.query('delete from callbacks where connection_id = $1', [caller.connection_id]);
    const storing = service.sendChanges(anOrderChange(caller));
    await eventually(async () => {
      const waiting = await service.db.query('select from pg_locks where not granted');
      return (waiting.rowCount ?? 0) > 0;
    });
    await deletion.query('commit');
    deletion.release();
    await storing;
    const stored = await service.db.query('select from events where callback_id = $1', [rows[0].id]);
    expect(stored.rowCount).toBe(0);
  });
});

/** Which events the SQL function claim_fairly leases (migrations/0005-fair-claim.ts). */
describe('the function claim_fairly', () => {
  let database: FreshDatabase;

  let db: Database;

  beforeAll(async () => {
    database = await freshDatabase();
    db = openDatabase({ url: database.url, schema: 'events', poolSize: 8 });
  });

  afterAll(async () => {
    await db.end();
    await database.drop();
  });

  type TestCallback = { connection_id: string; callback_id: string; account_id: string };

  /** An active callback with one due event for each of the resources, oldest first. */
  async function aCallbackWith(resources: string[], url: string | null = 'http://127.0.0.1:1/'): Promise<TestCallback> {
    const [connection_id, callback_id, account_id] = [newId(), newId(), newId()];
    await db.query(
      `insert into connections (id, version, status, client_id, client_secret, account_id, scope)
     values ($1, 1, 'active', 'client', 'ciphertext', $2, 'account[orders.read]')`,
      [connection_id, account_id],
    );
    await db.query(
      `insert into callbacks (connection_id, id, account_id, url, host, events, subscribed)
     values ($1, $2, $3, $4, '127.0.0.1:1', '{}', '{}')`,
      [connection_id, callback_id, account_id, url],
    );
    await db.query(
      `insert into events (callback_id, id, change_id, resource)
     select $1, * from unnest($2::text[], $2::text[], $3::text[])`,
      [callback_id, resources.map(() => newId()), resources],
    );
    return { connection_id, callback_id, account_id };
  }

  /** More of each kind of limit than any test needs. */
  const remaining = Object.fromEntries(
    ['quick', 'slow'].flatMap((pace) => ['client', 'account', 'host'].map((owner) => [`${pace} ${owner}`, 100])),
  );

  type Claimed = { callback_id: string; event_id: string; lease: string; due: number };

  type ClaimOptions = { free?: number; freeSlow?: number; remaining?: Record<string, number>; leaseSeconds?: number };

  /** Claims events of these connections; null claims from all. */
  async function claim(connection_ids: string[] | null, options: ClaimOptions = {}): Promise<Claimed[]> {
    const lease = newId();
    const { rows } = await db.query<{ callback_id: string; event_id: string; due: string }>(
      'select callback_id, event_id, due from claim_fairly($1, $2, $3, $4, $5, make_interval(secs => $6))',
      [
        connection_ids,
        options.free ?? 100,
        options.freeSlow ?? 100,
        JSON.stringify({ ...remaining, ...options.remaining }),
        lease,
        options.leaseSeconds ?? 30,
      ],
    );
    return rows.map((row) => ({ ...row, due: Number(row.due), lease }));
  }

  const claimOf = ({ connection_id }: TestCallback, options?: ClaimOptions) => claim([connection_id], options);

  const rowsOf = async ({ callback_id }: TestCallback) =>
    (
      await db.query(
        'select id, resource, attempts, lease_id, next_attempt_at > now() as waits from events where callback_id = $1 order by id',
        [callback_id],
      )
    ).rows;

  const finish = ({ event_id, lease }: Claimed) =>
    db.query('delete from events where id = $1 and lease_id = $2', [event_id, lease]);

  /** Makes all events due again, as if nothing had been claimed. */
  const release = (callback_ids: string[]) =>
    db.query(
      'update events set lease_id = null, next_attempt_at = now(), attempts = 0 where callback_id = any ($1) and lease_id is not null',
      [callback_ids],
    );

  const names = (count: number) => Array.from({ length: count }, (_, index) => `order ${index}`);

  describe('a claim', () => {
    test('takes four events of a callback, each of another resource, the oldest first, and counts the attempts', async () => {
      const callback = await aCallbackWith(['a', 'a', 'b', 'c', 'a', 'd', 'e']);
      const events = await rowsOf(callback);
      const claimed = await claimOf(callback);
      expect(claimed.map(({ event_id }) => event_id).sort()).toEqual([0, 2, 3, 5].map((index) => events[index].id));
      expect(new Set(claimed.map(({ due }) => due))).toEqual(new Set([7]));
      expect((await rowsOf(callback)).map(({ attempts }) => attempts)).toEqual([1, 0, 1, 1, 0, 1, 0]);
      expect(await claimOf(callback)).toEqual([]);
    });

    test('takes from the callbacks in turns', async () => {
      const callbacks = await Promise.all([
        aCallbackWith(names(10)),
        aCallbackWith(names(10)),
        aCallbackWith(names(1)),
      ]);
      const claimed = await claim(
        callbacks.map(({ connection_id }) => connection_id),
        { free: 5 },
      );
      const counts = callbacks.map(
        ({ callback_id }) => claimed.filter((event) => event.callback_id === callback_id).length,
      );
      expect(counts).toEqual([2, 2, 1]);
    });

    test('beside other claims never gives one event twice, more than four, or two of one resource', async () => {
      const callback = await aCallbackWith([...names(20), ...names(20)]);
      const resources = new Map((await rowsOf(callback)).map(({ id, resource }) => [id, resource]));
      const done: string[] = [];
      const held: Claimed[] = [];
      const faults: string[] = [];
      async function work(): Promise<void> {
        while (done.length < 40) {
          const claimed = await claimOf(callback, { free: 3 });
          for (const event of claimed) {
            const isSameResource = (other: Claimed) => resources.get(other.event_id) === resources.get(event.event_id);
            if (held.some(isSameResource)) faults.push(event.event_id);
            held.push(event);
          }
          if (held.length > 4) faults.push(`${held.length} at once`);
          for (const event of claimed) {
            await new Promise((resolve) => setTimeout(resolve, 2));
            held.splice(held.indexOf(event), 1);
            await finish(event);
            done.push(event.event_id);
          }
        }
      }
      await Promise.all([work(), work(), work(), work()]);
      expect(faults).toEqual([]);
      expect(new Set(done).size).toBe(40);
    });

    test('keeps the events of a resource in order when a lease ends behind a backlog', async () => {
      const callback = await aCallbackWith(['a', 'a', ...names(100)]);
      const [first, second] = await rowsOf(callback);
      const [earlier] = await claimOf(callback, { free: 1, leaseSeconds: 0.5 });
      expect(earlier?.event_id).toBe(first.id);
      await eventually(async () => (await rowsOf(callback))[0].waits === false);
      const claimed: string[] = [];
      while (!claimed.includes(first.id) && claimed.length < 102) {
        const round = await claimOf(callback);
        claimed.push(...round.map(({ event_id }) => event_id));
        expect(claimed).not.toContain(second.id);
        if (!claimed.includes(first.id)) await Promise.all(round.map(finish));
      }
      expect(claimed).toContain(first.id);
    });

    test('takes from active callbacks of active connections only', async () => {
      const passive = await aCallbackWith(['a'], null);
      const blocked = await aCallbackWith(['a']);
      await db.query(`update connections set status = 'blocked' where id = $1`, [blocked.connection_id]);
      expect(await claimOf(passive)).toEqual([]);
      expect(await claimOf(blocked)).toEqual([]);
      const active = await aCallbackWith(['a']);
      const callback_ids = (await claim(null)).map(({ callback_id }) => callback_id);
      expect(callback_ids).toContain(active.callback_id);
      expect(callback_ids).not.toContain(passive.callback_id);
      expect(callback_ids).not.toContain(blocked.callback_id);
      expect(await claimOf(active)).toEqual([]);
    });
  });

  describe('the concurrency limit of a callback', () => {
    test('rises by one with each prompt answer, and each failure halves it, down to one: the probe', async () => {
      const callback = await aCallbackWith(names(40));
      const update = (prompt: number, failed: number) =>
        updateCallbacks(db, [
          {
            callback_id: callback.callback_id,
            prompt,
            failed,
            quick: failed === 0,
            last: { acknowledged: failed === 0, status: 200, fault: null },
            ...{ refusals: 0, resets: true, refusal_status: null },
          },
        ]);
      const count = async () => (await claimOf(callback)).length;
      await update(5, 0);
      expect(await count()).toBe(9);
      await update(100, 0);
      expect(await count()).toBe(callbackLimitMax - 9);
      await release([callback.callback_id]);
      await update(0, 3);
      expect(await count()).toBe(4);
      await update(0, 100);
      expect(await count()).toBe(0);
      await release([callback.callback_id]);
      expect(await count()).toBe(1);
      expect((await rowsOf(callback)).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1);
    });
  });

  describe('the limits of a claim', () => {
    test('clients, accounts, hosts and slow callbacks have no more than remains to them', async () => {
      const callbacks = await Promise.all(Array.from({ length: 3 }, () => aCallbackWith(names(10))));
      const ids = callbacks.map(({ connection_id }) => connection_id);
      const count = async (options: ClaimOptions) => {
        const { length } = await claim(ids, options);
        await release(callbacks.map(({ callback_id }) => callback_id));
        return length;
      };
      expect(await count({})).toBe(12);
      expect(await count({ remaining: { 'slow client client': 5 } })).toBe(5);
      expect(await count({ remaining: { 'slow client client': 0 } })).toBe(0);
      expect(await count({ remaining: { 'slow host': 7 } })).toBe(7);
      expect(await count({ remaining: { [`slow account ${callbacks[0]!.account_id}`]: 1 } })).toBe(9);
      expect(await count({ freeSlow: 2 })).toBe(2);
      expect(await count({ free: 3 })).toBe(3);
    });
  });
});

/** The receivers of one client do not delay the events of another one (docs/api/events.md#slow-receivers). */
describe('the receivers of one client', () => {
  const orders = { order: ['create'] };

  let service: TestService;

  /** A name server that never answers, and the names that it was asked for. */
  let silentNames: Socket;

  const namesAsked = new Set<string>();

  const closers: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    silentNames = createSocket('udp4', (query) => {
      const [name] = /silent-\d+/.exec(query.toString('latin1')) ?? [];
      if (name) namesAsked.add(name);
    }).bind(0, '127.0.0.1');
    await once(silentNames, 'listening');
  });

  afterAll(() => void silentNames.close());

  beforeEach(async () => {
    const { port } = silentNames.address();
    service = await startTestService({ CALLBACK_DNS_SERVERS: `127.0.0.1:${port}` });
  });

  afterEach(async () => {
    await Promise.all(closers.splice(0).map((close) => close()));
    await service.close();
  });

  async function receiver(...options: Parameters<typeof startReceiver>) {
    const opened = await startReceiver(...options);
    closers.push(opened.close);
    return opened;
  }

  /** A receiver that reads each request and never answers. */
  async function hangingReceiver() {
    let requests = 0;
    const { url, close } = await startRawReceiver(() => {
      requests++;
    });
    closers.push(close);
    return { url, requests: () => requests };
  }

  /** Account connections of one client, each with a callback. */
  async function manyCallbacks(count: number, urlOf: (index: number) => string) {
    const shared = { account: { id: newId(), currency: 'EUR' }, client_id: newId(), location_id: null };
    const connect = (index: number) =>
      service.subscriber(orders, urlOf(index), { ...shared, connection_id: newId(), scope: 'account[orders.read]' });
    for (let from = 0; from < count; from += 15) {
      await Promise.all(Array.from({ length: Math.min(15, count - from) }, (_, index) => connect(from + index)));
    }
    /** Sends this many events to each of the callbacks. */
    return (events: number) => service.sendChanges(...Array.from({ length: events }, () => anOrderChange(shared)));
  }

  /** An event of another client arrives. */
  async function arrives(hook: Awaited<ReturnType<typeof receiver>>, url = hook.url): Promise<void> {
    const caller = await service.subscriber(orders, url);
    await service.sendChanges(anOrderChange(caller));
    await eventually(() => hook.received.length === 1);
  }

  /** So far no attempt has failed: those that hang go on. */
  async function expectNoFailure(): Promise<void> {
    const { rowCount } = await service.db.query('select from callbacks where last_acknowledged is false');
    expect(rowCount).toBe(0);
  }

  describe('the events of another client arrive', () => {
    test('while many callbacks of one client hang', async () => {
      const hanging = await hangingReceiver();
      const send = await manyCallbacks(sized(40, 255), () => hanging.url);
      await send(4);
      await eventually(() => hanging.requests() >= ownerLimits.slow.client);
      await arrives(await receiver());
      await expectNoFailure();
      expect(hanging.requests()).toBe(ownerLimits.slow.client);
    });

    test('while 24 callbacks have names whose servers do not answer', async () => {
      const send = await manyCallbacks(24, (index) => `http://silent-${index}.example/`);
      await send(4);
      // No look-up waits for another one: four threads would ask for the last name after half a minute.
      await eventually(() => namesAsked.size === 24);
      const hook = await receiver();
      await arrives(hook, `http://localhost:${hook.port}/`);
    });

    test('while callbacks hang that have answered before', async () => {
      let hangs = false;
      // More attempts in flight than one client may have.
      const callbacks = 40;
      const changing = await receiver((res) => {
        if (!hangs) res.end();
      });
      const send = await manyCallbacks(callbacks, () => changing.url);
      await send(1);
      const answered = callbacks;
      await eventually(async () => (await service.db.query('select from events')).rowCount === 0);
      // As after many prompt answers, whatever this machine calls prompt.
      await service.db.query('update callbacks set answers = true, in_flight_max = $1', [callbackLimitMax]);
      hangs = true;
      await send(callbackLimitMax);
      await eventually(() => changing.received.length - answered >= ownerLimits.quick.client);
      await arrives(await receiver());
      await expectNoFailure();
      // One claim ranks quick and slow callbacks apart.
      expect(changing.received.length - answered).toBeLessThanOrEqual(
        ownerLimits.quick.client + ownerLimits.slow.client,
      );
    });
  });
});

describe('backlog', () => {
  let service: TestService;
  let failing: Awaited<ReturnType<typeof startReceiver>>;
  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
    failing = await startReceiver((res) => void res.writeHead(500).end());
  });
  afterAll(async () => {
    await service.close();
    await failing.close();
  });

  /** For whom events wait, since when, and why (docs/api/back-office.md#backlog). */
  describe('whom events wait for', () => {
    const orders = { order: ['create'] };

    const ask = async (filters: object = {}) =>
      retrieveWaitingEvents.reply.parse(
        (
          await service.call('POST /internal/waiting-events-by-connection', {
            internal: 'events',
            from: 'auth',
            body: filters,
          })
        ).body,
      );

    test('one per connection, account and client, with the reason', async () => {
      const passive = await service.subscriber(orders);
      const { account, client_id } = passive;
      const blocked = await service.subscriber(orders, failing.url, { account, client_id, location_id: null });
      await service.sendConnection(blocked, { version: 2, status: 'blocked' });
      const refused = await service.subscriber(orders, failing.url, { account, location_id: null });
      await service.sendChanges(anOrderChange(passive), anOrderChange(passive));
      const answer = await eventually(async () => {
        const given = await ask({ account: account?.id });
        return given.connections.some(({ reasons }) => reasons.includes('answers 500')) && given;
      });
      const oldest_at = expect.stringMatching(/^20\d\d-.*Z$/);
      const two = { waiting: { count: 2, more: false }, oldest_at };
      const of = ({ connection_id, client_id: client }: typeof passive, reason: string) => ({
        ...two,
        id: connection_id,
        account_id: account?.id,
        client_id: client,
        reasons: [reason],
      });
      expect(answer.connections).toHaveLength(3);
      expect(answer.connections).toEqual(
        expect.arrayContaining([of(passive, 'not polled'), of(blocked, 'blocked'), of(refused, 'answers 500')]),
      );
      expect(answer.accounts).toEqual([
        { id: account?.id, connections: 3, waiting: { count: 6, more: false }, oldest_at, reasons: expect.any(Array) },
      ]);
      expect(answer.clients.map(({ id, connections }) => [id, connections])).toEqual([
        [client_id, 2],
        [refused.client_id, 1],
      ]);
      expect((await ask({ client: refused.client_id })).connections.map(({ id }) => id)).toEqual([
        refused.connection_id,
      ]);
      expect((await ask({ connection: blocked.connection_id })).connections.map(({ id }) => id)).toEqual([
        blocked.connection_id,
      ]);
      expect((await ask()).connections.map(({ id }) => id)).toEqual(
        expect.arrayContaining(answer.connections.map(({ id }) => id)),
      );
      expect(await ask({ account: newId() })).toEqual({
        ...{ accounts: [], clients: [], connections: [], is_partial: false },
        dropped: { count: 0, more: false },
      });
    });

    describe('of many', () => {
      const limits = { connections: 30, events: 10 };

      beforeAll(async () => {
        const client = newId();
        await service.db.query(
          `insert into connections (id, version, status, client_id, account_id, scope)
       select 'many' || n, 1, 'active', $1, 'account of many', '' from generate_series(1, 40) n`,
          [client],
        );
        await service.db.query(
          `insert into callbacks (connection_id, id, account_id, events, subscribed)
       select 'many' || n, 'zcallback' || n, 'account of many', '', '{}' from generate_series(1, 40) n`,
        );
        await service.db.query(
          `insert into events (callback_id, id, change_id, resource)
       select 'zcallback' || n % 40 + 1, '0mv7many' || lpad(n::text, 6, '0'), 'change', 'order' from generate_series(1, 40000) n`,
        );
        await service.db.query('vacuum analyze events');
      });

      test('only so many connections are looked at, and so many events of each counted', async () => {
        const { rows, isPartial } = await listWaitingRows(service.db, {}, limits);
        expect(isPartial).toBe(true);
        expect(rows.length).toBeLessThanOrEqual(limits.connections + 1);
        expect(Math.max(...rows.map(({ waiting }) => waiting))).toBe(limits.events + 1);
        const some = await listWaitingRows(service.db, { account: 'account of many' }, limits);
        expect([some.isPartial, some.rows.length]).toEqual([true, 31]);
        expect(await listWaitingRows(service.db, { client: newId() }, limits)).toEqual({ rows: [], isPartial: true });
      });

      test('the query leaps from callback to callback', async () => {
        const plan = await planOf(service.db, (db) => listWaitingRows(db, {}, limits), { analyze: true });
        expect(plan).not.toContain('Seq Scan on events');
        expect(plan).not.toMatch(/events.*rows=\d{3,}/);
      });
    });
  });

  /** The events about a location that wait for a connection or were given up, as the back office shows them. */
  describe('the events of a location that wait', () => {
    const orders = { order: ['create', 'update'] };

    const ask = (
      place: Partial<UserPlace>,
      { after, headers = {} }: { after?: string; headers?: Record<string, string> } = {},
    ) =>
      service.call(
        `GET /internal/waiting-events${after === undefined ? '' : `?${new URLSearchParams({ after }).toString()}`}`,
        {
          user: viewerOf(place),
          headers,
        },
      );

    const waiting = async ({ account, location_id }: Pick<TestCaller, 'account' | 'location_id'>, after?: string) =>
      listWaitingEvents.reply.parse(
        (await ask({ account_id: account?.id ?? null, location_id }, after === undefined ? {} : { after })).body,
      );

    test('an event of a passive callback, without its states', async () => {
      const caller = await service.subscriber(orders);
      const change = anOrderChange(caller);
      await service.sendChanges(change);
      const [{ id }] = await service.listed(caller);
      expect(await waiting(caller)).toEqual({
        events: [
          {
            id,
            connection_id: caller.connection_id,
            type: 'order.create',
            resource_id: change.ids.order_id,
            created_at: change.created_at,
            attempts: 0,
            next_attempt_at: null,
            given_up_at: null,
          },
        ],
        more: false,
      });
      await service.call(`DELETE /callback/events/${id}`, { as: caller });
      expect((await waiting(caller)).events).toEqual([]);
    });

    test('an event that will be posted again: the number of attempts, and the time of the next one', async () => {
      const caller = await service.subscriber(orders, failing.url);
      await service.sendChanges(anOrderChange(caller));
      const event = await eventually(async () => {
        const [found] = (await waiting(caller)).events;
        return found?.attempts === 1 && found.next_attempt_at !== null && found;
      });
      expect(Date.parse(event.next_attempt_at ?? '')).toBeGreaterThan(Date.now());
      expect(event.given_up_at).toBeNull();
    });

    test('an event that was given up', async () => {
      const caller = await service.subscriber(orders, failing.url);
      await service.sendChanges(anOrderChange(caller));
      const { id } = await eventually(async () => {
        const [found] = (await waiting(caller)).events;
        return found?.attempts === 1 && found.next_attempt_at !== null && found;
      });
      await service.db.query('update events set attempts = 6, next_attempt_at = now() where id = $1', [id]);
      const dropped = await eventually(async () => {
        const [found] = (await waiting(caller)).events;
        return found !== undefined && found.given_up_at !== null && found;
      });
      expect(dropped).toMatchObject({ id, connection_id: caller.connection_id, attempts: 7, next_attempt_at: null });
    });

    test('an event of each connection that receives it, also of connections of the account, but not of another location', async () => {
      const here = await service.subscriber(orders);
      const whole = await service.subscriber(orders, null, { account: here.account, location_id: null });
      const there = await service.subscriber(orders, null, { account: here.account });
      await service.sendChanges(anOrderChange(here), anOrderChange(there));
      const receivers = async (caller: TestCaller) =>
        (await waiting(caller)).events.map((event) => event.connection_id);
      expect((await receivers(here)).sort()).toEqual([here.connection_id, whole.connection_id].sort());
      expect((await receivers(there)).sort()).toEqual([there.connection_id, whole.connection_id].sort());
    });

    test('an event of an inventory has the id of the catalog', async () => {
      const caller = await service.subscriber({ inventory: ['patch'] });
      const { location_id } = caller;
      const ids = { catalog_id: 'a-catalog', location_id: location_id ?? '' };
      await service.sendChanges(
        anOrderChange(caller, {
          resource_type: 'inventory',
          event_type: 'patch',
          ids,
          new_state: null,
          state_change: '[]',
        }),
      );
      expect((await waiting(caller)).events).toMatchObject([{ type: 'inventory.patch', resource_id: 'a-catalog' }]);
    });

    test('nothing for another account', async () => {
      const caller = await service.subscriber(orders);
      await service.sendChanges(anOrderChange(caller));
      expect((await waiting({ ...caller, account: { id: newId(), currency: 'EUR' } })).events).toEqual([]);
      expect((await waiting(caller)).events).toHaveLength(1);
    });

    test('only the back office may ask, for a page about a location; an odd cursor finds nothing', async () => {
      const place = { account_id: newId(), location_id: newId() };
      for (const service of ['gateway', 'auth', 'catalog', 'orders', 'customers', 'events'] as const) {
        expect((await ask(place, { headers: await sentBy(service) })).status).toBe(401);
      }
      expect((await ask({ account_id: newId() })).status).toBe(404);
      for (const after of ["' or true --", '~~~', 'é']) {
        expect((await ask(place, { after })).body).toEqual({ events: [], more: false });
      }
    });

    test('all events, page by page, newest first', async () => {
      const caller = await service.subscriber(orders);
      await service.subscriber(orders, null, { account: caller.account, location_id: null });
      for (let sent = 0; sent < 5; sent += 1) {
        await service.sendChanges(...Array.from({ length: 25 }, () => anOrderChange(caller)));
      }
      const seen: string[] = [];
      const pages: number[] = [];
      for (let more = true; more;) {
        const page = await waiting(caller, seen.at(-1));
        seen.push(...page.events.map(({ id }) => id));
        pages.push(page.events.length);
        ({ more } = page);
      }
      expect(pages).toEqual([100, 100, 50]);
      expect(new Set(seen).size).toBe(250);
      expect(seen).toEqual([...seen].sort().reverse());
    });

    describe('among many events', () => {
      const many = sized(20_000, 100_000);
      let caller: TestCaller;
      beforeAll(async () => {
        caller = await service.subscriber(orders);
        const template = anOrderChange(caller);
        // Changes of ten locations, each with an event for this callback, and a tenth of them given up.
        await service.db.query(
          `insert into changes (id, resource_type, event_type, created_at, timezone, ids, new_state)
       select 'many' || lpad(n::text, 9, '0'), 'order', 'create', now(), 'UTC',
         json_build_object('order_id', 'o' || n, 'location_id', $1 || n % 10), repeat('x', 500)
       from generate_series(1, ${many}) n`,
          [template.location_id],
        );
        await service.db.query(
          `insert into events (callback_id, id, change_id, resource)
       select cb.id, 'more' || lpad(n::text, 9, '0'), 'many' || lpad(n::text, 9, '0'), 'order o' || n
       from callbacks cb, generate_series(1, ${many}) n where connection_id = $1 and n % 10 <> 5`,
          [caller.connection_id],
        );
        await service.db.query(
          `insert into dropped_events (id, change_id, connection_id, attempts, reason)
       select 'more' || lpad(n::text, 9, '0'), 'many' || lpad(n::text, 9, '0'), $1, 7, 'status 500'
       from generate_series(1, ${many}) n where n % 10 = 5`,
          [caller.connection_id],
        );
        await service.db.query('analyze changes; analyze events; analyze dropped_events; analyze callbacks');
      });

      const locationAt = (n: number) => ({ account: caller.account, location_id: `${caller.location_id ?? ''}${n}` });

      test.each([
        ['that wait', 3, false],
        ['that were given up', 5, true],
      ])('finds the newest ones of a location %s', async (_which, n, isGivenUp) => {
        const { events, more } = await waiting(locationAt(n));
        expect(events).toHaveLength(100);
        expect(more).toBe(true);
        expect(events[0]?.id).toBe(`more${String(many - 10 + n).padStart(9, '0')}`);
        expect(events.every(({ given_up_at }) => (given_up_at !== null) === isGivenUp)).toBe(true);
      });

      test('reads the index on the location of changes, and of the newest partition alone', async () => {
        const { location_id } = locationAt(3);
        const location = { account_id: caller.account?.id ?? '', location_id };
        const list = (db: Queryable) => listWaitingEventRows(db, location, { count: 100, before: '~' });
        const plan = await planOf(service.db, list, { analyze: true });
        expect(plan).toMatch(
          /Index Scan Backward using \w+_expr_id_idx on changes_from_\w+ ch_\d \(.*rows=10\d(\.00)? loops=1\)/,
        );
        expect(plan).toMatch(
          /Index Scan Backward using changes_first_location on changes_first ch_1 \(never executed\)/,
        );
        expect(plan).not.toMatch(/Seq Scan on (changes\w*|events|dropped_events)/);
      });
    });
  });
});

/** What the metrics say about pushes, and about events that wait or were dropped (docs/metrics.md). */
describe('metrics', () => {
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

  const read = () => readFreshMetrics(service.url());

  const until = (isTrue: (metrics: ReadMetrics) => boolean) =>
    eventually(async () => {
      const metrics = await read();
      return isTrue(metrics) && metrics;
    });

  const subscribed = { order: ['create', 'update'] };

  const pushes = ({ sum }: ReadMetrics, outcome: string) => sum('hub_pushes_total', { outcome });

  test('pushes are counted by outcome and timed, and dropped events counted', async () => {
    const before = await read();
    expect(['acknowledged', 'refused', 'no_answer'].map((outcome) => pushes(before, outcome))).toEqual([0, 0, 0]);
    expect(before.sum('hub_events_dropped_total')).toBe(0);
    const good = await service.subscriber(subscribed, (await receiver()).url);
    const refusing = await receiver((res) => void res.writeHead(503).end());
    const bad = await service.subscriber(subscribed);
    const gone = await receiver();
    await gone.close();
    const silent = await service.subscriber(subscribed);
    await service.sendChanges(...[good, bad, bad, silent].map((caller) => anOrderChange(caller)));
    // Their next attempt is the last one.
    for (const [caller, url] of [
      [bad, refusing.url],
      [silent, gone.url],
    ] as const) {
      await service.setAttempts(caller, 6);
      await service.call('POST /callback', { as: caller, body: { url, events: subscribed } });
    }
    const after = await until(
      (metrics) =>
        metrics.sum('hub_events_dropped_total') === 3 &&
        pushes(metrics, 'acknowledged') === 1 &&
        metrics.sum('hub_pushes_in_flight') === 0,
    );
    expect(pushes(after, 'refused')).toBe(2);
    expect(pushes(after, 'no_answer')).toBe(1);
    expect(after.sum('hub_push_seconds_count')).toBe(4);
  });

  test('events that are due and wait are counted, with the age of the oldest by pace; passive ones are not', async () => {
    const held: (() => void)[] = [];
    const slow = await receiver((res) => void held.push(() => res.end()));
    const caller = await service.subscriber(subscribed, slow.url);
    const passive = await service.subscriber(subscribed);
    // A callback begins with four attempts at a time.
    await service.sendChanges(...Array.from({ length: 6 }, () => anOrderChange(caller)), anOrderChange(passive));
    const waiting = await until(({ sum }) => sum('hub_events_due') === 2 && sum('hub_pushes_in_flight') === 4);
    expect(waiting.sum('hub_events_oldest_due_age_seconds', { pace: 'slow' })).toBeGreaterThan(0);
    expect(waiting.sum('hub_events_oldest_due_age_seconds', { pace: 'quick' })).toBe(0);
    await eventually(() => {
      for (const answer of held.splice(0)) answer();
      return slow.received.length === 6;
    });
    for (const answer of held.splice(0)) answer();
    await until(({ sum }) => sum('hub_events_due') === 0 && sum('hub_events_oldest_due_age_seconds') === 0);
  });

  test('connections whose backlog was large or given up within the hour are counted', async () => {
    await service.subscriber(subscribed);
    await service.db.query('update callbacks set behind_at = now()');
    await until(({ sum }) => (sum('hub_connections_behind') ?? 0) > 0);
    await service.db.query(`update callbacks set behind_at = now() - interval '2 hours'`);
    await until(({ sum }) => sum('hub_connections_behind') === 0);
  });

  test('messages that wait for a newer release are counted', async () => {
    await service.db.query(
      `insert into held_messages (message_id, topic, key, version, body) values ('early', 'change', 'key', 99, '{}')`,
    );
    await until(({ sum }) => sum('hub_held_messages') === 1);
    await service.db.query('delete from held_messages');
    await until(({ sum }) => sum('hub_held_messages') === 0);
  });

  test('requests, refusals, slots, the pool and the tables of the service are there, too', async () => {
    const { sum } = await until(({ names }) => names.includes('hub_table_rows'));
    expect(sum('hub_http_requests_total', { method: 'POST', route: '/callback', status: '200' })).toBeGreaterThan(0);
    expect(sum('hub_http_requests_total', { route: '/internal/messages', status: '200' })).toBeGreaterThan(0);
    expect(sum('hub_database_pool_size', { pool: 'main' })).toBe(3);
    expect(sum('hub_slots_taken', { slots: 'large_responses' })).toBe(0);
    expect(sum('hub_outbox_parked_messages')).toBe(0);
    expect(sum('hub_bus_ready')).toBe(1);
    expect(sum('hub_sockets_open', { listener: 'internal' })).toBeGreaterThan(0);
    expect(sum('hub_table_rows', { table: 'events' })).toBeGreaterThanOrEqual(0);
  });
});
