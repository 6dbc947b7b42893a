/**
 * Clients that give up wherever their requests wait. A table of waiting points says how to get there; `giveUpOften` goes
 * there many times, and the test then shows that every slot and every budget is free.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@order-hub/shared/database';
import type { BegunCall } from './call.ts';

/** Calls that have arrived at a waiting point. `leave` ends the round after they have given up. */
export type Arrival = { calls: readonly BegunCall[]; leave?: () => Promise<unknown> };

/** Has so many clients give up, round by round. `arrive` brings some of them to the waiting point. */
export async function giveUpOften(clients: number, arrive: () => Promise<Arrival>): Promise<void> {
  for (let given = 0; given < clients;) {
    const { calls, leave } = await arrive();
    for (const { giveUp } of calls) giveUp();
    given += calls.length;
    await leave?.();
    await Promise.all(calls.map(({ status }) => status));
  }
}

export const beginMany = (count: number, begin: (index: number) => Promise<BegunCall>): Promise<BegunCall[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => begin(index)));

/**
 * Fills a line in which `length` calls fit: one more is refused, with `refusal`, and shows that the others have arrived.
 * Returns these.
 */
export async function fillLine(
  length: number,
  refusal: number,
  begin: (index: number) => Promise<BegunCall>,
): Promise<BegunCall[]> {
  const calls = await beginMany(length + 1, begin);
  const first = await Promise.race(calls.map(async ({ status }, index) => ({ index, status: await status })));
  if (first.status !== refusal) throw new Error(`The line is not full: the first answer is ${first.status}`);
  return calls.filter((_, index) => index !== first.index);
}

/** Runs a statement that locks something. Returns the function that unlocks it. */
export async function lock(db: Database, statement: string, values: unknown[] = []): Promise<() => Promise<void>> {
  const holder = await db.connect();
  try {
    await holder.query('begin');
    await holder.query('set local idle_in_transaction_session_timeout = 0');
    await holder.query(statement, values);
  } catch (error) {
    holder.release(true);
    throw error;
  }
  return async () => {
    await holder.query('rollback');
    holder.release();
  };
}

/**
 * Locks the large values of a table and of its partitions: those that PostgreSQL stores outside their rows, over some 2 kB. A query that reads none
 * of them does not wait, also when it weighs them.
 */
export async function lockLargeValues(db: Database, table: string): Promise<() => Promise<void>> {
  const { rows } = await db.query<{ name: string }>(
    `select reltoastrelid::regclass::text as name from pg_class
     where reltoastrelid <> 0
       and (oid = $1::regclass or oid in (select inhrelid from pg_inherits where inhparent = $1::regclass))`,
    [table],
  );
  return lock(db, rows.map(({ name }) => `reindex table ${name}`).join('; '));
}

const withinMs = 60_000;
/** Hundreds of rounds wait for it. Without any pause, asking would take the processor from what is waited for. */
const pauseMs = 3;

/** Like `eventually`, but asks again much sooner. */
export async function soon(isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error('It did not happen in time');
    await sleep(pauseMs);
  }
}

async function countBlocked(db: Database): Promise<number> {
  const { rows } = await db.query<{ blocked: number }>(
    `select count(*)::integer as blocked from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0]?.blocked ?? 0;
}

/** Waits until so many queries wait for locks. */
export const untilBlocked = (db: Database, count: number): Promise<void> =>
  soon(async () => (await countBlocked(db)) === count);

/** Requests that need a slot and are under way as long as `lockAll` locks what they ask the database for. */
export type SlotUse = {
  /** How many clients give up: more than there are slots and places to wait. */
  clients: number;
  db(): Database;
  lockAll(): Promise<() => Promise<void>>;
  /** Begins a request of one of the accounts. `count` differs between the requests of an account. */
  begin(account: number, count: number): Promise<BegunCall>;
  /** The slots of the process, those of an account, and how many of its requests wait for one. */
  slots: number;
  perAccount: number;
  waitingMax: number;
  /** How many queries wait for locks while so many requests are in a slot; by default one of each. */
  blockedBy?(requests: number): number;
};

const attemptsMax = 5;

/** Whether so many queries wait for locks before any of the calls is answered. */
async function areBlocked(db: Database, calls: readonly BegunCall[], count: number): Promise<boolean> {
  let isOneAnswered = false;
  for (const { status } of calls) void status.then(() => (isOneAnswered = true));
  let blocked = 0;
  await soon(async () => {
    blocked = await countBlocked(db);
    return blocked === count || isOneAnswered;
  });
  return blocked === count;
}

/**
 * Begins as many requests as there are slots, of an account or of all, and waits until each is in one. Begins again when the
 * first stopped waiting for its lock, after 3 s, before the last came to wait: the machine is busy. Throws if that is always so.
 */
async function occupy({ db, lockAll, begin, perAccount, blockedBy = (requests) => requests }: SlotUse, slots: number) {
  for (let attempt = 1; ; attempt += 1) {
    const unlock = await lockAll();
    const calls = await beginMany(slots, (index) => begin(Math.floor(index / perAccount), index % perAccount));
    if (await areBlocked(db(), calls, blockedBy(slots))) return { calls, unlock };
    await unlock();
    const statuses = await Promise.all(calls.map(({ status }) => status));
    if (attempt === attemptsMax) throw new Error(`Not all were in a slot at once: ${statuses.join(', ')}`);
  }
}

/** Clients give up while they wait for a slot. */
export const giveUpWaiting = (use: SlotUse): Promise<void> =>
  giveUpOften(use.clients, async () => {
    const { calls, unlock } = await occupy(use, use.perAccount);
    const waiting = await fillLine(use.waitingMax, 503, (index) => use.begin(0, use.perAccount + index));
    const leave = async () => {
      await unlock();
      await Promise.all(calls.map(({ status }) => status));
    };
    return { calls: waiting, leave };
  });

/** Clients give up while they have a slot. */
export const giveUpInSlot = (use: SlotUse): Promise<void> =>
  giveUpOften(use.clients, async () => {
    const { calls, unlock } = await occupy(use, use.slots);
    return { calls, leave: () => unlock().then(() => untilBlocked(use.db(), 0)) };
  });

/** The answers to as many requests as there are slots, which are all in one at the same time. Throws if a slot is taken. */
export async function answersInAllSlots(use: SlotUse): Promise<number[]> {
  const { calls, unlock } = await occupy(use, use.slots);
  await unlock();
  return Promise.all(calls.map(({ status }) => status));
}
