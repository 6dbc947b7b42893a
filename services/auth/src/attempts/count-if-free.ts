import type { Queryable } from '@order-hub/shared/database';
import { upsertAttempt } from './attempt.store.ts';
import type { Counter } from './attempts.ts';

/** Counts in the transaction of what is limited, and locks the counter. Returns false, and counts nothing, while it waits. */
export const countIfFree = async (trx: Queryable, counter: Counter, now: Date): Promise<boolean> =>
  (await upsertAttempt(trx, counter, now)).waits_until === undefined;
