import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { findCatalog } from '../catalogs/find-catalog.ts';
import { viewEntries } from './entry.ts';
import { getInventory, type InventoryPath } from './find-inventory.ts';
import { listEntries } from './inventory.store.ts';

/** All entries of a catalog in a location. Throws 404 and 403. */
export async function retrieveInventory({ db }: { db: Database }, ctx: Context, path: InventoryPath) {
  const catalog = await findCatalog(db, ctx.caller, path.catalog_id);
  const inventory = getInventory(ctx, path, catalog, 'read');
  return viewEntries(await listEntries(db, inventory, ctx.now), inventory);
}
