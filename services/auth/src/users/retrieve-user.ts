import type { Caller, Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { can } from '@order-hub/shared/scopes';
import { findUser } from './user.store.ts';
import { viewUser } from './user.view.ts';

/** The user who authorised the connection: the email address only with profile_with_email (docs/api/locations.md#users). */
export async function retrieveUser({ db }: { db: Database }, { caller, now }: Context<Caller>) {
  const user = await findUser(db, caller.user_id);
  if (!user) throw notFound('User');
  return viewUser(user, { seesEmail: can(caller.scope, 'profile_with_email'), now });
}
