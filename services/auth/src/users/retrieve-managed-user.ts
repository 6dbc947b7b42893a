import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findUser } from './user.store.ts';
import { viewUser } from './user.view.ts';

/** A user, for operators. Throws 404. */
export async function retrieveManagedUser(
  { db }: { db: Queryable },
  { now }: PrincipalContext,
  { user_id }: { user_id: string },
) {
  const user = await findUser(db, user_id);
  if (!user) throw notFound('User');
  return viewUser(user, { seesEmail: true, now });
}
