/** Whose order it is: the customer that the body names, a guest, or nobody (docs/api/orders.md#customers). */
import type { Context } from '@order-hub/shared/caller';
import type { CustomerView } from '@order-hub/shared/customer';
import { invalid } from '@order-hub/shared/errors';
import type { Ask } from '@order-hub/shared/internal-call';
import { addCustomerOrder, lookUpCustomer } from '@order-hub/shared/internal-calls';
import { setPrivateRef, type PrivateRefs } from '@order-hub/shared/private-ref';
import type { GuestCreate } from './customer.schema.ts';
import type { Order, OrderCreate } from './order.schema.ts';

/** The customer as the order will show it; `private_refs` are the customer's own, by client id. */
type OrderCustomer = { customer: CustomerView | null; private_refs: Record<string, string> | null };

/** A guest as the order shows it: the computed fields of a customer are there, empty. */
const guestCustomer = (guest: GuestCreate): CustomerView => ({
  id: null,
  customer_list_id: null,
  anonymised: false,
  private_ref: null,
  ...guest,
  custom_fields: {},
  created_at: null,
  nb_orders: null,
  order_total: null,
  first_order_date: null,
  last_order_date: null,
  loyalty_cards: [],
});

/** On whose behalf the customers service is asked. */
const onBehalfOf = ({ caller }: Context) => ({
  account_id: caller.account.id,
  location_id: caller.location?.id ?? null,
  client_id: caller.client_id,
});

/** The customer of a new order. Throws 422 naming the field when there is none, and 503 when nobody can say. */
export async function findCustomer(ask: Ask, ctx: Context, given: OrderCreate): Promise<OrderCustomer> {
  const { customer_id, customer_list_id, customer_private_ref: private_ref, customer: guest } = given;
  const find = (named: { customer_id: string } | { customer_list_id: string; private_ref: string }) =>
    ask(lookUpCustomer, { params: {}, body: { ...onBehalfOf(ctx), ...named }, requestId: ctx.requestId });
  if (customer_id !== null) {
    const found = await find({ customer_id });
    if (!found) throw invalid('customer_id', 'is not the id of a customer');
    return found;
  }
  if (customer_list_id !== null && private_ref !== null) {
    const found = await find({ customer_list_id, private_ref });
    if (!found) throw invalid('customer_private_ref', 'is not the private ref of a customer of this list');
    return found;
  }
  return { customer: guest ? guestCustomer(guest) : null, private_refs: null };
}

/** The refs of the order's elements, and those of its customer, which are shown in the same way. */
export function withCustomerRefs(
  refs: PrivateRefs | null,
  customer: CustomerView | null,
  customerRefs: OrderCustomer['private_refs'],
): PrivateRefs | null {
  const id = customer?.id;
  if (!id) return refs;
  return Object.entries(customerRefs ?? {}).reduce(
    (known, [client_id, ref]) => setPrivateRef(known, client_id, id, ref),
    refs,
  );
}

/** Adds a new order to its customer's figures at once. A failure does no harm: the order's message says the same later. */
export async function addToCustomer(ask: Ask, ctx: Context, order: Order, customer_id: string): Promise<void> {
  const { id: order_id, created_at, total, loyalty_operations } = order;
  const body = { ...onBehalfOf(ctx), order_id, customer_id, created_at, total, loyalty_operations };
  await ask(addCustomerOrder, { params: {}, body, requestId: ctx.requestId }).catch(() => undefined);
}
