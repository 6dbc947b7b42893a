import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { Figures } from '../customers/customer.ts';
import { changeLockedCustomers } from '../customers/change-locked-customers.ts';
import { saveLoyaltyCard } from '../loyalty-cards/save-loyalty-card.ts';
import { addOperation } from '../loyalty-operations/add-operation.ts';
import { countOrders } from './customer-order.store.ts';

type Cards = { list: CustomerList; now: Date };

/** Applies the loyalty operations of a new order, in their order, to the cards of its locked customer. */
async function applyOperations(trx: Queryable, { list, now }: Cards, order: CustomerOrder): Promise<void> {
  const { account_id, customer_id, order_id, location_id: order_location_id, loyalty_operations } = order;
  for (const { ref, name, delta, reason } of loyalty_operations) {
    const card = await saveLoyaltyCard(trx, { list, customer_id, now }, { ref, name });
    if (card) await addOperation(trx, { account_id, card, now }, { delta, reason, order_id, order_location_id });
  }
}

/** The orders in rounds: each round has one order of a customer at most, and a customer's orders keep their order. */
function roundsOf(orders: readonly CustomerOrder[]): CustomerOrder[][] {
  const rounds: CustomerOrder[][] = [];
  const counts = new Map<string, number>();
  for (const order of orders) {
    const customer = `${order.account_id} ${order.customer_id}`;
    const round = counts.get(customer) ?? 0;
    counts.set(customer, round + 1);
    (rounds[round] ??= []).push(order);
  }
  return rounds;
}

/**
 * Adds orders to the figures and loyalty cards of their customers, or follows their new totals
 * (docs/api/customers.md#orders-of-a-customer). Each may be told any number of times and in any order. Nothing happens when
 * its customer or the list is gone. The first round locks all customers.
 */
export async function addOrders(trx: Queryable, orders: readonly CustomerOrder[], now: Date): Promise<void> {
  for (const round of roundsOf(orders)) {
    const changes = round.map((order) => ({ ...order, cause: { client_id: order.client_id, now } }));
    await changeLockedCustomers(trx, changes, async (locked) => {
      const counted = await countOrders(trx, locked);
      const changed = new Map<(typeof locked)[number], Figures>();
      for (const order of locked) {
        const { is_new, figures } = counted.get(order.order_id) ?? {};
        if (is_new && order.loyalty_operations.length > 0) await applyOperations(trx, { list: order.list, now }, order);
        else if (figures) changed.set(order, figures);
      }
      return changed;
    });
  }
}

/** Answers orders: adds new orders at once. */
export async function addCustomerOrders(db: Database, orders: readonly CustomerOrder[], now: Date) {
  await transaction(db, (trx) => addOrders(trx, orders, now));
  return {};
}
