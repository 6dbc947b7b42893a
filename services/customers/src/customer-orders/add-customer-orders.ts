import type { Context } from '@order-hub/shared/caller';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import type { MessageCause } from '@order-hub/shared/message-cause';
import { customerUpdates } from '../customers/customer.events.ts';
import { lockCustomers } from '../customers/lock-customers.ts';
import { saveOperations } from '../loyalty-operations/save-operations.ts';
import { countOrders } from './customer-order.ts';
import { findCountedTotals, saveCountedOrders } from './customer-order.store.ts';

/** `causeOfOrder`: by which request an order was placed or changed. */
type Adding = { now: Date; causeOfOrder(order: CustomerOrder): MessageCause };

/**
 * Adds new orders to the statistics and loyalty cards of their customers, and updates the totals of known ones
 * (docs/api/customers.md#orders-of-a-customer). An order may arrive any number of times, and an older total after a newer
 * one. Ignores an order whose customer or list no longer exists.
 */
export async function addOrders(
  trx: Queryable,
  orders: readonly CustomerOrder[],
  { now, causeOfOrder }: Adding,
): Promise<void> {
  if (orders.length === 0) return;
  const customers = await lockCustomers(trx, orders);
  const totals = await findCountedTotals(trx, orders);
  const counted = countOrders(orders, { customers, totals }, now);
  if (counted.length === 0) return;
  await saveOperations(
    trx,
    counted.flatMap(({ operations }) => operations),
  );
  const messages = counted.flatMap(({ order, before, after }) =>
    customerUpdates({ client_id: order.client_id, now, ...causeOfOrder(order) }, before, after),
  );
  await saveCountedOrders(trx, counted, messages);
}

/** Adds new orders while the client that creates them waits. */
export async function addCustomerOrders(
  { db }: { db: Database },
  { now, requestId, traceparent }: Context<null>,
  _params: unknown,
  { orders }: { orders: readonly CustomerOrder[] },
) {
  const cause = { request_id: requestId, traceparent };
  await transaction(db, (trx) => addOrders(trx, orders, { now, causeOfOrder: () => cause }));
  return {};
}
