/** Finds whose order it is: the customer that the body names, a guest, or nobody (docs/api/orders.md#customers). */
import type { Context } from '@order-hub/shared/caller';
import { invalid } from '@order-hub/shared/errors';
import { loyaltyCardsMax } from '@order-hub/shared/customer-order';
import { unsetFields, withGivenFields, type CustomerFields, type CustomerView } from '@order-hub/shared/customer';
import { formatScope } from '@order-hub/shared/scopes';
import { customerOrder } from './customer-order.ts';
import type { CustomersClient } from './customers.client.ts';
import type { OrderFacts } from './order.ts';
import type { Order, OrderCreate } from './order.schema.ts';

/** The customer of an order, and each client's ref of them. */
export type OrderCustomer = Pick<OrderFacts, 'customer' | 'customerRefs'>;

/** A guest of whom nothing is known, as the order shows them: the computed fields of a customer are there, empty. */
const unknownGuest: CustomerView & CustomerFields = {
  id: null,
  customer_list_id: null,
  anonymised: false,
  private_ref: null,
  ...unsetFields,
  custom_fields: {},
  created_at: null,
  nb_orders: null,
  order_total: null,
  first_order_date: null,
  last_order_date: null,
  loyalty_cards: [],
};

/** On whose behalf the customers service is asked. */
const onBehalfOf = ({ caller }: Context) => ({
  account_id: caller.account.id,
  client_id: caller.client_id,
  location_id: caller.location_id,
  customer_list_id: caller.customer_list_id,
  scope: formatScope(caller.scope),
});

/** A customer who was found. A client's ref of them is kept like one of an element that has the customer's id. */
function attached(customer: CustomerView, refs: Record<string, string> | null): OrderCustomer {
  const { id } = customer;
  if (id === null || refs === null) return { customer, customerRefs: null };
  const customerRefs = Object.fromEntries(Object.entries(refs).map(([client_id, ref]) => [client_id, { [id]: ref }]));
  return { customer, customerRefs };
}

/** Throws 422 when the operations of the order would give the customer too many cards (docs/api/orders.md#loyalty-operations). */
function assertFewCards({ loyalty_cards }: CustomerView, { loyalty_operations }: OrderCreate): void {
  const refs = new Set([...loyalty_cards, ...loyalty_operations].map(({ ref }) => ref));
  if (refs.size <= loyaltyCardsMax) return;
  throw invalid('loyalty_operations', `need more than the ${loyaltyCardsMax} loyalty cards that a customer may have`);
}

/** The customer of a new order. Throws 422 naming the field when there is none, and 503 when customers does not answer. */
export async function findCustomer(
  { lookUp }: CustomersClient,
  ctx: Context,
  given: OrderCreate,
): Promise<OrderCustomer> {
  const { customer_id, customer_list_id, customer_private_ref: private_ref, customer: guest } = given;
  if (customer_id !== null) {
    const found = await lookUp({ caller: onBehalfOf(ctx), customer_id });
    if (!found) throw invalid('customer_id', 'is not the id of a customer');
    assertFewCards(found.customer, given);
    return attached(found.customer, found.private_refs);
  }
  if (customer_list_id !== null && private_ref !== null) {
    const found = await lookUp({ caller: onBehalfOf(ctx), customer_list_id, private_ref });
    if (!found) throw invalid('customer_private_ref', 'is not the private ref of a customer of this list');
    assertFewCards(found.customer, given);
    return attached(found.customer, found.private_refs);
  }
  return { customer: guest && withGivenFields(unknownGuest, guest), customerRefs: null };
}

/** Adds a new order to its customer's figures at once. A failure does no harm: the order's message does the same later. */
export async function addToCustomer({ addOrder }: CustomersClient, { caller }: Context, order: Order): Promise<void> {
  const body = customerOrder(order, { account_id: caller.account.id, client_id: caller.client_id });
  if (body) await addOrder(body).catch(() => undefined);
}
