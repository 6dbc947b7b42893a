import type { Consumer } from '@order-hub/shared/consumer';
import { catalogEndpoints } from './catalogs/catalog.endpoints.ts';

/** What the catalog service answers and consumes. */
export const endpoints = [...catalogEndpoints];
export const consumers: Consumer<object>[] = [];
