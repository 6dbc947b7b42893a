/** Images in requests and responses (docs/api/catalogs.md#images). */
import { pageQuery } from '@order-hub/shared/pagination';
import { pictureTypes } from '@order-hub/shared/pictures';
import { privateRefSchema, privateRefView } from '@order-hub/shared/private-ref';
import { z } from 'zod';

/** The query of a creation. */
export const imageCreate = {
  private_ref: privateRefSchema.optional().describe('Your own reference of the image, unique within the catalog.'),
};

export type ImageCreate = z.output<z.ZodObject<typeof imageCreate>>;

export const imageFilters = pageQuery;

export type ImageFilters = z.output<z.ZodObject<typeof imageFilters>>;

export const imageView = z
  .object({
    id: z.string().describe('The id, which parts name in `image_ids`.'),
    type: z.enum(pictureTypes).describe('The media type of the bytes.'),
    size: z.int().describe('The size in bytes.'),
    md5: z.string().describe('The MD5 checksum of the bytes, in hexadecimal.'),
    private_ref: privateRefView.describe('Your own reference of the image.'),
    seconds_before_removal: z
      .int()
      .nullable()
      .describe('The seconds until it is removed; null while a part uses the image.'),
  })
  .meta({ id: 'Image', description: 'An image of a catalog, without its bytes.' });
