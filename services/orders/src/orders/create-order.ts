import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import type { Grouped } from '@order-hub/shared/group-commit';
import type { Ask } from '@order-hub/shared/internal-call';
import { withoutCustomerData } from '@order-hub/shared/personal-fields';
import { addToCustomer, findCustomer } from './attach-customer.ts';
import { isForgotten } from './forgotten-customer.store.ts';
import { draftOrder, type StoredOrder } from './order.ts';
import { customerOf, customerOrdered, orderCreated } from './order.events.ts';
import { assertOrderSize } from './order-size.ts';
import type { OrderCreate } from './order.schema.ts';
import { insertOrders, rowOf, type NewOrder } from './order.store.ts';
import { viewOrder } from './order.view.ts';

/** `insertOrder` stores an order that depends on nothing else in the database, with others of the moment. */
export type CreateOrderDeps = { db: Database; ask: Ask; insertOrder: Grouped<NewOrder> };

/** Places an order in a location: stored and announced together, or not at all. */
export async function createOrder(deps: CreateOrderDeps, ctx: Context, location_id: string, given: OrderCreate) {
  const { ask } = deps;
  const customer = await findCustomer(ask, ctx, given);
  const drafted = draftOrder(given, { ...circumstances(ctx), ...customer, location_id });
  const { document, private_refs } = await storeOrder(deps, ctx, drafted);
  await addToCustomer(ask, ctx, drafted.order);
  return viewOrder({ document, own_refs: private_refs?.[ctx.caller.client_id] });
}

const circumstances = ({ caller, now }: Context) => ({
  timezone: caller.location?.timezone ?? 'UTC',
  currency: caller.account.currency,
  client_id: caller.client_id,
  client_name: caller.client_name,
  connection_name: caller.connection_name,
  now,
});

/** Stores an order; without personal data when its customer was anonymised after they were looked up. */
function storeOrder({ db, insertOrder }: CreateOrderDeps, ctx: Context, drafted: StoredOrder) {
  const customer_id = customerOf(drafted.order);
  if (customer_id === null) return insertAnnounced(insertOrder, ctx, drafted);
  return transaction(db, async (trx) => {
    const isAnonymous = await isForgotten(trx, ctx.caller.account.id, customer_id);
    const order = isAnonymous ? withoutCustomerData(drafted.order) : drafted.order;
    return insertAnnounced((placed) => insertOrders(trx, [placed]), ctx, { ...drafted, order });
  });
}

/** The order and the messages of its creation, in one statement. */
async function insertAnnounced(insert: Grouped<NewOrder>, { caller, now }: Context, stored: StoredOrder) {
  const { order, timezone } = stored;
  const { client_id, account } = caller;
  const key = { account_id: account.id, location_id: order.location_id, order_id: order.id };
  const row = rowOf(stored);
  assertOrderSize(row);
  const change = { ...key, timezone, cause: { client_id, now }, customer_id: customerOf(order) };
  const messages = [orderCreated(change, row), ...customerOrdered(order, { account_id: account.id, client_id })];
  await insert({ account_id: account.id, order, ...row, messages });
  return row;
}
