/** Catalogs, without their content (docs/api/catalogs.md#catalogs). */
import type { PlacedResource } from '@order-hub/shared/placed-resource';

export type CatalogPath = { catalog_id: string };

/** A catalog. Every amount in it is in `currency`. */
export type Catalog = PlacedResource & {
  /** Grows with every update that a reader can see. */
  version: number;
  /** The version whose document has the fields of this release; null after the release before stored it. */
  rendered_version: number | null;
};

/** Whether the document may lack fields of this release. */
export const isOutdated = ({ version, rendered_version }: Catalog): boolean => rendered_version !== version;
