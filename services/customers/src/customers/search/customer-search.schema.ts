/** The filters of a list of customers (docs/api/customers.md#customer-search). */
import { pageQuery } from '@order-hub/shared/pagination';
import { rule } from '@order-hub/shared/rules';
import { textUpTo } from '@order-hub/shared/texts';
import { z } from 'zod';

const filterCharsMax = 255;
const wildcardsMax = 3;
const wildcards = `Upper and lower case are the same, and \`*\` stands for any characters, at most ${wildcardsMax} times.`;

const searchFilter = textUpTo(filterCharsMax).check(
  rule(
    (filter) => filter.split('*').length - 1 <= wildcardsMax,
    'too_many',
    `must have at most ${wildcardsMax} wildcards (*)`,
  ),
);

/** A `+` that was not percent-encoded arrives as a space. No phone number begins with one. */
const phoneFilter = z
  .string()
  .transform((phone) => phone.replace(/^ /, '+'))
  .pipe(searchFilter);

export const customerFilters = {
  private_ref: z.string().optional().describe('Only the customer with this private ref of yours.'),
  email: searchFilter.optional().describe(`Only the customers with this email. ${wildcards}`),
  phone: phoneFilter.optional().meta({
    description: `Only the customers with this phone number; a \`+\` at its start may be written as it is. ${wildcards}`,
    maxLength: filterCharsMax,
  }),
  ...pageQuery,
};

export type CustomerFilters = z.output<z.ZodObject<typeof customerFilters>>;
