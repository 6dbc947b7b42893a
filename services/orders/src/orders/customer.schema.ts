/** The customer of an order: a guest's data, and the ways to name one (docs/api/orders.md#customers). */
import { customerFields } from '@order-hub/shared/customer';
import { z } from 'zod';

/** What a guest order may say of its customer. */
export const guestCreate = z
  .object(customerFields)
  .meta({ id: 'GuestCustomer', description: 'The customer of a guest order.' });

type CustomerNames = Record<'customer_id' | 'customer_list_id' | 'customer_private_ref' | 'customer', unknown>;

/** How an order may not name its customer: when, which field is to blame, and why (docs/api/orders.md#customers). */
const customerRules: [
  isBroken: (given: Record<keyof CustomerNames, boolean>) => boolean,
  field: string,
  why: string,
][] = [
  [
    (given) => given.customer_id && (given.customer_list_id || given.customer_private_ref || given.customer),
    'customer_id',
    'cannot be combined with customer_list_id, customer_private_ref or customer',
  ],
  [
    (given) => given.customer && (given.customer_list_id || given.customer_private_ref),
    'customer',
    'cannot be combined with customer_list_id and customer_private_ref',
  ],
  [
    (given) => given.customer_private_ref && !given.customer_list_id,
    'customer_list_id',
    'must be given together with customer_private_ref',
  ],
  [
    (given) => given.customer_list_id && !given.customer_private_ref,
    'customer_private_ref',
    'must be given together with customer_list_id',
  ],
];

/** The first rule that an order breaks in naming its customer. */
export function brokenCustomerRule({ customer_id, customer_list_id, customer_private_ref, customer }: CustomerNames) {
  const given = {
    customer_id: customer_id !== null,
    customer_list_id: customer_list_id !== null,
    customer_private_ref: customer_private_ref !== null,
    customer: customer !== null,
  };
  return customerRules.find(([isBroken]) => isBroken(given));
}
