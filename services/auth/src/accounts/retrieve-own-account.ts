import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findUserAccount, type OwnAccount } from './account.store.ts';

/** An account that the user owns. Throws 404, also for one of another user. */
export async function retrieveOwnAccount(db: Queryable, user: { id: string }, id: string): Promise<OwnAccount> {
  const account = await findUserAccount(db, user.id, id);
  if (!account) throw notFound('Account');
  return account;
}
