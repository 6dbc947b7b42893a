import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase, type Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { silentLog } from '@order-hub/shared/log';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { addressPolicy } from '../src/callbacks/address-policy.ts';
import { insertChanges } from '../src/events/change.store.ts';
import { clientSecretDecrypter } from '../src/pushing/decrypt-client-secret.ts';
import { attemptsInFlight } from '../src/pushing/in-flight.ts';
import {
  claimEvents,
  deleteLeased,
  dropEvents,
  endLeasesOfDead,
  listAttempts,
  scheduleAgain,
  updateRooms,
  type Claimed,
} from '../src/pushing/lease.store.ts';
import { eventPoster } from '../src/pushing/post-event.ts';
import { nameResolver } from '../src/pushing/resolve-name.ts';
import { waitsAfterDeath } from '../src/pushing/retry-schedule.ts';
import { workerLock } from '../src/pushing/hold-worker-lock.ts';
import { pushEvent } from '../src/pushing/push-event.ts';
import { resultRecorder } from '../src/pushing/record-results.ts';
import { callbackRoomMax } from '../src/pushing/room.ts';
import { anOrderChange } from './builders.ts';

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

/** An active callback with one event for each of the resources named. */
async function aCallbackWith(
  resources: string[],
  url: string | null = 'http://127.0.0.1:1/',
): Promise<{ connection_id: string; callback_id: string }> {
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
  const body = anOrderChange({ account: { id: account_id, currency: 'EUR' }, location_id: null });
  const changes = resources.map(() => ({ id: newId(), body, customer_id: null }));
  await insertChanges(
    db,
    changes,
    resources.map((resource, index) => ({ id: newId(), change_id: changes[index]!.id, callback_id, resource })),
  );
  return { connection_id, callback_id };
}

const claim = (connection_id: string | null, overrides = {}) =>
  claimEvents(db, {
    candidates: connection_id === null ? null : [connection_id],
    free: 100,
    freeSlow: 100,
    rooms: attemptsInFlight().rooms(),
    lease: newId(),
    leaseSeconds: 30,
    ...overrides,
  });

const rowsOf = async (callback_id: string) =>
  (
    await db.query(
      'select id, attempts, lease_id, next_attempt_at > now() as waits from events where callback_id = $1 order by id',
      [callback_id],
    )
  ).rows;

const names = (count: number) => Array.from({ length: count }, (_, index) => `order ${index}`);

describe('a claim', () => {
  test('takes four events of a callback, each of another resource, the oldest first, and counts the attempts', async () => {
    const { connection_id, callback_id } = await aCallbackWith(['a', 'a', 'b', 'c', 'a', 'd', 'e']);
    const events = await rowsOf(callback_id);
    const claimed = await claim(connection_id);
    expect(claimed.map(({ event_id }) => event_id).sort()).toEqual([0, 2, 3, 5].map((index) => events[index].id));
    expect(new Set(claimed.map(({ due }) => due))).toEqual(new Set([7]));
    expect((await rowsOf(callback_id)).map(({ attempts }) => attempts)).toEqual([1, 0, 1, 1, 0, 1, 0]);
    expect(await claim(connection_id)).toEqual([]);
  });

  test('takes from the callbacks in turns', async () => {
    const callbacks = await Promise.all([aCallbackWith(names(10)), aCallbackWith(names(10)), aCallbackWith(names(1))]);
    const claimed = await claimEvents(db, {
      candidates: callbacks.map(({ connection_id }) => connection_id),
      free: 5,
      freeSlow: 100,
      rooms: attemptsInFlight().rooms(),
      lease: newId(),
      leaseSeconds: 30,
    });
    const counts = callbacks.map(({ callback_id }) => claimed.filter((one) => one.callback_id === callback_id).length);
    expect(counts).toEqual([2, 2, 1]);
  });

  test('beside other claims never gives one event twice, more than four, or two of one resource', async () => {
    const { connection_id, callback_id } = await aCallbackWith([...names(20), ...names(20)]);
    const resources = new Map(
      (await db.query('select id, resource from events where callback_id = $1', [callback_id])).rows.map((row) => [
        row.id,
        row.resource,
      ]),
    );
    const done: string[] = [];
    const held: Claimed[] = [];
    const faults: string[] = [];
    async function worker(): Promise<void> {
      while (done.length < 40) {
        const got = await claim(connection_id, { free: 3 });
        for (const one of got) {
          if (held.some((other) => resources.get(other.event_id) === resources.get(one.event_id)))
            faults.push(one.event_id);
          held.push(one);
        }
        if (held.length > 4) faults.push(`${held.length} at once`);
        for (const one of got) {
          await new Promise((resolve) => setTimeout(resolve, 2));
          held.splice(held.indexOf(one), 1);
          await deleteLeased(db, [one]);
          done.push(one.event_id);
        }
      }
    }
    await Promise.all([worker(), worker(), worker(), worker()]);
    expect(faults).toEqual([]);
    expect(new Set(done).size).toBe(40);
  });

  test('keeps the events of a resource in order when a lease ends behind a backlog', async () => {
    const { connection_id, callback_id } = await aCallbackWith(['a', 'a', ...names(100)]);
    const [first, second] = await rowsOf(callback_id);
    expect((await claim(connection_id, { free: 1, leaseSeconds: 0.5 })).map(({ event_id }) => event_id)).toEqual([
      first.id,
    ]);
    await eventually(async () => (await rowsOf(callback_id))[0].waits === false);
    const claimed: string[] = [];
    while (!claimed.includes(first.id) && claimed.length < 102) {
      const round = await claim(connection_id);
      claimed.push(...round.map(({ event_id }) => event_id));
      expect(claimed).not.toContain(second.id);
      if (!claimed.includes(first.id)) await deleteLeased(db, round);
    }
    expect(claimed).toContain(first.id);
  });

  test('looks at active callbacks of active connections only', async () => {
    const passive = await aCallbackWith(['a'], null);
    const blocked = await aCallbackWith(['a']);
    await db.query(`update connections set status = 'blocked' where id = $1`, [blocked.connection_id]);
    expect(await claim(passive.connection_id)).toEqual([]);
    expect(await claim(blocked.connection_id)).toEqual([]);
    const open = await aCallbackWith(['a']);
    expect(
      (await claim(null)).filter(({ callback_id }) =>
        [passive, blocked].some((other) => other.callback_id === callback_id),
      ),
    ).toEqual([]);
    expect(await claim(open.connection_id)).toEqual([]);
  });
});

