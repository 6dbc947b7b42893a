import { isOutage, transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import type { FindAnonymised } from '@order-hub/shared/anonymising';
import type { LoggedAttempt } from './logged-attempt.ts';
import { insertAttempts } from './logged-attempt.store.ts';

type Deps = { db: Database; log: Log; findAnonymised: FindAnonymised };

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
async function insertPresent({ db, findAnonymised }: Deps, attempts: readonly LoggedAttempt[]): Promise<void> {
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
export async function logAttempts(deps: Deps, attempts: readonly LoggedAttempt[]) {
  try {
    await insertPresent(deps, attempts);
  } catch (error) {
    if (isOutage(error)) throw error;
    deps.log.error({ err: error, attempts: attempts.length }, 'attempts are missing from the delivery log');
  }
}
