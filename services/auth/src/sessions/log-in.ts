import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { Visit } from '../pages/visit.ts';
import { authenticateUser } from '../users/authenticate-user.ts';
import { openSession } from './open-session.ts';

type Deps = { db: Database };

/** Logs somebody in, and returns the secret of the session. Throws 422, without saying which of both is wrong. */
export async function logIn({ db }: Deps, visit: Visit, given: { email: string; password: string }): Promise<string> {
  const user_id = await authenticateUser(db, given);
  if (user_id === undefined) throw invalid('email', 'address or password is wrong');
  return transaction(db, (trx) => openSession(trx, visit, user_id));
}
