/** A catalog as a client sends it (docs/api/catalogs.md#catalogs). */
import { optionalList } from '@order-hub/shared/optional';
import { placedName } from '@order-hub/shared/placed-resource';
import { z } from 'zod';
import { contentFields, contentUpload } from './content.schema.ts';
import { partsMax, variantsMax } from './sizes.schema.ts';

/** The body of a creation and of an update. */
export const catalogUpload = z
  .object({
    name: placedName.describe('The name, which no other catalog of the same place has.'),
    data: contentUpload.nullish().describe('The whole content. An update without it changes the name only.'),
  })
  .meta({ id: 'CatalogUpload', description: 'A catalog with its content.' });

const anyParts = (field: string) => optionalList(z.unknown(), field === 'variants' ? variantsMax : partsMax);
const anyContent = z.object(Object.fromEntries(contentFields.map((field) => [field, anyParts(field)])));

/** The same with any parts, which are checked one at a time (read-upload.ts). */
export const uploadFrame = catalogUpload.extend({ data: anyContent.nullish() });
