import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { transactionOf } from '../acting/open-transaction.ts';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { LogInLimits } from '../attempts/attempts.ts';
import type { SessionContext } from '../sessions/browser-context.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { announcePassword } from './announce-password.ts';
import { checkOwnPassword } from './check-own-password.ts';
import { closeAccess } from '../sessions/close-access.ts';
import { replaceKnownBrowsers } from '../sessions/browsers/replace-known-browsers.ts';
import { openSessionIn } from '../sessions/open-session.ts';
import { hashPassword } from '../credentials/hash-password.ts';
import { assertHardToGuess } from '../credentials/password.ts';
import { updatePassword } from './credential.store.ts';

type PasswordChange = { password: string; new_password: string };

/**
 * Changes the user's password. Ends all their sessions and what was begun in them. Of the browsers in which the user
 * has logged in before, only this one stays known. It gets a new session, whose secret is returned. Throws 422 when the current password is wrong or the new one is easy to guess, and 429 after too
 * many failures.
 */
export async function changePassword(
  { db, mailing, logInLimits: { sessionsMax } }: { db: Database; mailing: Mailing; logInLimits: LogInLimits },
  ctx: SessionContext,
  _params: object,
  { password, new_password }: PasswordChange,
): Promise<string> {
  const { user } = ctx.session;
  assertHardToGuess(new_password, user.email, 'new_password');
  if (!(await checkOwnPassword(db, ctx, password))) throw invalid('password', 'incorrect', 'is wrong');
  const password_hash = await hashPassword(ctx, new_password);
  return transactionOf(db, ctx, async (trx) => {
    const by = byUser({ ...ctx, user });
    await updatePassword(trx, user.id, password_hash);
    await closeAccess(trx, by, { user_id: user.id });
    await replaceKnownBrowsers(trx, ctx, user.id);
    await recordEntry(trx, by, { action: 'user.password', account_id: null, subject_id: user.id });
    await announcePassword(trx, mailing, { now: ctx.now, user_id: user.id, language: ctx.language });
    return openSessionIn(trx, ctx, { user_id: user.id, sessionsMax });
  });
}
