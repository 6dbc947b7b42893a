/** A customer's personal data, and values without it (docs/api/customers.md#anonymisation). */

/** The fields that become null; a customer's other fields stay. */
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

/** Any shape of a customer. */
export type Anonymisable = { anonymised: boolean } & { [Field in PersonalField]?: unknown };

/** A customer's fields, the personal ones null; absent fields stay absent. */
export function anonymisedFields<Fields extends object>(fields: Fields): Fields {
  const nulls = personalFields.filter((field) => field in fields).map((field) => [field, null] as const);
  return { ...fields, ...Object.fromEntries<null>(nulls) };
}

/** The customer without personal data. */
export const anonymisedCustomer = <Customer extends Anonymisable>(customer: Customer): Customer => ({
  ...anonymisedFields(customer),
  anonymised: true,
});

/** The order without its customer's personal data. */
export const anonymisedOrder = <Order extends { customer: Anonymisable | null }>(order: Order): Order =>
  order.customer ? { ...order, customer: anonymisedCustomer(order.customer) } : order;
