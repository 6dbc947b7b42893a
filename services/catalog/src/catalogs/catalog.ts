/** Catalogs, without their content (docs/api/catalogs.md#catalogs). */
import { invalid } from '@order-hub/shared/errors';

/** A catalog of a location, or of an account: then `location_id` is null. Its times are shown in `timezone`. */
export type Catalog = {
  account_id: string;
  id: string;
  location_id: string | null;
  timezone: string;
  /** The currency of its account: that of every amount in it. */
  currency: string;
  name: string;
  /** Grows with every change of what a reader gets. */
  version: number;
};

/** 422: another catalog that shares a place with this one has the name. */
export const nameIsUsed = () => invalid('name', 'is the name of another catalog');
