/** A catalog as a client sends it (docs/api/catalogs.md#catalogs). */
import { placedName } from '@order-hub/shared/placed-resource';
import { z } from 'zod';
import { contentUpload } from './content.schema.ts';

/** The body of a creation and of an update. */
export const catalogUpload = z
  .object({
    name: placedName.describe('The name, which no other catalog of the same place has.'),
    data: contentUpload.nullish().describe('The whole content. An update without it changes the name only.'),
  })
  .meta({ id: 'CatalogUpload', description: 'A catalog with its content.' });

export type CatalogUpload = z.output<typeof catalogUpload>;
