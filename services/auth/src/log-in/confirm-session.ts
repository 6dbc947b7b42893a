import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { UserVisit } from '@order-hub/pages/visit';
import { checkOwnPassword } from '../passwords/check-own-password.ts';
import { markConfirmed } from '../sessions/mark-confirmed.ts';
import { ownSession } from '../sessions/session.ts';

/** Confirms the session with the user's password. Throws 422 for a wrong one, 429 after too many. */
export async function confirmSession(db: Database, visit: UserVisit, password: string): Promise<void> {
  if (!(await checkOwnPassword(db, visit, password))) throw invalid('password', 'is wrong');
  await markConfirmed(db, ownSession(visit), visit.now);
}
