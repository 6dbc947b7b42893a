/** Stores new orders; batches concurrent ones (docs/decisions/0019-group-commit.md). */
import { transaction, type Database } from '@order-hub/shared/database';
import { grouped } from '@order-hub/shared/group-commit';
import { inChildSpan } from '@order-hub/shared/span';
import { anonymisedAmong } from '../../customers/find-anonymised.ts';
import type { CustomerKey } from '../../customers/order-customer.ts';
import type { NewOrder, OrderVariants } from '../prepare-order.ts';
import { insertOrders } from '../order.store.ts';

/** Stores one of the variants, and resolves to it. */
export type InsertOrder = (variants: OrderVariants) => Promise<NewOrder>;

type CustomersOrder = OrderVariants & { customer: CustomerKey };

const insertCustomersOrders = (db: Database, orders: readonly CustomersOrder[]) =>
  transaction(db, async (trx) => {
    const isAnonymised = await anonymisedAmong(
      trx,
      orders.map(({ customer }) => customer),
    );
    return insertOrders(
      trx,
      orders.map((order) => (isAnonymised(order.customer) ? order.asAnonymised() : order.asDrafted)),
    );
  });

/** About the size of an order's rows: its messages hold all of it, mostly in characters of one byte. */
const bytesOf = ({ messages }: NewOrder) => messages.reduce((bytes, { body }) => bytes + body.length, 0);

const spanAttributes = { 'db.system.name': 'postgresql' };

/** Guests' orders depend on nothing else in the database, so they have groups, and statements, of their own. */
export function orderInserter(db: Database): InsertOrder {
  const insertGuestsOrder = grouped({ run: (orders: readonly NewOrder[]) => insertOrders(db, orders), bytesOf });
  const insertCustomersOrder = grouped({
    run: (orders: readonly CustomersOrder[]) => insertCustomersOrders(db, orders),
    bytesOf: ({ asDrafted }) => bytesOf(asDrafted),
  });
  return ({ customer, asDrafted, asAnonymised }) =>
    inChildSpan('insert order', spanAttributes, () =>
      customer ? insertCustomersOrder({ customer, asDrafted, asAnonymised }) : insertGuestsOrder(asDrafted),
    );
}
