import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { ManagedAccount } from '@order-hub/shared/management/accounts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../users/owner.ts';
import { findManagedAccount } from './account.store.ts';

/** An account with its owner and figures, for the owner and for operators. Throws 404. */
export async function retrieveManagedAccount(
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  { account_id }: { account_id: string },
): Promise<ManagedAccount> {
  const account = await findManagedAccount(db, account_id, ownerIdOf(ctx));
  if (!account) throw notFound('Account');
  return account;
}
