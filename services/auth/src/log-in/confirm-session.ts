import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { SessionContext } from '../sessions/browser-context.ts';
import { checkOwnPassword } from '../passwords/check-own-password.ts';
import { markConfirmed } from '../sessions/mark-confirmed.ts';

/** Confirms the session with the user's password. Throws 422 for a wrong one, 429 after too many. */
export async function confirmSession(
  { db }: { db: Database },
  ctx: SessionContext,
  _params: object,
  { password }: { password: string },
): Promise<void> {
  if (!(await checkOwnPassword(db, ctx, password))) throw invalid('password', 'is wrong');
  await markConfirmed(db, ctx.session, ctx.now);
}
