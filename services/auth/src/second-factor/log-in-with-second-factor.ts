import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { LogInLimits } from '../attempts/attempts.ts';
import type { BrowserContext } from '../sessions/browser-context.ts';
import { findPendingSession } from '../sessions/pending/find-pending-session.ts';
import { openPendingSessionIn } from '../sessions/pending/open-pending-session.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { checkSecondFactor } from './check-second-factor.ts';
import type { Proof } from './second-factor.ts';

type Deps = {
  db: Database;
  mailing: Mailing;
  encryptionKeys: readonly string[];
  publicUrl: string;
  logInLimits: LogInLimits;
};

const isOver = () => invalid('code', 'expired', 'came too late. Log in again');

/**
 * Logs in the user who has entered the password in this browser, and returns the secret of the session. Throws 422 for a wrong
 * proof of the second factor, or ten minutes after the password, and 429 after too many.
 */
export async function logInWithSecondFactor(
  deps: Deps,
  ctx: BrowserContext,
  _params: object,
  proof: Proof,
): Promise<string> {
  const user = await findPendingSession(deps, ctx);
  if (!user) throw isOver();
  const factor = await checkSecondFactor(deps, ctx, user, proof);
  const session = await transaction(deps.db, (trx) =>
    openPendingSessionIn(trx, deps.mailing, ctx, { user_id: user.id, factor, ...deps.logInLimits }),
  );
  if (session === undefined) throw isOver();
  return session;
}
