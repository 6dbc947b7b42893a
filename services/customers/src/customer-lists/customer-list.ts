/** Customer lists (docs/api/customers.md#customer-lists). */
import { invalid } from '@order-hub/shared/errors';

/** A list of a location, or of an account: then `location_id` is null. Its times are shown in `timezone`. */
export type CustomerList = {
  account_id: string;
  id: string;
  location_id: string | null;
  timezone: string;
  /** The currency of its account. */
  currency: string;
  name: string;
};

/** 422: another list that shares a place with this one has the name. */
export const nameIsUsed = () => invalid('name', 'is the name of another customer list');
