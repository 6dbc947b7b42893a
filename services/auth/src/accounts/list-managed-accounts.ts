import type { Database } from '@order-hub/shared/database';
import type { ListedAccount } from '@order-hub/shared/management/accounts';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../users/owner.ts';
import { listAllAccounts, listUserAccounts } from './account.store.ts';

type AccountsQuery = { user_id?: string | undefined; after?: string | undefined; count: number };

/** A page of accounts, oldest first: of the user who asks, or for an operator of the one they name, else of all. */
export function listManagedAccounts(
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  _params: object,
  { user_id, ...page }: AccountsQuery,
): Promise<Page<ListedAccount>> {
  const owner_id = ownerIdOf(ctx) ?? user_id;
  return owner_id === undefined ? listAllAccounts(db, page) : listUserAccounts(db, owner_id, page);
}
