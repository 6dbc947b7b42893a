import type { Queryable } from '@order-hub/shared/database';
import { owns } from '../places/acting.ts';
import type { RefusingApp } from '@order-hub/shared/management/connections';

/** A user has at most as many of each (docs/api/limits.md#quotas), unless an operator allows more. */
const ownedMax = 1_000;

/** What a user owns: the newest accounts and clients. */
export async function findOwned(
  db: Queryable,
  user_id: string,
): Promise<{ account_ids: string[]; client_ids: string[] }> {
  const { rows } = await db.query<{ account_ids: string[]; client_ids: string[] }>({
    name: 'find-owned',
    text: `select array(select id from accounts a where ${owns('a', '$1')} order by id desc limit $2) as account_ids,
             array(select id from clients where user_id = $1 order by id desc limit $2) as client_ids`,
    values: [user_id, ownedMax],
  });
  return rows[0] ?? { account_ids: [], client_ids: [] };
}

/** Those of these connections that are of the user's accounts and clients. */
export async function listOwnedApps(
  db: Queryable,
  user_id: string,
  ids: readonly string[],
): Promise<Omit<RefusingApp, 'count' | 'status'>[]> {
  const { rows } = await db.query<Omit<RefusingApp, 'count' | 'status'>>({
    name: 'list-owned-apps',
    text: `select c.id as connection_id, c.client_id, cl.name as client_name, ${owns('a', '$1')} as is_own_account
           from connections c join clients cl on cl.id = c.client_id join accounts a on a.id = c.account_id
           where c.id = any ($2) and (${owns('a', '$1')} or cl.user_id = $1) and c.disconnected_at is null order by c.id`,
    values: [user_id, ids],
  });
  return rows;
}
