import type { Context } from '@order-hub/shared/caller';
import { placedNotFound } from '@order-hub/shared/placed-resource';
import type { Right } from '@order-hub/shared/scopes';
import type { Catalog } from '../catalogs/catalog.ts';
import { assertInventoryRight, isUsable, type Inventory } from './entry.ts';

export type InventoryPath = { catalog_id: string; location_id: string };

/** The inventory of a catalog in a location. Throws 404 when the location cannot use the catalog, and 403 without the right. */
export function getInventory(
  { caller }: Context,
  { location_id }: InventoryPath,
  catalog: Catalog | undefined,
  right: Right,
): Inventory {
  if (!catalog || !isUsable(caller, catalog, location_id)) throw placedNotFound('catalog');
  assertInventoryRight(right, caller, catalog);
  const { account_id, id: catalog_id } = catalog;
  return { account_id, catalog_id, location_id, timezone: caller.location?.timezone ?? 'UTC' };
}
