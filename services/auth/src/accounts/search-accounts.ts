import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import { searchOwnedAccounts } from './account.store.ts';

/** The user's accounts with `search` in their name, oldest first; at most `count`. */
export const searchAccounts = (
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  _params: object,
  query: { search: string; count: number },
) => searchOwnedAccounts(db, { user_id: userIdOf(ctx), ...query });
