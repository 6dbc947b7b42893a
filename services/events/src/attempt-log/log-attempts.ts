import { isOutage, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import type { LoggedAttempt } from './logged-attempt.ts';
import { insertAttempts } from './logged-attempt.store.ts';

/** Stores attempts. Throws only while the database is unavailable: an attempt that cannot be logged must not keep back results. */
export async function logAttempts({ db, log }: { db: Database; log: Log }, attempts: readonly LoggedAttempt[]) {
  try {
    await insertAttempts(db, attempts);
  } catch (error) {
    if (isOutage(error)) throw error;
    log.error({ err: error, attempts: attempts.length }, 'attempts are missing from the delivery log');
  }
}
