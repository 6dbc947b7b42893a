/** What tells who a customer is, and how it is erased (docs/api/customers.md#anonymisation). */

/** The fields that become null; every other field of a customer stays. */
export const personalFields = [
  'email',
  'first_name',
  'last_name',
  'gender',
  'birth_date',
  'company_name',
  'phone',
  'phone_access_code',
  'address_1',
  'address_2',
  'postal_code',
  'latitude',
  'longitude',
  'delivery_notes',
] as const;

type PersonalField = (typeof personalFields)[number];

/** A customer, wherever it is shown. */
export type Anonymisable = { anonymised: boolean } & { [Field in PersonalField]?: unknown };

/** The customer without personal data; fields that were absent stay absent. */
export function withoutPersonalData<Customer extends Anonymisable>(customer: Customer): Customer {
  const erased = personalFields.filter((field) => field in customer).map((field) => [field, null] as const);
  return { ...customer, ...Object.fromEntries<null>(erased), anonymised: true };
}

/** An order with its customer's personal data erased. */
export const withoutCustomerData = <Order extends { customer: Anonymisable | null }>(order: Order): Order =>
  order.customer ? { ...order, customer: withoutPersonalData(order.customer) } : order;
