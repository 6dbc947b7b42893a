import { addressKey } from '@order-hub/shared/address-key';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { serviceUnavailable, tooManyRequests } from '@order-hub/shared/errors';
import { openSlots, type Waiter } from '@order-hub/shared/slots';
import { deleteAttempts, findWait, updateTakenBack, upsertAttempt } from './attempt.store.ts';
import { delayOf, secondsUntil, waitInWords, type Counter } from './attempts.ts';
import { holdAttempt } from './hold-attempt.ts';

/** Who tries, when, and from where. */
type AttemptContext = Waiter & { now: Date; address: string | null };

/**
 * Attempts of one address wait for the lock of its counter. These places keep most of the pool's connections free for
 * everybody else meanwhile, and addresses take turns.
 */
export const countingSlots = openSlots({
  max: 4,
  maxPerKey: 2,
  waitMs: 5_000,
  waitingMax: 20,
  refuse: () =>
    serviceUnavailable('Too many people are logging in at the moment. Please try again in a few seconds', 'log_ins'),
});

function tooManyAttempts(waits_until: Date, now: Date) {
  const seconds = secondsUntil(waits_until, now);
  const message = `There were too many attempts. Please try again in ${waitInWords(seconds)}`;
  return tooManyRequests(message, { 'Retry-After': String(seconds) }, 'attempts');
}

/** Counts an attempt in one counter, and returns by how many seconds it is delayed. Throws 429 while the counter waits. */
async function countIn(db: Queryable, counter: Counter, now: Date): Promise<number> {
  const counted = await upsertAttempt(db, counter, now);
  if (counted.waits_until === undefined) return delayOf(counter, counted.count);
  throw tooManyAttempts(counted.waits_until, now);
}

/** Counts in the transaction of what is limited, and locks the counter. Returns false, and counts nothing, while it waits. */
export const countIfFree = async (trx: Queryable, counter: Counter, now: Date): Promise<boolean> =>
  (await upsertAttempt(trx, counter, now)).waits_until === undefined;

/** Throws 429 while a counter waits. Counts nothing. */
export async function assertMayTry(db: Queryable, { key_digest }: Counter, now: Date): Promise<void> {
  const waits_until = await findWait(db, key_digest, now);
  if (waits_until) throw tooManyAttempts(waits_until, now);
}

/**
 * Counts an attempt in each of the counters, or in none. Returns by how many seconds it is delayed. Throws 429 while one of
 * them waits, and 503 when too many others are being counted.
 */
export async function countAttempt(db: Database, ctx: AttemptContext, counters: readonly Counter[]): Promise<number> {
  const release = await countingSlots.take(addressKey(ctx.address ?? ''), ctx);
  try {
    return await transaction(db, async (trx) => {
      const delays: number[] = [];
      for (const counter of counters) delays.push(await countIn(trx, counter, ctx.now));
      return Math.max(...delays);
    });
  } finally {
    release();
  }
}

const keysOf = (counters: readonly Counter[], onSuccess: Counter['onSuccess']) =>
  counters.filter((counter) => counter.onSuccess === onSuccess).map(({ key_digest }) => key_digest);

/** One counter after the other: a statement that locked several could deadlock with one that counts. */
async function takeBack(db: Database, key_digests: readonly string[]): Promise<void> {
  for (const key_digest of key_digests) await updateTakenBack(db, key_digest);
}

/** On success, resets the user's own counters and takes back one attempt from shared ones. */
async function forgetAttempts(db: Database, counters: readonly Counter[]): Promise<void> {
  await deleteAttempts(db, keysOf(counters, 'reset'));
  await takeBack(db, keysOf(counters, 'takeBack'));
}

/**
 * Checks a password with `check`, and returns what it finds. Counts the attempt first and takes it back on success, so
 * concurrent guesses get no more tries than successive ones. An attempt that could not be checked does not count. Throws 429,
 * without checking, while a counter waits.
 */
export async function limitAttempts<Found>(
  db: Database,
  ctx: AttemptContext,
  counters: readonly Counter[],
  check: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  const delay = await countAttempt(db, ctx, counters);
  try {
    await holdAttempt(ctx, delay);
    const found = await check();
    if (found !== undefined) await forgetAttempts(db, counters);
    return found;
  } catch (error) {
    const key_digests = counters.map(({ key_digest }) => key_digest);
    await takeBack(db, key_digests);
    throw error;
  }
}
