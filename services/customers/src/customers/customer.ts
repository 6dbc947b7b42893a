/** Customers of a list (docs/api/customers.md#customers). */
import { unsetFields, withGivenFields, type CustomerFields, type CustomerUpdate } from '@order-hub/shared/customer';
import { mergeCustomFields, type CustomFields } from '@order-hub/shared/custom-fields';
import { anonymisedFields, personalFields } from '@order-hub/shared/personal-fields';
import { invalid } from '@order-hub/shared/errors';
import type { CustomerList } from '../customer-lists/customer-list.ts';

/** What clients have said of a customer, in the order in which it is shown. */
export type StoredFields = CustomerFields & { custom_fields: CustomFields };

/** A card as a customer shows it; `balance` is exact. */
export type CardOfCustomer = { id: string; ref: string | null; name: string | null; balance: string };

/** A customer as it is stored. Numbers that are counted are exact; a guest has none of this. */
export type Customer = {
  id: string;
  anonymised: boolean;
  /** JSON text of StoredFields. */
  fields: string;
  nb_orders: number;
  /** In the currency of the list. */
  order_total: string;
  first_order_at: Date | null;
  last_order_at: Date | null;
  /** Oldest first. */
  loyalty_cards: CardOfCustomer[];
};

/** What orders count for a customer. */
export type Figures = Pick<Customer, 'nb_orders' | 'order_total' | 'first_order_at' | 'last_order_at'>;

/** A customer with its list. */
export type ListedCustomer = { list: CustomerList; customer: Customer };

export type CustomerPath = { customer_list_id: string; customer_id: string };

/** What a creation and an update may say. */
export type CustomerChange = CustomerUpdate & { custom_fields?: CustomFields | null | undefined };

const emptyFields: StoredFields = { ...unsetFields, custom_fields: {} };

/** Of an anonymised customer, personal data is silently ignored (docs/api/customers.md#anonymisation). */
const withoutPersonal = (given: CustomerUpdate): CustomerUpdate => {
  const ignored = new Set<string>(personalFields);
  return Object.fromEntries(Object.entries(given).filter(([name]) => !ignored.has(name)));
};

/** The fields after a client has given some. Throws 422 when the custom fields are too large together. */
function changedFields(fields: StoredFields, given: CustomerChange, anonymised: boolean): StoredFields {
  const { custom_fields, ...told } = given;
  return {
    ...withGivenFields(fields, anonymised ? withoutPersonal(told) : told),
    custom_fields: mergeCustomFields(fields.custom_fields, custom_fields ?? {}),
  };
}

/** A new customer without orders and cards. */
export const newCustomer = (id: string, given: CustomerChange): Customer => ({
  id,
  anonymised: false,
  fields: JSON.stringify(changedFields(emptyFields, given, false)),
  nb_orders: 0,
  order_total: '0',
  first_order_at: null,
  last_order_at: null,
  loyalty_cards: [],
});

/** The customer after an update (docs/api/customers.md#customer-updates). Its fields are the same text when nothing changes. */
export function updatedCustomer(customer: Customer, given: CustomerChange): Customer {
  const fields = changedFields(JSON.parse(customer.fields) as StoredFields, given, customer.anonymised);
  return { ...customer, fields: JSON.stringify(fields) };
}

/** The customer without personal data (docs/api/customers.md#anonymisation). */
export const anonymisedCustomer = (customer: Customer): Customer => {
  const fields = JSON.parse(customer.fields) as StoredFields;
  return { ...customer, anonymised: true, fields: JSON.stringify(anonymisedFields(fields)) };
};

/** 422: the client has given this private ref to another customer of the list. */
export const privateRefIsUsed = () => invalid('private_ref', 'is your private ref of another customer of the list');
