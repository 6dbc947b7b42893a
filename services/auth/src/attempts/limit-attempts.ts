import { transaction, type Database } from '@order-hub/shared/database';
import { tooManyRequests } from '@order-hub/shared/errors';
import { deleteAttempts, updateTakenBack, upsertAttempt } from './attempt.store.ts';
import { waitInWords, type Counter } from './attempts.ts';

type Deps = { db: Database; now: Date };

/** Counts an attempt in each of the counters, or in none. Throws 429 while one of them waits. */
export const countAttempt = ({ db, now }: Deps, counters: readonly Counter[]): Promise<void> =>
  transaction(db, async (trx) => {
    for (const counter of counters) {
      const waitsUntil = await upsertAttempt(trx, counter, now);
      if (waitsUntil === null) continue;
      const seconds = Math.max(1, Math.ceil((waitsUntil.getTime() - now.getTime()) / 1_000));
      throw tooManyRequests(`There were too many attempts. Please try again in ${waitInWords(seconds)}`, {
        'Retry-After': String(seconds),
      });
    }
  });

const digestsOf = (counters: readonly Counter[]) => counters.map(({ key_digest }) => key_digest);

/** After a success: whose own attempts they are begins anew. */
async function forgetAttempts(db: Database, counters: readonly Counter[]): Promise<void> {
  const [shared, own] = [counters.filter(({ isShared }) => isShared), counters.filter(({ isShared }) => !isShared)];
  await deleteAttempts(db, digestsOf(own));
  if (shared.length > 0) await updateTakenBack(db, digestsOf(shared));
}

/**
 * Checks a password, and gives what `check` finds. The attempt is counted before, and forgotten when the password is right:
 * so of guesses that are sent at once no more are checked than of those that are sent one after another. One that could not
 * be checked does not count. Throws 429 while somebody has to wait; nothing is checked then.
 */
export async function limitAttempts<Found>(
  deps: Deps,
  counters: readonly Counter[],
  check: () => Promise<Found | undefined>,
): Promise<Found | undefined> {
  await countAttempt(deps, counters);
  try {
    const found = await check();
    if (found !== undefined) await forgetAttempts(deps.db, counters);
    return found;
  } catch (error) {
    await updateTakenBack(deps.db, digestsOf(counters));
    throw error;
  }
}
