import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import type { OwnedAccount } from './account.ts';
import { findOwnedAccount } from './account.store.ts';

/** An account of the user. Throws 404. */
export async function retrieveOwnedAccount(
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  { account_id }: { account_id: string },
): Promise<OwnedAccount> {
  const account = await findOwnedAccount(db, account_id, userIdOf(ctx));
  if (!account) throw notFound('Account');
  return account;
}
