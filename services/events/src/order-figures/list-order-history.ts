import type { Database } from '@order-hub/shared/database';
import type { OrderHistory } from '@order-hub/shared/order-history-calls';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { listHistory } from './order-history.store.ts';

/**
 * What became of an order of the page's location, oldest first; nothing of an unknown one. Throws 404 when the page is about no location.
 */
export async function listOrderHistory(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { order_id }: { order_id: string },
): Promise<{ entries: OrderHistory }> {
  const rows = await listHistory(db, { ...locationOf(ctx), order_id });
  return {
    entries: rows.map(({ at, fields, ...row }) => ({
      ...row,
      at: at.toISOString(),
      fields: fields === '' ? [] : fields.split(' '),
    })),
  };
}
