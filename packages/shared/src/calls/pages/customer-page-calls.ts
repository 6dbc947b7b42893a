/** What pages about customers ask for beyond the API. */
import { z } from 'zod';
import { customerFields, customerView } from '../../contracts/customer.ts';
import { managingRoles } from '../../tokens/roles.ts';
import { nameText, textUpTo } from '../../values/texts/texts.ts';
import { principalCall } from '../principal-call.ts';

const text = z.string();
const nullableText = text.nullable();

/** The longest text that customers are searched by. */
export const searchCharsMax = 100;

/** A customer as a person looks for it. `last_order_date` is a time of the location. */
const foundCustomer = z.object({
  id: text,
  customer_list_id: text,
  anonymised: z.boolean(),
  first_name: nullableText,
  last_name: nullableText,
  company_name: nullableText,
  email: nullableText,
  phone: nullableText,
  nb_orders: z.int(),
  order_total: text,
  last_order_date: nullableText,
});

export type FoundCustomer = z.output<typeof foundCustomer>;

const usableList = z.object({ id: text, name: text, is_account_list: z.boolean() });

export type UsableList = z.output<typeof usableList>;

/**
 * The customers of the lists that a location can use. The text is the beginning of each word of a name, in any order; some
 * digits of a phone number; or a part of an email address, with its @. Without a text: the newest customers.
 */
export const searchCustomers = principalCall('POST /internal/customer-searches', {
  summary: 'The customers of a location by name, phone or email',
  to: 'customers',
  principals: ['user'],
  roles: managingRoles,
  input: z.object({ search: textUpTo(searchCharsMax), customer_list_id: nameText.optional() }),
  reply: z.object({
    lists: z.array(usableList),
    customers: z.array(foundCustomer),
    /** Others match too. */
    more: z.boolean(),
    /** There are lists that were not searched. */
    unsearched: z.boolean(),
  }),
});

const customersOrder = z.object({
  id: text,
  status: text,
  ref: nullableText,
  collection_code: nullableText,
  service_type: nullableText,
  /** A time of the location. */
  created_at: text,
  total: text,
  /** How many items it has that are not deleted. */
  items: z.int(),
});

export type CustomersOrder = z.output<typeof customersOrder>;

/** The latest orders of a customer in the location that the page is about, newest first. */
export const listCustomerOrders = principalCall('GET /internal/customers/:customer_id/orders', {
  summary: 'The latest orders of a customer in a location',
  to: 'orders',
  principals: ['user'],
  roles: managingRoles,
  reply: z.object({ orders: z.array(customersOrder) }),
});

/** A customer of a list that the location of the page can use. `may_write`: whether the user may change the customer. */
export const showCustomer = principalCall('GET /internal/customer_lists/:customer_list_id/customers/:customer_id', {
  summary: 'A customer, for a page',
  to: 'customers',
  principals: ['user'],
  roles: managingRoles,
  reply: z.object({ customer: customerView, list: usableList, may_write: z.boolean() }),
});

export type ShownCustomer = z.output<typeof showCustomer.reply>;

/** The fields of a customer that a user can correct on a page. */
const correctable = z.object(customerFields).pick({
  first_name: true,
  last_name: true,
  company_name: true,
  email: true,
  phone: true,
  address_1: true,
  address_2: true,
  postal_code: true,
  city: true,
  country: true,
  delivery_notes: true,
  sms_marketing: true,
  email_marketing: true,
});

export type CorrectableFields = z.output<typeof correctable>;
export type CorrectableField = keyof CorrectableFields;

/**
 * Corrects fields of a customer. `shown`: what the user saw in them. Without a change where somebody else has changed one of
 * these fields since to another value: `conflicts` names them with their values now.
 */
export const correctCustomer = principalCall('POST /internal/customer_lists/:customer_list_id/customers/:customer_id', {
  summary: 'Correct a customer',
  to: 'customers',
  principals: ['user'],
  roles: managingRoles,
  input: z.object({ shown: correctable, corrected: correctable }),
  reply: z.object({
    conflicts: z.array(z.object({ field: text, current: z.union([text, z.boolean()]).nullable() })),
  }),
});

export type CorrectionConflict = z.output<typeof correctCustomer.reply>['conflicts'][number];
