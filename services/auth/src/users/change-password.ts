import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordDeed } from '../audit/record-deed.ts';
import type { UserVisit } from '../pages/visit.ts';
import { closeUserSessions } from '../sessions/close-user-sessions.ts';
import { openSession } from '../sessions/open-session.ts';
import { authenticateUser } from './authenticate-user.ts';
import { hashPassword } from './hash-password.ts';
import { deleteLinkOf } from './password-link.store.ts';
import { updatePassword } from './user.store.ts';

type Given = { password: string; new_password: string };

/**
 * Gives a user another password. Every session of the user ends, and a link for a new password is worth nothing; this
 * browser gets a new session, whose secret is returned. Throws 422 when the present password is wrong.
 */
export async function changePassword(db: Database, visit: UserVisit, given: Given): Promise<string> {
  const { user } = visit;
  const user_id = await authenticateUser(db, { email: user.email, password: given.password });
  if (user_id !== user.id) throw invalid('password', 'is wrong');
  const password_hash = await hashPassword(given.new_password);
  return transaction(db, async (trx) => {
    await updatePassword(trx, user.id, password_hash);
    await deleteLinkOf(trx, user.id);
    await closeUserSessions(trx, user.id);
    await recordDeed(trx, byUser(visit), { action: 'user.password', account_id: null, subject_id: user.id });
    return openSession(trx, visit, user.id);
  });
}
