/** A customer's personal data, and erasing it (docs/api/customers.md#anonymisation). */

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

/** A customer's fields with the personal ones null; absent fields stay absent. */
export function withoutPersonalFields<Fields extends object>(fields: Fields): Fields {
  const erased = personalFields.filter((field) => field in fields).map((field) => [field, null] as const);
  return { ...fields, ...Object.fromEntries<null>(erased) };
}

/** The customer without personal data. */
export const withoutPersonalData = <Customer extends Anonymisable>(customer: Customer): Customer => ({
  ...withoutPersonalFields(customer),
  anonymised: true,
});

/** An order with its customer's personal data erased. */
export const withoutCustomerData = <Order extends { customer: Anonymisable | null }>(order: Order): Order =>
  order.customer ? { ...order, customer: withoutPersonalData(order.customer) } : order;
