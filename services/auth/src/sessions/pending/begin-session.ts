import type { Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import type { BrowserContext } from '../browser-context.ts';
import type { Mailing } from '../../mails/queue-mail.ts';
import { openLogInIn } from '../browsers/open-log-in.ts';
import type { NewSession } from '../open-session.ts';
import { lockSecondFactorKeyShared, upsertPendingSession } from './pending-session.store.ts';

const pendingMs = 10 * 60_000;

/**
 * Opens a session of a user whose password was right, and returns the secret of its cookie. If the user has a second factor,
 * begins a pending session instead, and returns null: it opens nothing, belongs to this browser and expires after ten minutes
 * (docs/api/back-office.md#second-factors).
 */
export async function beginSessionIn(
  trx: Queryable,
  mailing: Mailing,
  ctx: BrowserContext,
  session: NewSession,
): Promise<string | null> {
  const { user_id } = session;
  if (!(await lockSecondFactorKeyShared(trx, user_id))) return openLogInIn(trx, mailing, ctx, session);
  const expires_at = new Date(ctx.now.getTime() + pendingMs);
  await upsertPendingSession(trx, { browser_digest: digest(ctx.browser), user_id, expires_at });
  return null;
}
