import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findUserByEmail } from './user.store.ts';
import { emailKey } from './user.ts';
import { viewUser } from './user.view.ts';

/** The user with this email address, in any case, as a list of one or none. */
export async function listUsers(
  { db }: { db: Database },
  { now }: PrincipalContext,
  _params: object,
  { email }: { email: string },
) {
  const user = await findUserByEmail(db, emailKey(email));
  return user ? [viewUser(user, { seesEmail: true, now })] : [];
}
