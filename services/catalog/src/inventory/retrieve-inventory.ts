import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { findCatalog } from '../catalogs/find-catalog.ts';
import { viewEntries } from './entries/entry.view.ts';
import { inventoryOf, type InventoryPath } from './inventory.ts';
import { listEntries } from './inventory.store.ts';
import { adoptInventory } from './sharing/unadopted-inventory.store.ts';

/** All entries of a catalog in a location. Throws 404 and 403. */
export async function retrieveInventory({ db }: { db: Database }, ctx: Context, path: InventoryPath) {
  const catalog = await findCatalog(db, ctx.caller, path.catalog_id);
  const inventory = inventoryOf(catalog, path, ctx.caller, 'read');
  const entries = await listEntries(db, inventory, ctx.now);
  const isAdopted = entries.length === 0 && (await adoptInventory(db, inventory));
  return viewEntries(isAdopted ? await listEntries(db, inventory, ctx.now) : entries, inventory);
}
