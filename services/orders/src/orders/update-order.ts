import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { changeLockedOrder } from './change-locked-order.ts';
import type { OrderPath } from './order.ts';
import type { OrderUpdate } from './order.schema.ts';
import { viewOrder } from './order.view.ts';
import { updatedOrder } from './updated-order.ts';

/** Updates an order (docs/api/orders.md#update): all of it, or a 422 names what is wrong and nothing is changed. */
export async function updateOrder({ db }: { db: Database }, ctx: Context, path: OrderPath, update: OrderUpdate) {
  const { client_id, account } = ctx.caller;
  const facts = { client_id, currency: account.currency, now: ctx.now };
  const { document, private_refs } = await changeLockedOrder(db, ctx, path, (stored) =>
    updatedOrder(stored, update, facts),
  );
  return viewOrder({ document, own_refs: private_refs?.[client_id] });
}