describe('the room of a callback', () => {
  const judge = (callback_id: string, soon: number, failed: number) =>
    updateRooms(db, [
      {
        callback_id,
        soon,
        failed,
        answers: failed === 0,
        ended: { acknowledged: failed === 0, status: 200, fault: null },
      },
    ]);

  test('grows by one with each answer, and is halved by each failure, down to one: the probe', async () => {
    const { connection_id, callback_id } = await aCallbackWith(names(40));
    const room = async () => (await claim(connection_id, { free: 40 })).length;
    await judge(callback_id, 5, 0);
    expect(await room()).toBe(9);
    await judge(callback_id, 100, 0);
    expect(await room()).toBe(callbackRoomMax - 9);
    await db.query(`update events set lease_id = null, next_attempt_at = now(), attempts = 0 where callback_id = $1`, [
      callback_id,
    ]);
    await judge(callback_id, 0, 3);
    expect(await room()).toBe(4);
    await judge(callback_id, 0, 100);
    expect(await room()).toBe(0);
    await db.query(`update events set lease_id = null, next_attempt_at = now(), attempts = 0 where callback_id = $1`, [
      callback_id,
    ]);
    expect(await room()).toBe(1);
    expect((await rowsOf(callback_id)).reduce((sum, { attempts }) => sum + attempts, 0)).toBe(1);
  });

  test('is given in turns, as far as clients, accounts, hosts and slow receivers have room', async () => {
    const callbacks = await Promise.all(Array.from({ length: 3 }, () => aCallbackWith(names(10))));
    const candidates = callbacks.map(({ connection_id }) => connection_id);
    const accounts = (
      await db.query('select account_id from callbacks where connection_id = any ($1) order by connection_id', [
        candidates,
      ])
    ).rows.map(({ account_id }) => account_id);
    const rooms = attemptsInFlight().rooms();
    const claimed = (changed: object) =>
      claim(null, { candidates, free: 100, rooms: { ...rooms, ...changed } }).then(async (claims) => {
        await scheduleAgain(
          db,
          claims.map((one) => ({ ...one, seconds: 0, counted: false })),
        );
        return claims.length;
      });
    expect(await claimed({})).toBe(12);
    expect(await claimed({ 'slow client client': 5 })).toBe(5);
    expect(await claimed({ 'slow client client': 0 })).toBe(0);
    expect(await claimed({ 'slow host': 7 })).toBe(7);
    expect(await claimed({ [`slow account ${accounts[0]}`]: 1 })).toBe(9);
    expect((await claim(null, { candidates, freeSlow: 2 })).length).toBe(2);
  });
});

