import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { statusChanged } from '@order-hub/shared/errors';
import type { JsonText } from '@order-hub/shared/json';
import { record } from '@order-hub/shared/outbox';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import { keyOf, type OrderPath } from './order.ts';
import type { Order } from './order.schema.ts';
import type { OrderRow } from './rows/order-row.ts';
import { lockOrder, updateOrderRow } from './order.store.ts';
import type { RowFacts, UpdatedRow } from './rows/update-row.ts';

/** The new row of an order, and the reply about it. */
type Replied = UpdatedRow & { reply: JsonText };

/** Makes the new row of a locked order, here or in a thread. Throws to refuse the update, and 404 when there is no row. */
type MakeRow = (locked: OrderRow | undefined, facts: RowFacts) => Replied | Promise<Replied>;

/** An order, and the statuses of which it must have one for an update; any without them. */
export type OrderTarget = OrderPath & { if_status?: readonly Order['status'][] | undefined };

type LockedRow = Awaited<ReturnType<typeof lockOrder>>;

/** Throws 409 for an order that has another status now (docs/api/orders.md#conditional-updates). */
function assertStatus(locked: LockedRow, { if_status: expected }: OrderTarget): void {
  if (locked && expected && !expected.includes(locked.status)) throw statusChanged(locked.status);
}

/**
 * Updates an order with its delivery, which is a column of its row: stores and announces both together, or does neither.
 * Locks the order first, so that concurrent updates lose nothing. Returns the reply.
 */
export function updateLockedOrder(
  db: Database,
  ctx: Context,
  target: OrderTarget,
  makeRow: MakeRow,
): Promise<JsonText> {
  const { caller } = ctx;
  const key = keyOf(caller, target);
  const cause = { ...causeOf(ctx), client_id: caller.client_id };
  const facts = { key, cause, timezone: caller.location?.timezone ?? null };
  return transaction(db, async (trx) => {
    const locked = await lockOrder(trx, key);
    assertStatus(locked, target);
    const { status, row, isChanged, messages, reply, customer_id } = await makeRow(locked, facts);
    if (isChanged) await updateOrderRow(trx, key, status, row);
    await record(trx, ...messages);
    return rememberReply(trx, ctx, reply, customer_id);
  });
}
