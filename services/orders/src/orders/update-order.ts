import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { changeOrder } from './change-order.ts';
import type { OrderKey } from './order.events.ts';
import type { OrderUpdate } from './order.schema.ts';
import { applyUpdate } from './order-update.ts';
import { viewOrder } from './order.view.ts';

/** Updates an order by the contract's rules: all of it, or a 422 that names what is wrong and nothing is changed. */
export async function updateOrder({ db }: { db: Database }, ctx: Context, key: OrderKey, update: OrderUpdate) {
  const { client_id, account } = ctx.caller;
  const facts = { client_id, currency: account.currency, now: ctx.now };
  const { document, private_refs } = await changeOrder(db, ctx, key, (order, stored) =>
    applyUpdate({ order, private_refs: stored.private_refs, timezone: stored.timezone }, update, facts),
  );
  return viewOrder(document, private_refs?.[client_id]);
}
