import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import type { Grouped } from '@order-hub/shared/group-commit';
import { withoutCustomerData } from '@order-hub/shared/personal-fields';
import { addToCustomer, findCustomer, type OrderCustomer } from './attach-customer.ts';
import type { CustomersClient } from './customers.client.ts';
import { findForgotten, keyText } from './forgotten-customer.store.ts';
import { draftOrder, type OrderFacts, type StoredOrder } from './order.ts';
import { customerOf, customerOrdered, orderCreated } from './order.events.ts';
import { assertOrderSize } from './order-size.ts';
import type { OrderCreate } from './order.schema.ts';
import { insertOrders, newOrderBytes, rowOf, type NewOrder } from './order.store.ts';
import { viewOrder } from './order.view.ts';

/** `insertOrder` stores an order that depends on nothing else in the database, `insertAttached` one of a customer; each with others of the moment. */
export type CreateOrderDeps = {
  customers: CustomersClient;
  insertOrder: Grouped<NewOrder>;
  insertAttached: Grouped<AttachedOrder>;
};

/** Places an order in a location: stored and announced together, or not at all. */
export async function createOrder(deps: CreateOrderDeps, ctx: Context, location_id: string, given: OrderCreate) {
  const { customers } = deps;
  const customer = await findCustomer(customers, ctx, given);
  const drafted = draftOrder(given, factsOf(ctx, location_id, customer));
  const { row } = await storeOrder(deps, ctx, drafted);
  await addToCustomer(customers, ctx, drafted.order);
  return viewOrder({ document: row.document, own_refs: row.private_refs?.[ctx.caller.client_id] });
}

const factsOf = (
  { caller, now }: Context,
  location_id: string,
  { customer, customerRefs }: OrderCustomer,
): OrderFacts => ({
  location_id,
  timezone: caller.location?.timezone ?? 'UTC',
  currency: caller.account.currency,
  client_id: caller.client_id,
  client_name: caller.client_name,
  connection_name: caller.connection_name,
  now,
  customer,
  customerRefs,
});

/** Stores an order; without personal data when its customer was anonymised after they were looked up. */
async function storeOrder({ insertOrder, insertAttached }: CreateOrderDeps, ctx: Context, drafted: StoredOrder) {
  const customer_id = customerOf(drafted.order);
  let placed = announced(ctx, drafted);
  assertOrderSize(placed.row);
  if (customer_id === null) await insertOrder(placed);
  else {
    const forgotten = () => announced(ctx, { ...drafted, order: withoutCustomerData(drafted.order) });
    const { account_id } = placed;
    const newOrder = (isForgotten: boolean) => (isForgotten ? (placed = forgotten()) : placed);
    await insertAttached({ account_id, customer_id, bytes: newOrderBytes(placed), newOrder });
  }
  return placed;
}

/** The order with the messages of its creation. */
function announced({ caller, now }: Context, stored: StoredOrder): NewOrder {
  const { order, timezone } = stored;
  const { id: order_id, location_id } = order;
  const { client_id } = caller;
  const account_id = caller.account.id;
  const row = rowOf(stored);
  const cause = { client_id, now };
  const change = { account_id, location_id, order_id, timezone, cause, customer_id: customerOf(order) };
  const messages = [orderCreated(change, row), ...customerOrdered(order, { account_id, client_id })];
  return { account_id, order, row, messages };
}

/** An order of a customer. `newOrder` gives what is stored, also when the customer was anonymised meanwhile. */
export type AttachedOrder = {
  account_id: string;
  customer_id: string;
  bytes: number;
  newOrder(isForgotten: boolean): NewOrder;
};

/** Stores orders of customers, those of anonymised ones without personal data. */
export const insertAttachedOrders = (db: Database, orders: readonly AttachedOrder[]) =>
  transaction(db, async (trx) => {
    const forgotten = await findForgotten(trx, orders);
    await insertOrders(
      trx,
      orders.map((order) => order.newOrder(forgotten.has(keyText(order)))),
    );
  });
