import type { Database } from '@order-hub/shared/database';
import { checkPassword, type HashContext } from '../credentials/hash-password.ts';
import { emailKey } from '../users/user.ts';
import { findCredentials, updatePasswordHash } from './credential.store.ts';

/**
 * The id of the user with this email address and password, if there is one. An unknown address takes as long. Replaces a
 * hash that is weaker than today's, because only now is the password known. Throws 503 when too many others wait.
 */
export async function authenticateUser(
  db: Database,
  ctx: HashContext,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const found = await findCredentials(db, emailKey(email));
  const { isRight, better } = await checkPassword(ctx, found?.password_hash, password);
  if (!found || !isRight) return undefined;
  if (better !== undefined) {
    await updatePasswordHash(db, { id: found.id, before: found.password_hash, after: better });
  }
  return found.id;
}
