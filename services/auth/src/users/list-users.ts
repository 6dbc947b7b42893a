import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { emailKey } from './user.ts';
import { findUserByEmail } from './user.store.ts';
import { viewUser } from './user.view.ts';

/** The user with this email address, in whatever case, as a list of one; none for an address that nobody has. */
export async function listUsers({ db }: { db: Database }, { now }: Context<null>, { email }: { email: string }) {
  const user = await findUserByEmail(db, emailKey(email));
  return user ? [viewUser(user, { seesEmail: true, now })] : [];
}
