import type { LargeBody } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { jsonText } from '@order-hub/shared/json';
import { findCustomer } from '../../customers/attach-customer.ts';
import type { CustomersClient } from '../../customers/customers.client.ts';
import type { OrderCustomer } from '../../customers/order-customer.ts';
import { anonymisedVariant, type OrderSource, type PreparedOrder } from '../prepare-order.ts';
import type { NewOrderResult } from './large-order.ts';
import type { OrderThreads } from './open-order-threads.ts';

type Deps = { customers: CustomersClient; threads: OrderThreads };

/**
 * Prepares a large order in a thread. Gives the thread back while the customer is looked up, and then begins again, so that
 * no thread waits for another service. Throws what prepareOrder and findCustomer throw.
 */
export async function prepareLargeOrder(
  { customers, threads }: Deps,
  ctx: Context,
  source: OrderSource,
  bytes: LargeBody,
): Promise<PreparedOrder> {
  const prepare = (customer: OrderCustomer | null): Promise<NewOrderResult> =>
    threads.use(ctx, ({ prepareNewOrder }) => prepareNewOrder({ bytes, source, customer }));
  const first = await prepare(null);
  const result = first.isPrepared ? first : await prepare(await findCustomer(customers, ctx, first.given));
  if (!result.isPrepared) throw new Error('The thread asks for a customer that it has');
  const { order, counted, view } = result;
  const { account_id } = source;
  const { id: customer_id } = order.order.customer;
  return {
    customer: customer_id === null ? null : { account_id, customer_id },
    asDrafted: order,
    asAnonymised: () => anonymisedVariant(source, order.row),
    counted,
    view: jsonText(view),
  };
}
