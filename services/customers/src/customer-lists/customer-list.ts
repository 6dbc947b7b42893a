/** Customer lists (docs/api/customers.md#customer-lists). */
import type { PlacedResource } from '@order-hub/shared/placed-resource';

/** A list of a location or, with a null `location_id`, of an account. */
export type CustomerList = PlacedResource;
