import type { Database } from '@order-hub/shared/database';
import { isPassword } from './hash-password.ts';
import { emailKey } from './user.ts';
import { findCredentials } from './user.store.ts';

/** The id of the user with this email address and password, if there is one. An unknown address costs the same time. */
export async function authenticateUser(
  db: Database,
  { email, password }: { email: string; password: string },
): Promise<string | undefined> {
  const found = await findCredentials(db, emailKey(email));
  return (await isPassword(found?.password_hash, password)) ? found?.id : undefined;
}
