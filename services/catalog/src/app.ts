import type { Consumer } from '@order-hub/shared/consumer';
import { catalogEndpoints } from './catalogs/catalog.endpoints.ts';
import { imageEndpoints } from './images/image.endpoints.ts';
import { inventoryEndpoints } from './inventory/inventory.endpoints.ts';
import { partOfCatalogEndpoints } from './parts/part.endpoints.ts';

/** What the catalog service answers and consumes. */
export const endpoints = [...catalogEndpoints, ...partOfCatalogEndpoints, ...imageEndpoints, ...inventoryEndpoints];
export const consumers: Consumer<object>[] = [];
