import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import type { BrowserContext } from '../sessions/browser-context.ts';
import { recordRefusedLogIn } from '../history/record-refused-log-in.ts';
import { authenticateUser, keepPassword } from '../passwords/authenticate-user.ts';
import { emailKey } from '../users/user.ts';
import { isKnownBrowser } from '../sessions/browsers/check-known-browser.ts';
import {
  addressCounter,
  addressLogInCounter,
  browserCounter,
  emailAndAddressCounter,
  emailCounter,
  userLogInCounter,
  type Counter,
  type LogInLimits,
} from '../attempts/attempts.ts';
import { assertMayTry, countAttempt, limitAttempts } from '../attempts/limit-attempts.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { beginSessionIn } from '../sessions/pending/begin-session.ts';

type Deps = { db: Database; mailing: Mailing; logInLimits: LogInLimits };

/**
 * Counts a browser in which this user has logged in before on its own. From other browsers, only failures from the same
 * address refuse a log-in; those from elsewhere delay it: strangers' failures never lock the user out.
 */
async function countersOf(
  { db, logInLimits }: Deps,
  { browser, address, now }: BrowserContext,
  email: string,
): Promise<Counter[]> {
  const [email_key, browser_digest] = [emailKey(email), digest(browser)];
  const logIns = addressLogInCounter(address, now, logInLimits.perAddressMinute);
  if (await isKnownBrowser(db, { email_key, browser_digest }))
    return [logIns, browserCounter(email_key, browser_digest)];
  return [
    logIns,
    emailAndAddressCounter(email_key, address),
    addressCounter(address),
    emailCounter(email_key, logInLimits.delaySecondsMax),
  ];
}

const isWrong = () => invalid('email', 'incorrect', 'address or password is wrong');

/** The user who has these. Throws 422 for a wrong email address or password, and 429 after too many attempts. */
async function checkCredentials(
  deps: Deps,
  ctx: BrowserContext,
  credentials: { email: string; password: string },
): Promise<{ id: string; password_hash: string }> {
  const { db, logInLimits } = deps;
  const logIns = userLogInCounter(emailKey(credentials.email), ctx.now, logInLimits.perUserMinute);
  // Before the password is hashed, which costs more than all else.
  await assertMayTry(db, logIns, ctx.now);
  const counters = await countersOf(deps, ctx, credentials.email);
  const user = await limitAttempts(db, ctx, counters, () => authenticateUser(db, ctx, credentials));
  if (user === undefined) {
    await recordRefusedLogIn(db, ctx, { email: credentials.email, kind: 'password' });
    throw isWrong();
  }
  // Only now: strangers, who do not know the password, cannot use up the user's log-ins.
  await countAttempt(db, ctx, [logIns]);
  return user;
}

/**
 * Logs a user in, and returns the secret of the session; null for a user who must prove a second factor first. Throws 422 for
 * a wrong email address or password, without saying which, and 429 after too many attempts (docs/api/back-office.md#attempts).
 */
export async function logIn(
  deps: Deps,
  ctx: BrowserContext,
  _params: object,
  credentials: { email: string; password: string },
): Promise<string | null> {
  const user = await checkCredentials(deps, ctx, credentials);
  return transaction(deps.db, async (trx) => {
    // Whoever sets a new one ends all sessions, and would not see this one.
    if (!(await keepPassword(trx, user))) throw isWrong();
    return beginSessionIn(trx, deps.mailing, ctx, { user_id: user.id, ...deps.logInLimits });
  });
}
