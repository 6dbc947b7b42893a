import { backlogEndpoints } from '@order-hub/shared/backlog-endpoints';
import { catalogEndpoints } from './catalogs/catalog.endpoints.ts';
import { storeTimezones } from './current-catalogs/moved-location.consumer.ts';
import { imageEndpoints } from './images/image.endpoints.ts';
import { inventoryEndpoints } from './inventory/inventory.endpoints.ts';
import { menuEndpoints } from './menus/menu.endpoints.ts';
import { partOfCatalogEndpoints } from './parts/part.endpoints.ts';

/** What the catalog service answers and consumes. */
export const endpoints = [
  ...catalogEndpoints,
  ...partOfCatalogEndpoints,
  ...imageEndpoints,
  ...inventoryEndpoints,
  ...menuEndpoints,
  ...backlogEndpoints,
];
export const consumers = [storeTimezones];
