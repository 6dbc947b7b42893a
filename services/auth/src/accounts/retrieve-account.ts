import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Account } from './account.ts';
import { findAccount } from './account.store.ts';

/** The account with this id. Throws 404. */
export async function retrieveAccount({ db }: { db: Database }, id: string): Promise<Account> {
  const account = await findAccount(db, id);
  if (!account) throw notFound('Account');
  return account;
}
