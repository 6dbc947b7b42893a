import type { Database } from '@order-hub/shared/database';
import type { UserVisit } from '../pages/visit.ts';
import { authenticateUser } from '../users/authenticate-user.ts';
import { sessionCounter } from './attempts.ts';
import { limitAttempts } from './limit-attempts.ts';

/**
 * Whether this is the password of the user of a session. Counted by the session: who has stolen one cannot guess on, and
 * nobody else's failures count. Throws 429 after too many failures.
 */
export async function checkOwnPassword(
  db: Database,
  { user, session, now }: UserVisit,
  password: string,
): Promise<boolean> {
  const found = await limitAttempts({ db, now }, [sessionCounter(session.id_digest)], () =>
    authenticateUser(db, { email: user.email, password }),
  );
  return found === user.id;
}
