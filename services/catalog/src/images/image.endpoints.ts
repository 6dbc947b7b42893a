import { fileBytes } from '@order-hub/shared/byte-body';
import type { Database } from '@order-hub/shared/database';
import { endpoint } from '@order-hub/shared/endpoint';
import { otherPictureTypes, pictureTypes } from '@order-hub/shared/pictures';
import { everyRole, managingRoles } from '@order-hub/shared/roles';
import { z } from 'zod';
import { createImage, type CreateImageDeps } from './create-image.ts';
import { imageBytesMax } from './image.ts';
import { imageCreate, imageFilters, imageView } from './image.schema.ts';
import { listImages } from './list-images.ts';
import { retrieveImageBytes } from './retrieve-image-bytes.ts';
import { retrieveImage } from './retrieve-image.ts';

type Deps = { db: Database };

const tag = 'Images';
const guide = 'docs/api/catalogs.md#images';

/** Create, retrieve and list images (docs/api/catalogs.md#images). */
export const imageEndpoints = [
  endpoint('POST /catalogs/:catalog_id/images', {
    summary: 'Create an image',
    name: 'createImage',
    tag,
    description: 'The body is the file itself. Its bytes decide the type. Who can update the catalog can add images.',
    guide,
    examples: {},
    needs: 'catalog.write',
    access: ['location', 'account'],
    roles: managingRoles,
    query: imageCreate,
    body: fileBytes(pictureTypes, otherPictureTypes),
    bodyBytesMax: imageBytesMax,
    reply: imageView,
    handle: ({ params, query, body }, ctx, deps: CreateImageDeps) =>
      createImage(deps, ctx, params, { ...query, read: body }),
  }),
  endpoint('GET /catalogs/:catalog_id/images/:image_id', {
    summary: 'Retrieve an image',
    name: 'retrieveImage',
    tag,
    description: 'Without its bytes.',
    guide,
    needs: 'catalog.read',
    access: ['location', 'account'],
    roles: everyRole,
    reply: imageView,
    handle: ({ params }, ctx, deps: Deps) => retrieveImage(deps, ctx, params),
  }),
  endpoint('GET /catalogs/:catalog_id/images/:image_id/data', {
    summary: 'Retrieve the bytes of an image',
    name: 'retrieveImageBytes',
    tag,
    description: 'The bytes never change, so you can cache them.',
    guide,
    needs: 'catalog.read',
    access: ['location', 'account'],
    roles: everyRole,
    reply: z.string().meta({ format: 'binary' }),
    handle: ({ params }, ctx, deps: Deps) => retrieveImageBytes(deps, ctx, params),
  }),
  endpoint('GET /catalogs/:catalog_id/images', {
    summary: 'List the images of a catalog',
    name: 'listImages',
    tag,
    description: 'Oldest first, without their bytes.',
    guide,
    needs: 'catalog.read',
    access: ['location', 'account'],
    roles: everyRole,
    query: imageFilters,
    reply: imageView,
    handle: ({ params, query }, ctx, deps: Deps) => listImages(deps, ctx, params, query),
  }),
];
