/** Customers in requests and responses (docs/api/customers.md#customers). */
import { customerFields, customerView as orderCustomerView } from '@order-hub/shared/customer';
import { customFieldsSchema } from '@order-hub/shared/custom-fields';
import { computedMoney } from '@order-hub/shared/money';
import { clearable } from '@order-hub/shared/optional';
import { privateRefSchema } from '@order-hub/shared/private-ref';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

/** The body of a creation and of an update: every field is optional, null clears a field, unknown fields are ignored. */
export const customerBody = z
  .object({
    private_ref: clearable(privateRefSchema).describe('Your own reference of the customer, unique within the list.'),
    ...customerFields,
    custom_fields: clearable(customFieldsSchema).describe('The custom fields to set or, with null, to remove.'),
  })
  .meta({ id: 'CustomerChange', description: 'The data of a customer. Null clears a field.' });

export type CustomerBody = z.output<typeof customerBody>;

type Examples = Record<string, z.input<typeof customerBody>>;

const createExamples: Examples = {
  regular: {
    private_ref: 'guest-42',
    email: 'ada@example.com',
    first_name: 'Ada',
    last_name: 'Lovelace',
    birth_date: '1985-12-10',
    phone: '+33612345678',
    address_1: '10 rue du Bac',
    postal_code: '75007',
    city: 'Paris',
    country: 'FR',
    sms_marketing: true,
  },
  company: { company_name: 'Analytical Engines', custom_fields: { vat: 'FR40303265045' } },
};

const updateExamples: Examples = {
  move: { address_1: '1 place de la Bourse', address_2: null, postal_code: '69002', city: 'Lyon' },
  remove_custom_field: { custom_fields: { vat: null } },
};

/** Typical bodies, for the API document. */
export const customerExamples = { create: createExamples, update: updateExamples };

/** A customer of a list has what a guest has not. */
export const customerView = orderCustomerView
  .extend({
    id: z.string().describe('The id of the customer.'),
    customer_list_id: z.string().describe('The list that the customer is in.'),
    created_at: timeSchema.describe('When the customer was created.'),
    nb_orders: z.int().describe('How many orders are attached to the customer.'),
    order_total: computedMoney.describe('The sum of the totals of these orders.'),
  })
  .meta({ id: 'Customer', description: 'A customer of a customer list.' });
