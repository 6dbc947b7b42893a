import { locationPath } from './location-path.ts';

type CustomerIds = { location_id: string; customer_list_id: string; customer_id: string };

/** The page of a location's customers. */
export const customersPath = (location_id: string) => `${locationPath(location_id)}/customers`;

/** The page of a customer. */
export const customerPath = ({ location_id, customer_list_id, customer_id }: CustomerIds) =>
  `${customersPath(location_id)}/${customer_list_id}/${customer_id}`;
