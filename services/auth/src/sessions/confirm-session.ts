import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { UserVisit } from '../pages/visit.ts';
import { authenticateUser } from '../users/authenticate-user.ts';
import { updateConfirmedAt } from './session.store.ts';

/** Notes that the user of this session has given the password again. Throws 422 for a wrong one. */
export async function confirmSession(db: Database, { user, session, now }: UserVisit, password: string): Promise<void> {
  const user_id = await authenticateUser(db, { email: user.email, password });
  if (user_id !== user.id) throw invalid('password', 'is wrong');
  await updateConfirmedAt(db, session.id_digest, now);
}
