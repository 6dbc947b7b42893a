/** Customer lists (docs/api/customers.md#customer-lists). */
import type { PlacedResource } from '@order-hub/shared/placed-resource';

export type CustomerListPath = { customer_list_id: string };

/** A list of a location or, with a null `location_id`, of an account. */
export type CustomerList = PlacedResource;

/** A deleted list, the client that deleted it, and the last of its customers who was announced as anonymised. */
export type AnonymisedList = Pick<CustomerList, 'account_id' | 'id'> & { client_id: string; announced_to: string };
