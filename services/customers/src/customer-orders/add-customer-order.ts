import type { CustomerOrder } from '@order-hub/shared/customer-order';
import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import { findKeptList } from '../customer-lists/find-customer-list.ts';
import { changeLockedCustomer } from '../customers/change-locked-customer.ts';
import { saveLoyaltyCard } from '../loyalty-cards/save-loyalty-card.ts';
import { addOperation } from '../loyalty-operations/add-operation.ts';
import { countOrder } from './customer-order.store.ts';

type Cards = { list: CustomerList; now: Date };

/** Applies the loyalty operations of a new order, in their order, to the cards of its locked customer. */
async function applyOperations(trx: Queryable, { list, now }: Cards, order: CustomerOrder): Promise<void> {
  const { account_id, customer_id, order_id, location_id: order_location_id, loyalty_operations } = order;
  for (const { ref, name, delta, reason } of loyalty_operations) {
    const card = await saveLoyaltyCard(trx, { list, customer_id, now }, { ref, name });
    if (card) await addOperation(trx, { account_id, card, now }, { delta, reason, order_id, order_location_id });
  }
}

/**
 * Adds an order to the figures and loyalty cards of its customer, or follows its new total
 * (docs/api/customers.md#orders-of-a-customer). It may be told any number of times and in any order. Nothing happens when
 * the customer or the list is gone.
 */
export async function addToFigures(trx: Queryable, order: CustomerOrder, now: Date): Promise<void> {
  const { account_id, customer_list_id, customer_id, client_id } = order;
  const list = await findKeptList(trx, account_id, customer_list_id);
  if (!list) return;
  await changeLockedCustomer(trx, { list, customer_id, cause: { client_id, now } }, async () => {
    if (await countOrder(trx, order)) await applyOperations(trx, { list, now }, order);
  });
}

/** Answers orders: adds a new order at once. */
export async function addCustomerOrder({ db }: { db: Database }, { now }: Context<null>, order: CustomerOrder) {
  await transaction(db, (trx) => addToFigures(trx, order, now));
  return {};
}
