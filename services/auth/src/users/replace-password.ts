import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { byUser } from '../audit/audit.ts';
import { recordEntry } from '../audit/record-entry.ts';
import type { Visit } from '@order-hub/pages/visit';
import { closeUserSessions } from '../sessions/close-user-sessions.ts';
import { findLinkOwner } from './find-link-owner.ts';
import { hashPassword } from './hash-password.ts';
import { assertHardToGuess } from './password.ts';
import { deletePasswordLink } from './password-link.store.ts';
import { lockUser, updatePassword } from './user.store.ts';

type Given = { token: string; password: string };

/**
 * Gives a user a new password by the token of a link, which is used up. Every session of the user ends. Throws 422 for a
 * link that is over, before the work of hashing.
 */
export async function replacePassword(db: Database, visit: Visit, { token, password }: Given): Promise<void> {
  const user = await findLinkOwner(db, token, visit.now);
  if (!user) throw invalid('link', 'is not valid any more');
  assertHardToGuess(password, user.email);
  const password_hash = await hashPassword(password);
  await transaction(db, async (trx) => {
    await lockUser(trx, user.id);
    const isTheirs = await deletePasswordLink(trx, digest(token), visit.now);
    if (!isTheirs) throw invalid('link', 'is not valid any more');
    await updatePassword(trx, user.id, password_hash);
    await closeUserSessions(trx, user.id);
    const entry = { action: 'user.new_password', account_id: null, subject_id: user.id } as const;
    await recordEntry(trx, byUser({ ...visit, user }), entry);
  });
}
