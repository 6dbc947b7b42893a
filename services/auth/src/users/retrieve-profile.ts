import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { User } from './user.ts';
import { findUser } from './user.store.ts';

/** The user, as they see themselves. Throws 404. */
export async function retrieveProfile(db: Database, { id }: { id: string }): Promise<User> {
  const user = await findUser(db, id);
  if (!user) throw notFound('User');
  return user;
}
