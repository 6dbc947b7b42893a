import type { Database } from '@order-hub/shared/database';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import * as store from './user.store.ts';
import { emailKey, type User } from './user.ts';
import { viewUser } from './user.view.ts';

type UsersQuery = { email?: string | undefined; after?: string | undefined; count: number };

/** A page of users, oldest first; with `email` only the user with this address, in any case. */
export async function listUsers(
  { db }: { db: Database },
  { now }: PrincipalContext,
  _params: object,
  { email, ...page }: UsersQuery,
) {
  const { items, next } = email === undefined ? await store.listUsers(db, page) : await findByEmail(db, email);
  return { items: items.map((user) => viewUser(user, { seesEmail: true, now })), next };
}

async function findByEmail(db: Database, email: string): Promise<Page<User>> {
  const user = await store.findUserByEmail(db, emailKey(email));
  return { items: user ? [user] : [], next: null };
}
