import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Queryable } from '@order-hub/shared/database';
import type { Grouped } from '@order-hub/shared/group-commit';
import type { CustomerList } from '../customer-lists/customer-list.ts';
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
      const added = await countOrders(trx, locked);
      for (const order of locked) {
        if (added.has(order.order_id)) await applyOperations(trx, { list: order.list, now }, order);
      }
    });
  }
}

export type AddOrderDeps = { addOrder: Grouped<CustomerOrder> };

/** About the size of an order: that of its loyalty operations. */
export const orderBytes = ({ loyalty_operations }: CustomerOrder) => JSON.stringify(loyalty_operations).length;

/** Answers orders: adds a new order at once, together with others of the moment. */
export async function addCustomerOrder({ addOrder }: AddOrderDeps, order: CustomerOrder) {
  await addOrder(order);
  return {};
}
