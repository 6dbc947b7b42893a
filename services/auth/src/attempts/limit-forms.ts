import type { Database } from '@order-hub/shared/database';
import { upsertAttempt } from './attempt.store.ts';
import { formCounter, secondsUntil } from './attempts.ts';

/**
 * Counts a form that a user sends, of at most `max` a minute. Returns the seconds after which the user can go on: 0 when the
 * form is not too many (docs/api/limits.md#pages).
 */
export async function limitForms(db: Database, user_id: string, now: Date, max: number): Promise<number> {
  const counted = await upsertAttempt(db, formCounter(user_id, now, max), now);
  return counted.waits_until === undefined ? 0 : secondsUntil(counted.waits_until, now);
}
