import type { LargeBody } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { jsonText } from '@order-hub/shared/json';
import type { OrderThreads } from './large/open-order-threads.ts';
import { updatedOrder } from './order.ts';
import type { OrderUpdate } from './order.schema.ts';
import { viewOrder } from './order.view.ts';
import { updatedRow } from './rows/update-row.ts';
import { updateLockedOrder, type OrderTarget } from './update-locked-order.ts';

export type UpdateOrderDeps = { db: Database; threads: OrderThreads };

/** Takes a thread before it locks the order, so that no transaction waits for one. */
const updateInThread = ({ db, threads }: UpdateOrderDeps, ctx: Context, target: OrderTarget, bytes: LargeBody) =>
  threads.use(ctx, ({ prepareUpdate }) => {
    const { currency } = ctx.caller.account;
    return updateLockedOrder(db, ctx, target, async (locked, facts) => {
      const { view, ...updated } = await prepareUpdate({ bytes, locked, facts: { ...facts, currency } });
      return { ...updated, reply: jsonText(view) };
    });
  });

/** Updates an order (docs/api/orders.md#update): all of it, or nothing and a 422 that names each fault, or a 409. */
export async function updateOrder(
  deps: UpdateOrderDeps,
  ctx: Context,
  target: OrderTarget,
  body: OrderUpdate | LargeBody,
) {
  if (Buffer.isBuffer(body)) return updateInThread(deps, ctx, target, body);
  const { client_id, account } = ctx.caller;
  const facts = { client_id, currency: account.currency, now: ctx.now };
  return updateLockedOrder(deps.db, ctx, target, (locked, rowFacts) => {
    const updated = updatedRow(locked, rowFacts, { update: (stored) => updatedOrder(stored, body, facts) });
    const { document, private_refs } = updated.row;
    return { ...updated, reply: viewOrder({ document, own_refs: private_refs?.[client_id] }) };
  });
}
