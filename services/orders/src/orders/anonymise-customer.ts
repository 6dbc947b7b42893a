import type { Order } from './order.schema.ts';

/** The fields that tell who a customer is (contract, "Anonymisation rules"). */
const personalFields = [
  ...['email', 'first_name', 'last_name', 'gender', 'birth_date', 'company_name', 'phone', 'phone_access_code'],
  ...['address_1', 'address_2', 'postal_code', 'latitude', 'longitude', 'delivery_notes'],
] as const;

/** The order without what tells who its customer is. */
export function anonymiseCustomer(order: Order): Order {
  if (!order.customer) return order;
  const erased = Object.fromEntries(personalFields.map((name) => [name, null]));
  return { ...order, customer: { ...order.customer, ...erased, anonymised: true } };
}
