import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from './owner.ts';
import { findUser } from './user.store.ts';
import type { User } from './user.ts';

/** The user's own profile. Throws 404. */
export async function retrieveProfile({ db }: { db: Database }, ctx: PrincipalContext): Promise<User> {
  const user = await findUser(db, userIdOf(ctx));
  if (!user) throw notFound('User');
  return user;
}
