import type { Database } from '@order-hub/shared/database';
import type { ListedAccount } from '@order-hub/shared/management/accounts';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import * as store from './account.store.ts';

/** A page of the user's accounts, oldest first. */
export const listUserAccounts = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  page: { after?: string | undefined; count: number },
): Promise<Page<ListedAccount>> => store.listUserAccounts(db, userIdOf(ctx), page);
