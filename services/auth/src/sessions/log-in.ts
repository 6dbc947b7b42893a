import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { Visit } from '@order-hub/pages/visit';
import { authenticateUser } from '../users/authenticate-user.ts';
import { emailKey } from '../users/user.ts';
import { hasKnownBrowser } from './attempt.store.ts';
import { addressCounter, browserCounter, emailCounter, type Counter } from './attempts.ts';
import { limitAttempts } from './limit-attempts.ts';
import { openSession } from './open-session.ts';

type Deps = { db: Database };

/** A browser that has logged this user in before is counted apart, so that strangers' failures never keep the user out. */
async function countersOf({ db }: Deps, { browser, address }: Visit, email: string): Promise<Counter[]> {
  const [email_key, browser_digest] = [emailKey(email), digest(browser)];
  if (await hasKnownBrowser(db, email_key, browser_digest)) return [browserCounter(email_key, browser_digest)];
  return [emailCounter(email_key), addressCounter(address)];
}

/**
 * Logs somebody in, and returns the secret of the session. Throws 422, without saying which of both is wrong, and 429 after
 * too many failures.
 */
export async function logIn({ db }: Deps, visit: Visit, given: { email: string; password: string }): Promise<string> {
  const counters = await countersOf({ db }, visit, given.email);
  const user_id = await limitAttempts({ db, now: visit.now }, counters, () => authenticateUser(db, given));
  if (user_id === undefined) throw invalid('email', 'address or password is wrong');
  return transaction(db, (trx) => openSession(trx, visit, user_id));
}
