import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import { clearEmailAttempts } from '../attempts/clear-email-attempts.ts';
import type { BrowserContext } from '../sessions/browser-context.ts';
import { replaceKnownBrowsers } from '../sessions/browsers/replace-known-browsers.ts';
import { closeAccess } from '../sessions/close-access.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { announcePassword } from './announce-password.ts';
import { findLinkOwner } from './find-link-owner.ts';
import { hashPassword } from '../credentials/hash-password.ts';
import { assertHardToGuess } from '../credentials/password.ts';
import { deletePasswordLink } from './password-link.store.ts';
import { lockCredentials, updatePassword } from './credential.store.ts';
import { emailKey } from '../users/user.ts';

/**
 * Sets a new password with the token of a link, which works once. Ends all sessions of the user and what was begun in them, forgets failed attempts for
 * the email address, and makes this the only browser that is known to be the user's
 * (docs/api/back-office.md#forgotten-passwords). Throws 422 for an invalid link, before the work of hashing.
 */
export async function replacePassword(
  { db, mailing }: { db: Database; mailing: Mailing },
  ctx: BrowserContext,
  _params: object,
  { token, password }: { token: string; password: string },
): Promise<void> {
  const user = await findLinkOwner(db, token, ctx.now);
  if (!user) throw invalid('link', 'expired', 'is no longer valid');
  assertHardToGuess(password, user.email);
  const password_hash = await hashPassword(ctx, password);
  await transaction(db, async (trx) => {
    const by = byUser({ ...ctx, user });
    await lockCredentials(trx, user.id);
    const isTheirs = await deletePasswordLink(trx, digest(token), ctx.now);
    if (!isTheirs) throw invalid('link', 'expired', 'is no longer valid');
    await updatePassword(trx, user.id, password_hash);
    await closeAccess(trx, by, { user_id: user.id });
    await replaceKnownBrowsers(trx, ctx, user.id);
    await clearEmailAttempts(trx, emailKey(user.email));
    await announcePassword(trx, mailing, { now: ctx.now, user_id: user.id, language: ctx.language });
    const entry = { action: 'user.new_password', account_id: null, subject_id: user.id } as const;
    await recordEntry(trx, by, entry);
  });
}
