import type { Context } from '@order-hub/shared/caller';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { customerUpdates } from '../customers/customer.events.ts';
import { lockCustomers } from '../customers/lock-customers.ts';
import { saveOperations } from '../loyalty-operations/save-operations.ts';
import { countOrders } from './customer-order.ts';
import { findCountedTotals, saveCountedOrders } from './customer-order.store.ts';

/**
 * Adds new orders to the statistics and loyalty cards of their customers, and updates the totals of known ones
 * (docs/api/customers.md#orders-of-a-customer). An order may arrive any number of times, and an older total after a newer
 * one. Ignores an order whose customer or list no longer exists.
 */
export async function addOrders(trx: Queryable, orders: readonly CustomerOrder[], now: Date): Promise<void> {
  if (orders.length === 0) return;
  const customers = await lockCustomers(trx, orders);
  const totals = await findCountedTotals(trx, orders);
  const counted = countOrders(orders, { customers, totals }, now);
  if (counted.length === 0) return;
  await saveOperations(
    trx,
    counted.flatMap(({ operations }) => operations),
  );
  const messages = counted.flatMap(({ order: { client_id }, before, after }) =>
    customerUpdates({ client_id, now }, before, after),
  );
  await saveCountedOrders(trx, counted, messages);
}

/** Adds new orders while the client that creates them waits. */
export async function addCustomerOrders(
  { db }: { db: Database },
  { now }: Context<null>,
  _params: unknown,
  { orders }: { orders: readonly CustomerOrder[] },
) {
  await transaction(db, (trx) => addOrders(trx, orders, now));
  return {};
}
