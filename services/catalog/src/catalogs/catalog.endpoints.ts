import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import { catalogFilters, listedCatalogView, retrievalQuery } from './catalog.schema.ts';
import { deleteCatalog, type DeleteCatalogDeps } from './delete-catalog.ts';
import { listCatalogs } from './list-catalogs.ts';
import { retrieveCatalog } from './retrieve-catalog.ts';

type Deps = { db: Database };

const tag = 'Catalogs';

/** Create, list, retrieve, update and delete catalogs (docs/api/catalogs.md#endpoints). */
export const catalogEndpoints = [
  endpoint('GET /catalogs/:catalog_id', {
    summary: 'Retrieve a catalog',
    name: 'retrieveCatalog',
    tag,
    description: 'The whole catalog in one response; a high load query unless `hide_data` is `true`.',
    guide: 'docs/api/catalogs.md#retrieve',
    needs: 'catalog.read',
    access: ['location', 'account'],
    query: retrievalQuery,
    reply: listedCatalogView,
    handle: ({ params, query }, ctx, deps: Deps) => retrieveCatalog(deps, ctx, params, query),
  }),
  endpoint('GET /locations/:location_id/catalogs', {
    summary: 'List the catalogs for a location',
    name: 'listCatalogs',
    tag,
    description: 'Its own catalogs and those of its account, oldest first, without content.',
    guide: 'docs/api/catalogs.md#lists',
    needs: 'catalog.read',
    access: ['location', 'account'],
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
    query: catalogFilters,
    reply: listedCatalogView,
    handle: ({ query }, ctx, deps: Deps) => listCatalogs(deps, ctx, {}, query),
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
];
