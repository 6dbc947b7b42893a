import type { Database } from '@order-hub/shared/database';
import type { SessionContext } from '../sessions/browser-context.ts';
import { authenticateUser } from './authenticate-user.ts';
import { sessionCounter } from '../attempts/attempts.ts';
import { limitAttempts } from '../attempts/limit-attempts.ts';

/**
 * Whether this is the password of the session's user. Counts failures per session: a thief cannot keep guessing, and other
 * people's failures do not count. Throws 429 after too many.
 */
export async function checkOwnPassword(db: Database, ctx: SessionContext, password: string): Promise<boolean> {
  const { id_digest, user } = ctx.session;
  const found = await limitAttempts(db, ctx, [sessionCounter(id_digest)], () =>
    authenticateUser(db, ctx, { email: user.email, password }),
  );
  return found?.id === user.id;
}
