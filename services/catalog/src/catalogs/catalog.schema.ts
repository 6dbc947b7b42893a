/** Catalogs in responses and queries (docs/api/catalogs.md#catalogs). What is sent: ../content/upload.schema.ts. */
import { pageQuery } from '@order-hub/shared/pagination';
import { rule } from '@order-hub/shared/rules';
import { timeSchema } from '@order-hub/shared/times';
import { z } from 'zod';
import { contentView } from '../content/content.schema.ts';

/** The query of both lists of catalogs. */
export const catalogFilters = pageQuery;

export type CatalogFilters = z.output<z.ZodObject<typeof catalogFilters>>;

/** The query of a retrieval. */
export const retrievalQuery = {
  // Not z.enum: any other value is malformed, and not one of a set that may grow (docs/api/errors.md#query-parameters).
  hide_data: z
    .string()
    .check(rule((text) => text === 'true' || text === 'false', 'wrong_format', 'must be true or false'))
    .optional()
    .meta({ description: '`true`: without the content.', enum: ['true', 'false'] }),
};

export type RetrievalQuery = z.output<z.ZodObject<typeof retrievalQuery>>;

const catalogFields = {
  id: z.string().describe('The id of the catalog.'),
  name: z.string().describe('The name of the catalog.'),
  location_id: z.string().optional().describe('The location that the catalog belongs to.'),
  account_id: z
    .string()
    .optional()
    .describe('The account that the catalog belongs to, when it belongs to no location.'),
  created_at: timeSchema.describe('When the catalog was created.'),
};

/** A catalog without its content. */
export const listedCatalogView = z.object(catalogFields).meta({
  id: 'ListedCatalog',
  description: 'A catalog without its content. It has either `location_id` or `account_id`.',
});

/** A whole catalog. */
export const catalogView = z
  .object({ ...catalogFields, data: contentView.optional().describe('The content; left out with `hide_data`.') })
  .meta({ id: 'Catalog', description: 'A catalog. It has either `location_id` or `account_id`.' });
