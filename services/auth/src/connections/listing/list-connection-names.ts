import type { Database } from '@order-hub/shared/database';
import { connectionNamesMax } from '@order-hub/shared/management/connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { retrieveOwnedAccount } from '../../accounts/retrieve-owned-account.ts';
import { userIdOf } from '../../users/owner.ts';
import { listClientNames } from '../user-connection.store.ts';

/** The clients of the connections of an account of the user that are not disconnected. Throws 404. */
export async function listConnectionNames(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { account_id }: { account_id: string },
) {
  const user_id = userIdOf(ctx);
  const [items] = await Promise.all([
    listClientNames(db, { user_id, account_id }, connectionNamesMax),
    retrieveOwnedAccount({ db }, ctx, { account_id }),
  ]);
  return { items };
}
