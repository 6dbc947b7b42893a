/** Stores new orders, batching concurrent ones (docs/decisions/0019-group-commit.md). */
import { transaction, type Database } from '@order-hub/shared/database';
import { grouped } from '@order-hub/shared/group-commit';
import { findAnonymised } from '../customers/find-anonymised.ts';
import { customerOf } from './order.events.ts';
import { insertOrders, type NewOrder } from './order.store.ts';

/** A new order, and the same order without personal data: stored instead when its customer was anonymised after the look-up. */
type OrderVariants = { asDrafted: NewOrder; asAnonymised(): NewOrder };

/** Stores one of the variants, and resolves to it. */
export type InsertOrder = (order: OrderVariants) => Promise<NewOrder>;

/** An order of a customer, whom another request may be anonymising. */
type CustomersOrder = OrderVariants & { customer_id: string };

const insertCustomersOrders = (db: Database, orders: readonly CustomersOrder[]) =>
  transaction(db, async (trx) => {
    const customerKeyOf = ({ asDrafted, customer_id }: CustomersOrder) => ({
      account_id: asDrafted.account_id,
      customer_id,
    });
    const isAnonymised = await findAnonymised(trx, orders.map(customerKeyOf));
    return insertOrders(
      trx,
      orders.map((order) => (isAnonymised(customerKeyOf(order)) ? order.asAnonymised() : order.asDrafted)),
    );
  });

/** About the size of an order's rows: its messages hold all of it, mostly in characters of one byte. */
const bytesOf = ({ messages }: NewOrder) => messages.reduce((bytes, { body }) => bytes + body.length, 0);

/** Makes the function that stores an order. A guest's order depends on nothing else in the database. */
export function orderInserter(db: Database): InsertOrder {
  const insertGuestsOrder = grouped({ run: (orders: readonly NewOrder[]) => insertOrders(db, orders), bytesOf });
  const insertCustomersOrder = grouped({
    run: (orders: readonly CustomersOrder[]) => insertCustomersOrders(db, orders),
    bytesOf: ({ asDrafted }) => bytesOf(asDrafted),
  });
  return ({ asDrafted, asAnonymised }) => {
    const customer_id = customerOf(asDrafted.order);
    if (customer_id === null) return insertGuestsOrder(asDrafted);
    return insertCustomersOrder({ customer_id, asDrafted, asAnonymised });
  };
}
