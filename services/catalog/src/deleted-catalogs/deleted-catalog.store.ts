/** The contents of a deleted catalog. */
import type { Queryable } from '@order-hub/shared/database';
import { deleteInBatches, type DeletedResource } from '@order-hub/shared/deleted-resource-store';

const deleteFrom = (table: string, rowsMax = 5_000) => ({
  text: `delete from ${table} where account_id = $1 and ctid = any (array(
     select ctid from ${table} where account_id = $1 and catalog_id = $2 limit $3))`,
  rowsMax,
});

/** Fewer images at once: an image has up to 1 MiB. */
const imagesMax = 100;

const statements = [
  deleteFrom('inventory_entries'),
  deleteFrom('inventories'),
  deleteFrom('images', imagesMax),
  deleteFrom('catalog_parts'),
  deleteFrom('catalog_refs'),
  deleteFrom('catalog_part_lists'),
  deleteFrom('catalog_documents'),
];

/** Deletes the contents of a deleted catalog in batches, each a transaction of its own, until `signal` aborts. */
export const deleteContents = (
  db: Queryable,
  { account_id, id }: DeletedResource,
  signal: AbortSignal,
): Promise<void> => deleteInBatches(db, statements, [account_id, id], signal);
