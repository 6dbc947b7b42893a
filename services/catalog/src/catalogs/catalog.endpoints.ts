import { jsonBytes } from '@order-hub/shared/byte-body';
import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import { answerTo } from '@order-hub/shared/internal-call';
import * as calls from '@order-hub/shared/catalog-calls';
import { everyRole, managingRoles, ownerRole } from '@order-hub/shared/roles';
import { catalogExamples } from '../content/catalog-examples.ts';
import { uploadBytesMax } from '../content/sizes.schema.ts';
import { catalogUpload } from '../content/upload.schema.ts';
import type { UploadDeps } from '../uploads/prepare-upload.ts';
import { catalogFilters, catalogView, listedCatalogView, retrievalQuery } from './catalog.schema.ts';
import { createCatalog, type CreateCatalogDeps } from './create-catalog.ts';
import { createSelectableCatalog } from './selectable/create-selectable-catalog.ts';
import { deleteCatalog, type DeleteCatalogDeps } from './delete-catalog.ts';
import { lookUpCatalog } from './find-catalog.ts';
import { listCatalogs } from './list-catalogs.ts';
import { listSelectableCatalogs } from './selectable/list-selectable-catalogs.ts';
import { retrieveCatalog, type RetrieveCatalogDeps } from './retrieve-catalog.ts';
import { updateCatalog } from './update-catalog.ts';

type Deps = { db: Database };

const tag = 'Catalogs';
const upload = { body: jsonBytes(catalogUpload), bodyBytesMax: uploadBytesMax, reply: catalogView };

/** Create, list, retrieve, update and delete catalogs (docs/api/catalogs.md#endpoints). */
export const catalogEndpoints = [
  endpoint('POST /locations/:location_id/catalogs', {
    summary: 'Create a catalog of a location',
    name: 'createCatalog',
    tag,
    description: 'Only this location and connections of its account see it.',
    guide: 'docs/api/catalogs.md#create',
    examples: catalogExamples('the terrace'),
    needs: 'all_catalogs.write',
    access: ['location', 'account'],
    roles: managingRoles,
    ...upload,
    handle: ({ params, body }, ctx, deps: CreateCatalogDeps) => createCatalog(deps, ctx, params, body),
  }),
  endpoint('POST /accounts/:account_id/catalogs', {
    summary: 'Create a catalog of an account',
    name: 'createAccountCatalog',
    tag,
    description: 'All locations of the account share it.',
    guide: 'docs/api/catalogs.md#create',
    examples: catalogExamples('the chain'),
    needs: 'all_catalogs.write',
    access: ['account'],
    roles: ownerRole,
    ...upload,
    handle: ({ body }, ctx, deps: CreateCatalogDeps) => createCatalog(deps, ctx, {}, body),
  }),
  endpoint('GET /catalogs/:catalog_id', {
    summary: 'Retrieve a catalog',
    name: 'retrieveCatalog',
    tag,
    description: 'The whole catalog in one response; a high load query unless `hide_data` is `true`.',
    guide: 'docs/api/catalogs.md#retrieve',
    needs: 'catalog.read',
    access: ['location', 'account'],
    roles: everyRole,
    query: retrievalQuery,
    reply: catalogView,
    handle: ({ params, query }, ctx, deps: RetrieveCatalogDeps) => retrieveCatalog(deps, ctx, params, query),
  }),
  endpoint('GET /locations/:location_id/catalogs', {
    summary: 'List the catalogs for a location',
    name: 'listCatalogs',
    tag,
    description: 'Its own catalogs and those of its account, oldest first, without content.',
    guide: 'docs/api/catalogs.md#lists',
    needs: 'catalog.read',
    access: ['location', 'account'],
    roles: everyRole,
    query: catalogFilters,
    reply: listedCatalogView,
    handle: ({ params, query }, ctx, deps: Deps) => listCatalogs(deps, ctx, params, query),
  }),
  endpoint('GET /accounts/:account_id/catalogs', {
    summary: 'List the catalogs of an account',
    name: 'listAccountCatalogs',
    tag,
    description: 'The catalogs that all of its locations share, oldest first, without content.',
    guide: 'docs/api/catalogs.md#lists',
    needs: 'catalog.read',
    access: ['account'],
    roles: ownerRole,
    query: catalogFilters,
    reply: listedCatalogView,
    handle: ({ query }, ctx, deps: Deps) => listCatalogs(deps, ctx, {}, query),
  }),
  endpoint('PUT /catalogs/:catalog_id', {
    summary: 'Update a catalog',
    name: 'updateCatalog',
    tag,
    description:
      'Replaces the whole content when the body has `data`. A part that keeps its ref keeps its id. A connection of a location can update a catalog of the account only if it is bound to it (401).',
    guide: 'docs/api/catalogs.md#update',
    examples: catalogExamples('this evening'),
    needs: 'catalog.write',
    access: ['location', 'account'],
    roles: managingRoles,
    ...upload,
    handle: ({ params, body }, ctx, deps: UploadDeps) => updateCatalog(deps, ctx, params, body),
  }),
  endpoint('DELETE /catalogs/:catalog_id', {
    summary: 'Delete a catalog',
    name: 'deleteCatalog',
    tag,
    description: 'Deletes the catalog with all its content, and announces it by the event catalog.delete.',
    guide: 'docs/api/catalogs.md#delete',
    needs: 'catalog.write',
    access: ['location', 'account'],
    reply: emptyView,
    handle: ({ params }, ctx, deps: DeleteCatalogDeps) => deleteCatalog(deps, ctx, params),
  }),
  answerTo(calls.lookUpCatalog, ({ params }, ctx, deps: Deps) => lookUpCatalog(deps, ctx, params)),
  answerTo(calls.listSelectableCatalogs, ({ params, body }, ctx, deps: Deps) =>
    listSelectableCatalogs(deps, ctx, params, body),
  ),
  answerTo(calls.createSelectableCatalog, ({ params, body }, ctx, deps: CreateCatalogDeps) =>
    createSelectableCatalog(deps, ctx, params, body),
  ),
];
