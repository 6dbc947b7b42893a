import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import type { BrowserContext } from '../browser-context.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { openLogInIn } from '../browsers/open-log-in.ts';
import type { NewSession } from '../open-session.ts';
import { deletePendingSession, lockSecondFactorKeyShared } from './pending-session.store.ts';

/**
 * Opens the session of a user who has proven the second factor, and returns the secret of its cookie. Returns undefined if the
 * browser's pending session has ended meanwhile, as after a new password.
 */
export async function openPendingSessionIn(
  trx: Queryable,
  mailing: Mailing,
  ctx: BrowserContext,
  session: NewSession,
): Promise<string | undefined> {
  const { user_id } = session;
  // The user first, as whoever changes the password does: the other order could deadlock.
  await lockSecondFactorKeyShared(trx, user_id);
  const isTheirs = await deletePendingSession(trx, digest(ctx.browser), user_id);
  return isTheirs ? openLogInIn(trx, mailing, ctx, session) : undefined;
}
