import type { LargeBody } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { keptText } from '@order-hub/shared/remember-reply';
import { addToCustomer, findCustomer } from '../customers/attach-customer.ts';
import type { CustomersClient } from '../customers/customers.client.ts';
import type { InsertOrder } from './rows/insert-order.ts';
import type { OrderThreads } from './large/open-order-threads.ts';
import { prepareLargeOrder } from './large/prepare-large-order.ts';
import { prepareOrder, type NewOrder, type OrderSource } from './prepare-order.ts';
import type { OrderCreate } from './order.schema.ts';
import { viewOrder } from './order.view.ts';

export type CreateOrderDeps = { customers: CustomersClient; insertOrder: InsertOrder; threads: OrderThreads };

/** Places an order in a location (docs/api/orders.md#create): stores and announces it, or does neither. */
export async function createOrder(
  deps: CreateOrderDeps,
  ctx: Context,
  { location_id }: { location_id: string },
  body: OrderCreate | LargeBody,
) {
  const { customers, insertOrder } = deps;
  const source = sourceOf(ctx, location_id);
  const order = Buffer.isBuffer(body)
    ? await prepareLargeOrder(deps, ctx, source, body)
    : prepareOrder(source, body, await findCustomer(customers, ctx, body));
  const { view, asDrafted } = order;
  const viewOf = (stored: NewOrder) => (view && stored === asDrafted ? view : viewNew(ctx, stored));
  const { keyed } = ctx;
  const keep = keyed && ((stored: NewOrder) => keptText(keyed, viewOf(stored).jsonText, stored.order.customer.id));
  const stored = await insertOrder(order, keep);
  await addToCustomer(customers, order.counted);
  return viewOf(stored);
}

const viewNew = ({ caller }: Context, { row: { document, private_refs } }: NewOrder) =>
  viewOrder({ document, own_refs: private_refs?.[caller.client_id] });

const sourceOf = ({ caller, now, requestId, traceparent }: Context, location_id: string): OrderSource => ({
  account_id: caller.account.id,
  location_id,
  timezone: caller.location?.timezone ?? 'UTC',
  currency: caller.account.currency,
  client_id: caller.client_id,
  client_name: caller.client_name,
  connection_name: caller.connection_name,
  now,
  request_id: requestId,
  traceparent,
});
