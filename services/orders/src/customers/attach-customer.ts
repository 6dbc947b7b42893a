/** Finds the customer of a new order, and adds the order to them (docs/api/orders.md#customers). */
import type { Context } from '@order-hub/shared/caller';
import { invalid } from '@order-hub/shared/errors';
import { formatScope } from '@order-hub/shared/scopes';
import { customerOrder } from './customer-order.ts';
import type { OrderCustomerCreate } from './customer.schema.ts';
import type { CustomersClient } from './customers.client.ts';
import { attachedCustomer, guestOf, type OrderCustomer } from './order-customer.ts';

/** On whose behalf the customers service looks a customer up. */
const onBehalfOf = ({ caller }: Context) => ({
  account_id: caller.account.id,
  client_id: caller.client_id,
  location_id: caller.location_id,
  customer_list_id: caller.customer_list_id,
  scope: formatScope(caller.scope),
});

/** The customer of a new order. Throws 422 naming the field when there is none, and 503 when customers does not answer. */
export async function findCustomer(
  { lookUp }: CustomersClient,
  ctx: Context,
  given: OrderCustomerCreate,
): Promise<OrderCustomer> {
  const { customer_id, customer_list_id, customer_private_ref: private_ref } = given;
  if (customer_id !== null) {
    const found = await lookUp({ caller: onBehalfOf(ctx), customer_id });
    if (!found) throw invalid('customer_id', 'is not the id of a customer');
    return attachedCustomer(found, given);
  }
  if (customer_list_id !== null && private_ref !== null) {
    const found = await lookUp({ caller: onBehalfOf(ctx), customer_list_id, private_ref });
    if (!found) throw invalid('customer_private_ref', 'is not the private ref of a customer of this list');
    return attachedCustomer(found, given);
  }
  return guestOf(given);
}

/** Adds a new order to its customer's statistics at once. A failure does no harm: the order's message does the same later. */
export async function addToCustomer(
  { addOrder }: CustomersClient,
  { caller }: Context,
  order: Parameters<typeof customerOrder>[0],
): Promise<void> {
  const body = customerOrder(order, { account_id: caller.account.id, client_id: caller.client_id });
  if (body) await addOrder(body).catch(() => undefined);
}