describe('a lease', () => {
  test('that has ended goes to another worker, and what the first one reports changes nothing', async () => {
    const { connection_id, callback_id } = await aCallbackWith(['a', 'b', 'c']);
    const tooSlow = await claim(connection_id, { leaseSeconds: 0 });
    const successor = await claim(connection_id);
    expect(successor.map(({ event_id }) => event_id)).toEqual(tooSlow.map(({ event_id }) => event_id));
    const before = await rowsOf(callback_id);
    expect(before.map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
    const [one, two, three] = tooSlow as [Claimed, Claimed, Claimed];
    await deleteLeased(db, [one]);
    await scheduleAgain(db, [{ ...two, seconds: 0, counted: true }]);
    expect(await dropEvents(db, [{ ...three, reason: 'late' }])).toBe(0);
    expect(await listAttempts(db, tooSlow)).toEqual([]);
    expect(await rowsOf(callback_id)).toEqual(before);
  });

  test('of a deleted event: what is reported changes nothing', async () => {
    const { connection_id, callback_id } = await aCallbackWith(['a']);
    const claimed = await claim(connection_id);
    await db.query('delete from events where callback_id = $1', [callback_id]);
    await scheduleAgain(
      db,
      claimed.map((one) => ({ ...one, seconds: 1, counted: true })),
    );
    expect(
      await dropEvents(
        db,
        claimed.map((one) => ({ ...one, reason: 'late' })),
      ),
    ).toBe(0);
    expect(await rowsOf(callback_id)).toEqual([]);
  });

  test('that is given back: the event is due after the wait, with or without its attempt', async () => {
    const { connection_id, callback_id } = await aCallbackWith(['a', 'b']);
    const [one, two] = (await claim(connection_id)) as [Claimed, Claimed];
    await scheduleAgain(db, [
      { ...one, seconds: 60, counted: true },
      { ...two, seconds: 0, counted: false },
    ]);
    const rows = new Map((await rowsOf(callback_id)).map((row) => [row.id, row]));
    expect(rows.get(one.event_id)).toMatchObject({ attempts: 1, lease_id: null, waits: true });
    expect(rows.get(two.event_id)).toMatchObject({ attempts: 0, lease_id: null, waits: false });
  });

  test('that is lost on the seventh attempt: the event is dropped without an eighth', async () => {
    const { connection_id, callback_id } = await aCallbackWith(['a']);
    await db.query('update events set attempts = 7 where callback_id = $1', [callback_id]);
    const [lease] = (await claim(connection_id)) as [Claimed];
    const [attempt] = await listAttempts(db, [lease]);
    const deps = {
      postEvent: eventPoster({ policy: addressPolicy([]), timeoutMs: 100, resolveName: nameResolver() }),
      decryptClientSecret: clientSecretDecrypter([]),
      signatureHeader: 'X-Signature',
      retryBaseSeconds: 60,
      log: silentLog,
    };
    const result = await pushEvent(deps, lease, attempt);
    expect(result).toMatchObject({ kind: 'dropped' });
    await resultRecorder(db, silentLog)(result);
    expect(await rowsOf(callback_id)).toEqual([]);
    expect(
      (await db.query('select attempts from dropped_events where connection_id = $1', [connection_id])).rows,
    ).toEqual([{ attempts: 7 }]);
  });
});

describe('the leases of a worker', () => {
  const waits = waitsAfterDeath(60);

  test('end when nobody holds its lock, and not before', async () => {
    const { connection_id, callback_id } = await aCallbackWith(['a', 'b']);
    await db.query(`update events set attempts = 3 where callback_id = $1 and resource = 'b'`, [callback_id]);
    const worker = newId();
    const lock = workerLock(db, worker);
    await lock.hold();
    await claim(connection_id, { lease: `${worker}.1` });
    expect(await endLeasesOfDead(db, waits)).toBe(0);
    await lock.close();
    await eventually(async () => (await endLeasesOfDead(db, waits)) === 2);
    expect(await rowsOf(callback_id)).toMatchObject([
      { attempts: 1, lease_id: `${worker}.1`, waits: false },
      { attempts: 4, lease_id: null, waits: true },
    ]);
    expect(await endLeasesOfDead(db, waits)).toBe(0);
    expect(await claim(connection_id)).toHaveLength(1);
  });

  test('of the release before, which had no lock, end by their time alone', async () => {
    const { connection_id } = await aCallbackWith(['a']);
    await claim(connection_id);
    expect(await endLeasesOfDead(db, waits)).toBe(0);
  });

  test('last while its connection is replaced', async () => {
    const worker = newId();
    const lock = workerLock(db, worker);
    await lock.hold();
    await db.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and granted
         and (classid::bigint << 32 | objid::bigint) = hashtextextended('worker:' || $1, 0)`,
      [worker],
    );
    const isHeld = async () => {
      await lock.hold();
      const { rows } = await db.query(
        `select pg_try_advisory_xact_lock_shared(hashtextextended('worker:' || $1, 0)) as free`,
        [worker],
      );
      return !rows[0].free;
    };
    await eventually(isHeld);
    await lock.close();
  });
});

test('a callback that is deleted while its changes are stored gets no events', async () => {
  const { connection_id, callback_id } = await aCallbackWith([]);
  const deletion = await db.connect();
  await deletion.query('begin');
  await deletion.query('delete from callbacks where connection_id = $1', [connection_id]);
  const body = anOrderChange({ account: null, location_id: null });
  const change = { id: newId(), body, customer_id: null };
  const storing = insertChanges(db, [change], [{ id: newId(), change_id: change.id, callback_id, resource: 'a' }]);
  await deletion.query('select pg_sleep(0.05)');
  await deletion.query('commit');
  deletion.release();
  await storing;
  expect(await rowsOf(callback_id)).toEqual([]);
});
