/** Customer lists in requests and responses (docs/api/customers.md#customer-lists). */
import { pageQuery } from '@order-hub/shared/pagination';
import { placedName } from '@order-hub/shared/placed-resource';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const name = placedName.describe('The name, which no other list of the same place has.');

/** The body of a creation and of an update. */
export const customerListCreate = z
  .object({ name })
  .meta({ id: 'CustomerListCreate', description: 'What a customer list is created with, or renamed to.' });

export type CustomerListCreate = z.output<typeof customerListCreate>;

/** The query of both lists of customer lists. */
export const customerListFilters = pageQuery;

export type CustomerListFilters = z.output<z.ZodObject<typeof customerListFilters>>;

const shown = { id: z.string().describe('The id of the list.'), name: z.string().describe('The name of the list.') };

/** A single customer list. */
export const customerListView = z.object(shown).meta({ id: 'CustomerList', description: 'A list of customers.' });

/** A customer list in a page of lists. */
export const listedCustomerListView = z
  .object({ ...shown, created_at: timeSchema.describe('When the list was created.') })
  .meta({ id: 'ListedCustomerList', description: 'A list of customers, with the time of its creation.' });
