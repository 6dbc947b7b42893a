/** Customers in requests and responses (docs/api/customers.md#customers). */
import { customerFields, customerView as anyCustomerView } from '@order-hub/shared/customer';
import { customFieldsSchema } from '@order-hub/shared/custom-fields';
import { pageQuery } from '@order-hub/shared/pagination';
import { privateRefSchema } from '@order-hub/shared/private-ref';
import { textUpTo } from '@order-hub/shared/texts';
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

const wildcardsMax = 3;
const wildcards = 'Upper and lower case are the same, and `*` stands for any characters, at most 3 times.';

const searchFilter = textUpTo(255).refine(
  (filter) => filter.split('*').length - 1 <= wildcardsMax,
  `must have at most ${wildcardsMax} wildcards (*)`,
);

/** The query of the list of customers (docs/api/customers.md#customer-search). */
export const customerFilters = {
  private_ref: z.string().optional().describe('Only the customer with this private ref of yours.'),
  email: searchFilter.optional().describe(`Only the customers with this email. ${wildcards}`),
  phone: searchFilter
    .optional()
    .describe(`Only the customers with this phone number, a \`+\` as \`%2B\`. ${wildcards}`),
  ...pageQuery,
};

export type CustomerFilters = z.output<z.ZodObject<typeof customerFilters>>;

export const customerView = anyCustomerView;
