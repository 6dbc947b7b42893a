import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { UserVisit } from '@order-hub/pages/visit';
import { checkOwnPassword } from '../sessions/check-own-password.ts';
import { closeUserSessions } from '../sessions/close-user-sessions.ts';
import { openSession } from '../sessions/open-session.ts';
import { hashPassword } from './hash-password.ts';
import { assertHardToGuess } from './password.ts';
import { deleteLinkOf } from './password-link.store.ts';
import { updatePassword } from './user.store.ts';

type Given = { password: string; new_password: string };

/**
 * Gives a user another password. Every session of the user ends, and a link for a new password is worth nothing; this
 * browser gets a new session, whose secret is returned. Throws 422 when the present password is wrong
 * or the new one easy to guess, and 429 after too many failures.
 */
export async function changePassword(db: Database, visit: UserVisit, given: Given): Promise<string> {
  const { user } = visit;
  assertHardToGuess(given.new_password, user.email, 'new_password');
  if (!(await checkOwnPassword(db, visit, given.password))) throw invalid('password', 'is wrong');
  const password_hash = await hashPassword(given.new_password);
  return transaction(db, async (trx) => {
    await updatePassword(trx, user.id, password_hash);
    await deleteLinkOf(trx, user.id);
    await closeUserSessions(trx, user.id);
    await recordEntry(trx, byUser(visit), { action: 'user.password', account_id: null, subject_id: user.id });
    return openSession(trx, visit, user.id);
  });
}
