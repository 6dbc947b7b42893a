/** What leases guarantee when attempts are slow, or workers die (docs/decisions/0017-the-schedule-of-events.md). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

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
  const { rows } = await service.db.query('select id from callbacks where connection_id = $1', [caller.connection_id]);
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
