import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { SessionContext } from '../sessions/browser-context.ts';
import { checkOwnPassword } from '../passwords/check-own-password.ts';
import { checkSecondFactor } from '../second-factor/check-second-factor.ts';
import type { Proof } from '../second-factor/second-factor.ts';
import { markConfirmed } from '../sessions/mark-confirmed.ts';

type Deps = { db: Database; encryptionKeys: readonly string[]; publicUrl: string };

/**
 * Confirms the session with the user's password, and with the second factor if the user has one. Throws 422 for a wrong one, 429
 * after too many.
 */
export async function confirmSession(
  deps: Deps,
  ctx: SessionContext,
  _params: object,
  { password, hasSecondFactor, ...proof }: { password: string; hasSecondFactor: boolean } & Proof,
): Promise<void> {
  if (!(await checkOwnPassword(deps.db, ctx, password))) throw invalid('password', 'incorrect', 'is wrong');
  if (hasSecondFactor) await checkSecondFactor(deps, ctx, ctx.session.user, proof);
  await markConfirmed(deps.db, ctx.session, ctx.now);
}
