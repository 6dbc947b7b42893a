/** Which events the SQL function claim_fairly leases (migrations/0005-fair-claim.ts). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openDatabase, type Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { freshDatabase, type FreshDatabase } from '@order-hub/testing/fresh-database';
import { callbackLimitMax } from '../src/pushing/limits/concurrency-limits.ts';
import { updateCallbacks } from '../src/pushing/results/result.store.ts';

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
    const callbacks = await Promise.all([aCallbackWith(names(10)), aCallbackWith(names(10)), aCallbackWith(names(1))]);
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
