import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Account } from './account.ts';
import { findAccount } from './account.store.ts';

/** The account with this id, which is the connection's own. Throws 404. */
export async function retrieveAccount(
  { db }: { db: Database },
  _ctx: Context,
  { account_id }: { account_id: string },
): Promise<Account> {
  const account = await findAccount(db, account_id);
  if (!account) throw notFound('Account');
  return account;
}
