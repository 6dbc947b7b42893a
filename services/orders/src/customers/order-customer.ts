/** The customer as an order records them (docs/api/orders.md#customers). Pure. */
import { unsetFields, withGivenFields, type CustomerFields, type CustomerView } from '@order-hub/shared/customer';
import { loyaltyCardsMax } from '@order-hub/shared/customer-order';
import type { FoundCustomer } from '@order-hub/shared/customers-calls';
import { invalid } from '@order-hub/shared/errors';
import type { PrivateRefs } from '@order-hub/shared/private-ref';
import type { OrderCustomerCreate } from './customer.schema.ts';

/** A customer of an account. */
export type CustomerKey = { account_id: string; customer_id: string };

/** A customer who is anonymised: alone or with a deleted list, and by which client; null when the previous release did it. */
export type AnonymisedCustomer = CustomerKey & { client_id: string | null; list_deleted: boolean };

/** The customer of an order, and each client's ref of them. */
export type OrderCustomer = { customer: CustomerView; customerRefs: PrivateRefs | null };

/** A guest without data. The fields that are computed for customers are empty. */
export const unknownGuest: CustomerView & CustomerFields = {
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

/** Whether an order names no customer. */
export const isGuests = ({ customer_id, customer_list_id, customer_private_ref }: OrderCustomerCreate): boolean =>
  customer_id === null && (customer_list_id === null || customer_private_ref === null);

/** A guest, with the data that the client sent. */
export const guestOf = ({ customer }: OrderCustomerCreate): OrderCustomer => ({
  customer: customer ? withGivenFields(unknownGuest, customer) : unknownGuest,
  customerRefs: null,
});

/** Throws 422 when the order's operations would give the customer too many cards (docs/api/orders.md#loyalty-operations). */
function assertFewCards({ loyalty_cards }: CustomerView, { loyalty_operations }: OrderCustomerCreate): void {
  const refs = new Set([...loyalty_cards, ...loyalty_operations].map(({ ref }) => ref));
  if (refs.size <= loyaltyCardsMax) return;
  throw invalid(
    'loyalty_operations',
    'too_many',
    `need more than the ${loyaltyCardsMax} loyalty cards that a customer may have`,
  );
}

/** An existing customer. Each client's ref of them is stored like that of an element, under the customer's id. */
export function attachedCustomer({ customer, private_refs }: FoundCustomer, given: OrderCustomerCreate): OrderCustomer {
  assertFewCards(customer, given);
  const { id } = customer;
  if (id === null || private_refs === null) return { customer, customerRefs: null };
  const refs = Object.entries(private_refs).map(([client_id, ref]) => [client_id, { [id]: ref }] as const);
  return { customer, customerRefs: Object.fromEntries(refs) };
}
