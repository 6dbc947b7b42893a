/** The customer of a new order: named, or a guest's data (docs/api/orders.md#customers). */
import { customerFields } from '@order-hub/shared/customer';
import { decimalSchema, decimalText } from '@order-hub/shared/decimal';
import type { FieldError } from '@order-hub/shared/errors';
import { optional, optionalList, optionalNotes, optionalObject, optionalRef } from '@order-hub/shared/optional';
import { searchedText } from '@order-hub/shared/texts';
import { z } from 'zod';

const operationsMax = 1_000;

/** The meaning of fields, in requests and in replies. */
const texts = {
  operations: "Changes of the points on the customer's loyalty cards.",
  ref: 'Which loyalty card it is; null for the only one.',
  name: 'The name of the loyalty card.',
  delta: 'The points to add; negative to deduct.',
  reason: 'Why the points change.',
} as const;

const guestCreate = z
  .object(customerFields)
  .meta({ id: 'GuestCustomer', description: 'The customer of a guest order.' });

const loyaltyOperationCreate = z
  .object({
    ref: optional(searchedText, null).describe(texts.ref),
    name: optional(searchedText, null).describe(texts.name),
    delta: decimalSchema.describe(texts.delta),
    reason: optionalNotes.describe(texts.reason),
  })
  .meta({ id: 'OrderLoyaltyOperationCreate', description: "A change of the points on the customer's loyalty card." });

const nullableText = z.string().nullable();

const loyaltyOperationView = z
  .object({
    ref: nullableText.describe(texts.ref),
    name: nullableText.describe(texts.name),
    delta: decimalText.describe(texts.delta),
    reason: nullableText.describe(texts.reason),
  })
  .meta({ id: 'OrderLoyaltyOperation', description: "A change of the points on the customer's loyalty card." });

export const loyaltyOperationsView = z.array(loyaltyOperationView).describe(texts.operations);

/** The fields of a new order that concern its customer. */
export const orderCustomerCreate = {
  customer_id: optionalRef.describe('An existing customer; not together with the other fields that name one.'),
  customer_list_id: optionalRef.describe('The list of an existing customer; with `customer_private_ref`.'),
  customer_private_ref: optionalRef.describe('Your reference of an existing customer; with `customer_list_id`.'),
  customer: optionalObject(guestCreate, null).describe('The data of a guest; not together with an existing customer.'),
  loyalty_operations: optionalList(loyaltyOperationCreate, operationsMax).describe(
    `${texts.operations} Only for an order of an existing customer.`,
  ),
};

export type OrderCustomerCreate = z.output<z.ZodObject<typeof orderCustomerCreate>>;

type CustomerNames = Record<'customer_id' | 'customer_list_id' | 'customer_private_ref' | 'customer', boolean>;

/** The ways in which an order may not name its customer. */
const customerRules: [isBroken: (given: CustomerNames) => boolean, fault: FieldError][] = [
  [
    (given) => given.customer_id && (given.customer_list_id || given.customer_private_ref || given.customer),
    {
      field: 'customer_id',
      message: 'cannot be combined with customer_list_id, customer_private_ref or customer',
      code: 'inconsistent',
    },
  ],
  [
    (given) => given.customer && (given.customer_list_id || given.customer_private_ref),
    {
      field: 'customer',
      message: 'cannot be combined with customer_list_id and customer_private_ref',
      code: 'inconsistent',
    },
  ],
  [
    (given) => given.customer_private_ref && !given.customer_list_id,
    { field: 'customer_list_id', message: 'must be given together with customer_private_ref', code: 'missing' },
  ],
  [
    (given) => given.customer_list_id && !given.customer_private_ref,
    { field: 'customer_private_ref', message: 'must be given together with customer_list_id', code: 'missing' },
  ],
];

/** The first rule that an order breaks in naming its customer, and loyalty operations that have no customer. */
export function customerFaults(order: OrderCustomerCreate): FieldError[] {
  const { customer_id, customer_list_id, customer_private_ref, customer, loyalty_operations } = order;
  const given = {
    customer_id: customer_id !== null,
    customer_list_id: customer_list_id !== null,
    customer_private_ref: customer_private_ref !== null,
    customer: customer !== null,
  };
  const [, fault] = customerRules.find(([isBroken]) => isBroken(given)) ?? [];
  const faults = fault ? [fault] : [];
  const isGuest = !given.customer_id && !given.customer_list_id;
  if (!isGuest || loyalty_operations.length === 0) return faults;
  return [
    ...faults,
    { field: 'loyalty_operations', message: 'need an order that is linked to a customer', code: 'inconsistent' },
  ];
}
