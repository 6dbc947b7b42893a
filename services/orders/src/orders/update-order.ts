import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { updatedOrder, type OrderPath } from './order.ts';
import type { OrderUpdate } from './order.schema.ts';
import { viewOrder } from './order.view.ts';
import { updateLockedOrder } from './update-locked-order.ts';

/** Updates an order (docs/api/orders.md#update): all of it, or nothing and a 422 that names each fault. */
export async function updateOrder({ db }: { db: Database }, ctx: Context, path: OrderPath, body: OrderUpdate) {
  const { client_id, account } = ctx.caller;
  const facts = { client_id, currency: account.currency, now: ctx.now };
  const { document, private_refs } = await updateLockedOrder(db, ctx, path, {
    update: (stored) => updatedOrder(stored, body, facts),
  });
  return viewOrder({ document, own_refs: private_refs?.[client_id] });
}
