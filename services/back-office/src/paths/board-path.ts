import { locationPath } from './location-path.ts';

/** The order board of a location. */
export const boardPath = (location_id: string) => `${locationPath(location_id)}/orders`;

/** What is done with an order on the board, or shown of it. */
export const boardOrderPath = (location_id: string, order_id: string, action: string) =>
  `${boardPath(location_id)}/${order_id}/${action}`;
