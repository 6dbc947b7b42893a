import type { Context } from '@order-hub/shared/caller';
import { anonymisedOrder } from '@order-hub/shared/personal-fields';
import { addToCustomer, findCustomer } from '../customers/attach-customer.ts';
import type { CustomersClient } from '../customers/customers.client.ts';
import type { OrderCustomer } from '../customers/order-customer.ts';
import { assertOrderSize } from '../elements/order-size.ts';
import type { InsertOrder } from './insert-order.ts';
import { draftOrder, type OrderFacts, type StoredOrder } from './order.ts';
import { customerOf, customerOrdered, orderCreated } from './order.events.ts';
import type { OrderCreate } from './order.schema.ts';
import { rowOf, type NewOrder } from './order.store.ts';
import { viewOrder } from './order.view.ts';

export type CreateOrderDeps = { customers: CustomersClient; insertOrder: InsertOrder };

/** Places an order in a location (docs/api/orders.md#create): stores and announces it, or does neither. */
export async function createOrder(
  { customers, insertOrder }: CreateOrderDeps,
  ctx: Context,
  { location_id }: { location_id: string },
  body: OrderCreate,
) {
  const customer = await findCustomer(customers, ctx, body);
  const drafted = draftOrder(body, factsOf(ctx, location_id, customer));
  const asDrafted = newOrder(ctx, drafted);
  assertOrderSize(asDrafted.row);
  const asAnonymised = () => newOrder(ctx, { ...drafted, order: anonymisedOrder(drafted.order) });
  const { row } = await insertOrder({ asDrafted, asAnonymised });
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

/** The order's row, and the messages of its creation. */
function newOrder({ caller, now }: Context, stored: StoredOrder): NewOrder {
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
