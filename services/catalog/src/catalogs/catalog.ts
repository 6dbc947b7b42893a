/** Catalogs, without their content (docs/api/catalogs.md#catalogs). */
import type { PlacedResource } from '@order-hub/shared/placed-resource';

/** A catalog. Every amount in it is in `currency`. */
export type Catalog = PlacedResource & {
  /** Grows with every update that a reader can see. */
  version: number;
};
