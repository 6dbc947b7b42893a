import { isOutage, transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { findAnonymised } from '../events/anonymising/anonymised-customer.store.ts';
import type { LoggedAttempt } from './logged-attempt.ts';
import { insertAttempts } from './logged-attempt.store.ts';

/** The customers whom receivers' answers may name: whoever gets an event may repeat it. */
const answeredAbout = (attempts: readonly LoggedAttempt[]) =>
  attempts.flatMap(({ customer_id, response_headers }) =>
    customer_id && response_headers !== null ? customer_id : [],
  );

const withoutAnswer = (attempt: LoggedAttempt): LoggedAttempt => ({
  ...attempt,
  response_headers: null,
  response_body: null,
});

/** An answer may come when its customer has been anonymised meanwhile: it is left out. */
async function insertPresent(db: Database, attempts: readonly LoggedAttempt[]): Promise<void> {
  const customer_ids = [...new Set(answeredAbout(attempts))];
  if (customer_ids.length === 0) return insertAttempts(db, attempts);
  await transaction(db, async (trx) => {
    const anonymised = await findAnonymised(trx, customer_ids);
    await insertAttempts(
      trx,
      attempts.map((attempt) => (anonymised.has(attempt.customer_id ?? '') ? withoutAnswer(attempt) : attempt)),
    );
  });
}

/** Stores attempts. Throws only while the database is unavailable: an attempt that cannot be logged must not keep back results. */
export async function logAttempts({ db, log }: { db: Database; log: Log }, attempts: readonly LoggedAttempt[]) {
  try {
    await insertPresent(db, attempts);
  } catch (error) {
    if (isOutage(error)) throw error;
    log.error({ err: error, attempts: attempts.length }, 'attempts are missing from the delivery log');
  }
}
