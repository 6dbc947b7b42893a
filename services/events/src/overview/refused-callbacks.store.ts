import type { Queryable } from '@order-hub/shared/database';
import type { RefusingCallback } from '@order-hub/shared/events-calls';

/** The callbacks of a client with 20 refusals in a row or more. Looks through all of those (index `callbacks_refused`). */
export async function listRefusedCallbacks(
  db: Queryable,
  { client_id, count }: { client_id: string; count: number },
): Promise<RefusingCallback[]> {
  const { rows } = await db.query<RefusingCallback>({
    name: 'refused-callbacks',
    text: `select cb.connection_id, cb.refusals as count, cb.refusal_status as status
           from callbacks cb join connections c on c.id = cb.connection_id and c.account_id = cb.account_id
           where cb.refusals >= 20 and c.client_id = $1 order by cb.connection_id limit $2`,
    values: [client_id, count],
  });
  return rows;
}
