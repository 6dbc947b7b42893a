import type { Queryable } from '@order-hub/shared/database';
import type { RefusingCallback } from '@order-hub/shared/events-calls';

type Owned = { account_ids: readonly string[]; client_ids: readonly string[] };

/**
 * The callbacks of connections of these accounts and clients with 20 refusals in a row or more. Looks through all of those (index
 * `callbacks_refused`).
 */
export async function listRefusedCallbacks(
  db: Queryable,
  { account_ids, client_ids }: Owned,
  count: number,
): Promise<RefusingCallback[]> {
  const { rows } = await db.query<RefusingCallback>({
    name: 'refused-callbacks',
    text: `select cb.connection_id, cb.refusals as count, cb.refusal_status as status
           from callbacks cb join connections c on c.id = cb.connection_id and c.account_id = cb.account_id
           where cb.refusals >= 20 and (c.account_id = any ($1) or c.client_id = any ($2))
           order by cb.connection_id limit $3`,
    values: [account_ids, client_ids, count],
  });
  return rows;
}
