import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { countedConnectionsMax, type ManagedAccount } from '@order-hub/shared/management/accounts';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../users/owner.ts';
import { findManagedAccount } from './account.store.ts';

/** An account with its owner and the numbers of its locations and connections, for the owner and for operators. Throws 404. */
export async function retrieveManagedAccount(
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  { account_id }: { account_id: string },
): Promise<ManagedAccount> {
  const connectionsMax = countedConnectionsMax + 1;
  const account = await findManagedAccount(db, { id: account_id, owner_id: ownerIdOf(ctx), connectionsMax });
  if (!account) throw notFound('Account');
  return account;
}
