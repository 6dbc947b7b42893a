import type { Database } from '@order-hub/shared/database';
import type { ListedAccount } from '@order-hub/shared/management/accounts';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { findUserAccounts } from './account.store.ts';

/** A page of the user's accounts, oldest first. */
export const listUserAccounts = (
  { db }: { db: Database },
  { principal }: PrincipalContext,
  _params: object,
  page: { after?: string | undefined; count: number },
): Promise<Page<ListedAccount>> => findUserAccounts(db, principal.user?.id ?? '', page);
