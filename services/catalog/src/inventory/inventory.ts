/** Which inventories a caller reaches (docs/api/catalogs.md#inventory). */
import type { AccountCaller } from '@order-hub/shared/caller';
import { forbidden } from '@order-hub/shared/errors';
import { isWithin, placedNotFound } from '@order-hub/shared/placed-resource';
import { can, type Right, type Scope } from '@order-hub/shared/scopes';
import type { Catalog } from '../catalogs/catalog.ts';

/** The inventory of a location. Its times are shown in `timezone`. */
export type LocationInventory = { account_id: string; location_id: string; timezone: string };

/** The inventory of a location, as it is reached through a catalog: the entries of the refs that the catalog has. */
export type Inventory = LocationInventory & { catalog_id: string };

export type InventoryPath = { catalog_id: string; location_id: string };

/** Whether the catalog is within the caller's reach, and the location can use it. */
const isUsable = (caller: AccountCaller, catalog: Catalog, location_id: string): boolean =>
  isWithin(caller, catalog) && (catalog.location_id === null || catalog.location_id === location_id);

const holdsInventory = ({ permissions }: Scope, right: Right) =>
  permissions.includes('inventory.write') || permissions.includes(`inventory.${right}`);

/**
 * Throws forbidden without the right. `inventory.…` covers every catalog of the location; the deprecated right that comes
 * with `catalog.…` covers only the catalog that the connection is bound to.
 */
function assertInventoryRight(right: Right, { scope, catalog_id }: AccountCaller, { id }: Catalog): void {
  if (holdsInventory(scope, right)) return;
  if (can(scope, `inventory.${right}`) && catalog_id === id) return;
  throw forbidden(
    `The scope of this connection does not include inventory.${right} for this catalog`,
    'permission_missing',
  );
}

/** The inventory of a location, reached through a catalog. Throws 404 when the location cannot use the catalog, and 403 without the right. */
export function inventoryOf(
  catalog: Catalog | undefined,
  { location_id }: InventoryPath,
  caller: AccountCaller,
  right: Right,
): Inventory {
  if (!catalog || !isUsable(caller, catalog, location_id)) throw placedNotFound('catalog');
  assertInventoryRight(right, caller, catalog);
  const { account_id, id: catalog_id } = catalog;
  return { account_id, catalog_id, location_id, timezone: caller.location?.timezone ?? 'UTC' };
}
