import type { Database, Queryable } from '@order-hub/shared/database';
import { checkPassword, type HashContext } from '../credentials/hash-password.ts';
import { emailKey } from '../users/user.ts';
import { findCredentials, lockPassword, updatePasswordHash, type Credentials } from './credential.store.ts';

/**
 * The user with this email address and password, if there is one, with the hash of the password. An unknown address takes as long.
 * Replaces a hash that is weaker than today's, because only now is the password known. Throws 503 when too many others wait.
 */
export async function authenticateUser(
  db: Database,
  ctx: HashContext,
  { email, password }: { email: string; password: string },
): Promise<Credentials | undefined> {
  const found = await findCredentials(db, emailKey(email));
  const { isRight, better } = await checkPassword(ctx, found?.password_hash, password);
  if (!found || !isRight) return undefined;
  if (better === undefined) return found;
  const { id, password_hash: before } = found;
  const isReplaced = await updatePasswordHash(db, { id, before, after: better });
  // Otherwise another log-in has replaced it, or the password is a new one.
  return isReplaced ? { id, password_hash: better } : authenticateUser(db, ctx, { email, password });
}

/** Keeps the password of a user who has just entered it, until the end of the transaction. Returns false if it is another one by now. */
export const keepPassword = (trx: Queryable, user: Credentials): Promise<boolean> => lockPassword(trx, user);
