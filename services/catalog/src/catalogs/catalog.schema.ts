/** Catalogs in requests and responses, without their content (docs/api/catalogs.md#catalogs). */
import { pageQuery } from '@order-hub/shared/pagination';
import { textUpTo } from '@order-hub/shared/texts';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';

const nameCharsMax = 255;

export const catalogName = textUpTo(nameCharsMax)
  .refine((text) => text.trim() !== '', 'must not be empty')
  .describe('The name, which no other catalog of the same place has.');

/** The query of both lists of catalogs. */
export const catalogFilters = pageQuery;

export type CatalogPage = z.output<z.ZodObject<typeof catalogFilters>>;

/** The query of a retrieval. */
export const retrievalQuery = {
  hide_data: z.enum(['true', 'false']).optional().describe('`true`: without the content.'),
};

export type RetrievalQuery = z.output<z.ZodObject<typeof retrievalQuery>>;

export const catalogFields = {
  id: z.string().describe('The id of the catalog.'),
  name: z.string().describe('The name of the catalog.'),
  location_id: z.string().optional().describe('The location that the catalog belongs to.'),
  account_id: z.string().optional().describe('The account that the catalog belongs to, when it is of no location.'),
  created_at: timeSchema.describe('When the catalog was created.'),
};

/** A catalog without its content. */
export const listedCatalogView = z.object(catalogFields).meta({
  id: 'ListedCatalog',
  description: 'A catalog without its content. It has either `location_id` or `account_id`.',
});
