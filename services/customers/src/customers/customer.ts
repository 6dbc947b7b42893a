/** Customers of a list (docs/api/customers.md#customers). */
import { unsetFields, withGivenFields, type CustomerFields, type CustomerUpdate } from '@order-hub/shared/customer';
import { mergeCustomFields, type CustomFields } from '@order-hub/shared/custom-fields';
import { anonymisedFields, personalFields } from '@order-hub/shared/personal-fields';
import { invalid } from '@order-hub/shared/errors';
import type { CustomerList } from '../customer-lists/customer-list.ts';

/** What clients sent about a customer, in the order in which the API shows it. */
export type StoredFields = CustomerFields & { custom_fields: CustomFields };

/** A loyalty card without the id of its customer. `balance` is exact. */
export type CardOfCustomer = {
  id: string;
  ref: string | null;
  name: string | null;
  balance: string;
  nb_operations: number;
};

/** A customer as it is stored. */
export type Customer = {
  id: string;
  anonymised: boolean;
  /** JSON text of StoredFields. */
  fields: string;
  nb_orders: number;
  /** Exact, in the currency of the list. */
  order_total: string;
  first_order_at: Date | null;
  last_order_at: Date | null;
  /** Oldest first. */
  loyalty_cards: CardOfCustomer[];
};

/** What the orders of a customer add up to. */
export type OrderStatistics = Pick<Customer, 'nb_orders' | 'order_total' | 'first_order_at' | 'last_order_at'>;

/** A customer with its list. */
export type ListedCustomer = { list: CustomerList; customer: Customer };

/** A customer with its list, and with its private refs by client id. */
export type CustomerRecord = Customer & { list: CustomerList; private_refs: Record<string, string> };

export type CustomerKey = { account_id: string; customer_list_id: string; customer_id: string };

export type CustomerPath = { customer_list_id: string; customer_id: string };

/** What a client sends about a customer, at creation and in an update. */
export type CustomerFieldsUpdate = CustomerUpdate & { custom_fields?: CustomFields | null | undefined };

const emptyFields: StoredFields = { ...unsetFields, custom_fields: {} };

/** Identifies a customer among those of all accounts and lists. */
export const keyText = ({ account_id, customer_list_id, customer_id }: CustomerKey) =>
  `${account_id} ${customer_list_id} ${customer_id}`;

/** Updates of an anonymised customer silently ignore personal data (docs/api/customers.md#anonymisation). */
const withoutPersonal = (update: CustomerUpdate): CustomerUpdate => {
  const ignored = new Set<string>(personalFields);
  return Object.fromEntries(Object.entries(update).filter(([name]) => !ignored.has(name)));
};

/** The fields after an update. Throws 422 when the merged custom fields are too large. */
function updatedFields(fields: StoredFields, update: CustomerFieldsUpdate, anonymised: boolean): StoredFields {
  const { custom_fields, ...sent } = update;
  return {
    ...withGivenFields(fields, anonymised ? withoutPersonal(sent) : sent),
    custom_fields: mergeCustomFields(fields.custom_fields, custom_fields ?? {}),
  };
}

/** A new customer without orders and cards. */
export const newCustomer = (id: string, sent: CustomerFieldsUpdate): Customer => ({
  id,
  anonymised: false,
  fields: JSON.stringify(updatedFields(emptyFields, sent, false)),
  nb_orders: 0,
  order_total: '0',
  first_order_at: null,
  last_order_at: null,
  loyalty_cards: [],
});

/** The customer after an update (docs/api/customers.md#customer-updates). When nothing changes, its fields are the same text. */
export function updatedCustomer<AnyCustomer extends Customer>(
  customer: AnyCustomer,
  update: CustomerFieldsUpdate,
): AnyCustomer {
  const fields = updatedFields(JSON.parse(customer.fields) as StoredFields, update, customer.anonymised);
  return { ...customer, fields: JSON.stringify(fields) };
}

/** The private refs after a client sent its own: null clears it, undefined leaves it. */
export function withPrivateRef(
  refs: Record<string, string>,
  client_id: string,
  private_ref: string | null | undefined,
): Record<string, string> {
  if (private_ref === undefined) return refs;
  const others = Object.entries(refs).filter(([client]) => client !== client_id);
  return Object.fromEntries(private_ref === null ? others : [...others, [client_id, private_ref]]);
}

/** The customer without personal data (docs/api/customers.md#anonymisation). */
export const anonymisedCustomer = <AnyCustomer extends Customer>(customer: AnyCustomer): AnyCustomer => {
  const fields = JSON.parse(customer.fields) as StoredFields;
  return { ...customer, anonymised: true, fields: JSON.stringify(anonymisedFields(fields)) };
};

/** 422: the client gave this private ref to another customer of the list. */
export const privateRefIsUsed = () =>
  invalid('private_ref', 'taken', 'is your private ref of another customer of the list');
