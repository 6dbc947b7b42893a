import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { byUser, type Actor } from '../audit/audit.ts';
import { createAccountIn } from '../accounts/create-account.ts';
import { currencyOf, timezoneOf } from '@order-hub/shared/country';
import { noAddress } from '../locations/location.ts';
import { createLocationIn } from '../locations/managed/create-location.ts';
import type { BrowserContext } from '../sessions/browser-context.ts';
import { signUpCounter, type LogInLimits } from '../attempts/attempts.ts';
import { countAttempt } from '../attempts/limit-attempts.ts';
import { openSessionIn } from '../sessions/open-session.ts';
import { sendVerification } from '../email-verification/send-verification.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { createUserIn } from '../users/create-user.ts';
import type { Business } from './sign-up.schema.ts';
import { hashPassword } from '../credentials/hash-password.ts';
import { assertHardToGuess } from '../credentials/password.ts';

type Deps = { db: Database; mailing: Mailing; logInLimits: LogInLimits };

type Person = { email: string; password: string; first_name: string | null; last_name: string | null };

async function createBusinessIn(trx: Queryable, by: Actor, user_id: string, business: Business): Promise<void> {
  const { account_name, location_name, country } = business;
  const account = { user_id, name: account_name, currency: currencyOf(country) };
  const { id: account_id } = await createAccountIn(trx, by, account);
  if (location_name === null) return;
  const timezone = timezoneOf(country);
  await createLocationIn(trx, by, { ...noAddress, account_id, name: location_name, country, timezone });
}

/**
 * Creates a user, perhaps with an account and its first location, and logs them in. Returns the secret of the session. Throws
 * 422 when the email address is taken or the password is easy to guess, and 429 after many sign-ups from one remote address.
 */
async function signUpPerson(
  { db, mailing, logInLimits: { sessionsMax, signUpsPerHour } }: Deps,
  ctx: BrowserContext,
  { password, ...profile }: Person & { timezone: string },
  business: Business | null,
): Promise<string> {
  assertHardToGuess(password, profile.email);
  await countAttempt(db, ctx, [signUpCounter(ctx.address, ctx.now, signUpsPerHour)]);
  const password_hash = await hashPassword(ctx, password);
  const user = { id: newId(ctx.now), ...profile, locales: [] };
  const by = byUser({ ...ctx, user });
  return transaction(db, async (trx) => {
    await createUserIn(trx, by, { ...user, password_hash });
    if (business) await createBusinessIn(trx, by, user.id, business);
    await sendVerification(trx, mailing, { now: ctx.now, user_id: user.id, language: ctx.language });
    return openSessionIn(trx, ctx, { user_id: user.id, sessionsMax });
  });
}

/** Creates a user with an account and perhaps its first location. As `signUpPerson`. */
export const signUp = (
  deps: Deps,
  ctx: BrowserContext,
  _params: object,
  { business, ...person }: Person & { business: Business },
): Promise<string> => signUpPerson(deps, ctx, { ...person, timezone: timezoneOf(business.country) }, business);

/** Creates a user who works in somebody else's business, or who develops applications. As `signUpPerson`. */
export const signUpWithoutBusiness = (
  deps: Deps,
  ctx: BrowserContext,
  _params: object,
  person: Person & { timezone: string },
): Promise<string> => signUpPerson(deps, ctx, person, null);
