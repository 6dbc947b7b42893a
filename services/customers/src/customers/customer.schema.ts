/** Customers in requests and responses (docs/api/customers.md#customers). */
import { customerFields, customerView as anyCustomerView } from '@order-hub/shared/customer';
import { customFieldsSchema } from '@order-hub/shared/custom-fields';
import { privateRefSchema } from '@order-hub/shared/private-ref';
import { z } from 'zod';

/** The body of a creation and of an update: no field is required. Null clears a field; other fields are ignored. */
export const customerChange = z
  .object({
    private_ref: privateRefSchema.nullish().describe('Your own reference of the customer, unique within the list.'),
    ...customerFields,
    custom_fields: customFieldsSchema.nullish().describe('The custom fields to set or, with null, to remove.'),
  })
  .meta({ id: 'CustomerChange', description: 'What is known of a customer. Null clears a field.' });

export type CustomerBody = z.output<typeof customerChange>;

export const customerView = anyCustomerView;
