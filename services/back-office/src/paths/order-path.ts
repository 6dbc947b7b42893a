import { locationPath } from './location-path.ts';
import { pathWith } from '../queries/path-with.ts';

/** The page of an order. */
export const orderPath = (location_id: string, order_id: string) =>
  `${locationPath(location_id)}/orders/${encodeURIComponent(order_id)}`;

/** `search`: what is searched for, sealed. */
type Search = { search?: string | undefined; before?: string | null };

/** The page on which a location's orders are searched. */
export const orderSearchPath = (location_id: string, search: Search = {}) =>
  pathWith(`${locationPath(location_id)}/orders/search`, search);

/** The same orders as a file. */
export const orderExportPath = (location_id: string, search: Pick<Search, 'search'>) =>
  pathWith(`${locationPath(location_id)}/orders/export`, search);
