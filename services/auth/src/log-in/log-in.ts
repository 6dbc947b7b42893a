import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { BrowserContext } from '../sessions/browser-context.ts';
import { authenticateUser } from '../passwords/authenticate-user.ts';
import { emailKey } from '../users/user.ts';
import { isKnownBrowser } from '../sessions/browsers/find-known-browser.ts';
import { addressCounter, browserCounter, emailCounter, type Counter } from '../attempts/attempts.ts';
import { limitAttempts } from '../attempts/limit-attempts.ts';
import { openSessionIn } from '../sessions/open-session.ts';

type Deps = { db: Database };

/** Counts a browser in which this user has logged in before on its own: strangers' failures never lock the user out. */
async function countersOf({ db }: Deps, { browser, address }: BrowserContext, email: string): Promise<Counter[]> {
  const [email_key, browser_digest] = [emailKey(email), digest(browser)];
  if (await isKnownBrowser(db, { email_key, browser_digest })) return [browserCounter(email_key, browser_digest)];
  return [emailCounter(email_key), addressCounter(address)];
}

/**
 * Logs a user in, and returns the secret of the session. Throws 422 for a wrong email address or password, without saying
 * which, and 429 after too many failures.
 */
export async function logIn(
  { db }: Deps,
  ctx: BrowserContext,
  _params: object,
  credentials: { email: string; password: string },
): Promise<string> {
  const counters = await countersOf({ db }, ctx, credentials.email);
  const user_id = await limitAttempts({ db, now: ctx.now }, counters, () => authenticateUser(db, credentials));
  if (user_id === undefined) throw invalid('email', 'address or password is wrong');
  return transaction(db, (trx) => openSessionIn(trx, ctx, user_id));
}
