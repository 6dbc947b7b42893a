/** Finds the customer of a new order, and adds the order to them (docs/api/orders.md#customers). */
import type { Context } from '@order-hub/shared/caller';
import type { CustomerOrder } from '@order-hub/shared/customer-order';
import { forbidden, invalid } from '@order-hub/shared/errors';
import { can, formatScope } from '@order-hub/shared/scopes';
import type { OrderCustomerCreate } from './customer.schema.ts';
import type { CustomersClient } from './customers.client.ts';
import { attachedCustomer, guestOf, type OrderCustomer } from './order-customer.ts';

/** The location of the order, and the connection on whose behalf customers looks the customer up. */
const onBehalfOf = ({ caller }: Context) => ({
  location_id: caller.location?.id,
  caller: {
    account_id: caller.account.id,
    client_id: caller.client_id,
    location_id: caller.location_id,
    customer_list_id: caller.customer_list_id,
    scope: formatScope(caller.scope),
  },
});

/** Throws 403 unless the connection may read at least one customer list. */
function assertMayName({ caller }: Context): void {
  if (can(caller.scope, 'customer_list.read')) return;
  throw forbidden(
    'An order can name a customer only with customer_list.read or all_customer_lists.read, and the scope of this connection includes neither',
    'permission_missing',
  );
}

/**
 * The customer of a new order. Throws 403 without a right to customer lists, 422 naming the field when there is no such
 * customer, and 503 when customers does not answer.
 */
export async function findCustomer(
  { lookUp }: CustomersClient,
  ctx: Context,
  given: OrderCustomerCreate,
): Promise<OrderCustomer> {
  const { customer_id, customer_list_id, customer_private_ref: private_ref } = given;
  if (customer_id !== null) {
    assertMayName(ctx);
    const found = await lookUp({ ...onBehalfOf(ctx), customer_id });
    if (!found) throw invalid('customer_id', 'not_found', 'is not the id of a customer');
    return attachedCustomer(found, given);
  }
  if (customer_list_id !== null && private_ref !== null) {
    assertMayName(ctx);
    const found = await lookUp({ ...onBehalfOf(ctx), customer_list_id, private_ref });
    if (!found) throw invalid('customer_private_ref', 'not_found', 'is not the private ref of a customer of this list');
    return attachedCustomer(found, given);
  }
  return guestOf(given);
}

/** Adds a new order to its customer's statistics at once. A failure does no harm: the order's message does the same later. */
export async function addToCustomer({ addOrder }: CustomersClient, counted: CustomerOrder | null): Promise<void> {
  if (counted) await addOrder(counted).catch(() => undefined);
}
