import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { causeOf } from '@order-hub/shared/resource-changed';
import { keyOf, type OrderPath } from './order.ts';
import type { OrderRow } from './rows/order-row.ts';
import { lockOrder, updateOrderRow } from './order.store.ts';
import type { RowFacts, UpdatedRow } from './rows/update-row.ts';

/** Makes the new row of a locked order, here or in a thread. Throws to refuse the update, and 404 when there is no row. */
type MakeRow<Updated> = (locked: OrderRow | undefined, facts: RowFacts) => Updated | Promise<Updated>;

/**
 * Updates an order with its delivery, which is a column of its row: stores and announces both together, or does neither.
 * Locks the order first, so that concurrent updates lose nothing.
 */
export function updateLockedOrder<Updated extends UpdatedRow>(
  db: Database,
  ctx: Context,
  path: OrderPath,
  makeRow: MakeRow<Updated>,
): Promise<Updated> {
  const { caller } = ctx;
  const key = keyOf(caller, path);
  const cause = { ...causeOf(ctx), client_id: caller.client_id };
  const facts = { key, cause, timezone: caller.location?.timezone ?? null };
  return transaction(db, async (trx) => {
    const updated = await makeRow(await lockOrder(trx, key), facts);
    const { status, row, isChanged, messages } = updated;
    if (isChanged) await updateOrderRow(trx, key, status, row);
    await record(trx, ...messages);
    return updated;
  });
}
