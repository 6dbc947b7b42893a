import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import type { ChangeCause } from '@order-hub/shared/resource-changed';
import type { Entry } from '../entries/entry.ts';
import type { Inventory, LocationInventory } from '../inventory.ts';
import { inventoryPatched, inventoryUpdated } from '../inventory.events.ts';
import { listSharedRefs, listUsableCatalogs } from './sharing-catalog.store.ts';

/** Looking up more pairs of a catalog and a changed ref would take too long, and announcing them too much room. */
const pairsMax = 30_000;

/** What changed in the stock of a location. `catalog_id`: through which catalog; null when entries expired. */
type StockChange = { catalog_id: string | null; changed: readonly Entry[]; cause: ChangeCause };

/**
 * The messages for the other catalogs that share the changed stock: `inventory.patch` with the entries of which a catalog has
 * the ref; for a very large change `inventory.update` for every catalog (docs/api/events.md#shared-stock).
 */
export async function findSharedChanges(
  trx: Queryable,
  place: LocationInventory,
  { catalog_id: from, changed, cause }: StockChange,
): Promise<OutgoingMessage[]> {
  const ids = await listUsableCatalogs(trx, place, from ?? '');
  const inventoryOf = (catalog_id: string): Inventory => ({ ...place, catalog_id });
  if (ids.length * changed.length > pairsMax) return ids.map((id) => inventoryUpdated(inventoryOf(id), cause));
  const shared = ids.length === 0 ? [] : await listSharedRefs(trx, place.account_id, ids, changed);
  return shared.map(({ catalog_id, positions }) => {
    const entries = positions.flatMap((position) => changed[position] ?? []);
    return inventoryPatched(inventoryOf(catalog_id), cause, entries);
  });
}
