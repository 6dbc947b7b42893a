/** The contents of a deleted catalog. */
import type { Queryable } from '@order-hub/shared/database';
import type { DeletedResource } from '@order-hub/shared/deleted-resource-store';

const rowsMax = 5_000;
/** Fewer images at once: an image has up to 1 MiB. */
const imagesMax = 100;

const deleteSome = (table: string) =>
  `delete from ${table} where ctid = any (array(
     select ctid from ${table} where account_id = $1 and catalog_id = $2 limit $3))`;

/** The statements that delete a batch of rows each, with the size of a batch. */
const batches: [text: string, rowsMax: number][] = [
  [deleteSome('inventory_entries'), rowsMax],
  [deleteSome('inventories'), rowsMax],
  [deleteSome('images'), imagesMax],
  [deleteSome('catalog_parts'), rowsMax],
  [deleteSome('catalog_refs'), rowsMax],
  [deleteSome('catalog_part_lists'), rowsMax],
  [deleteSome('catalog_documents'), rowsMax],
];

/** Deletes the contents of a deleted catalog in batches, each a transaction of its own, until `signal` aborts. */
export async function deleteContents(db: Queryable, { account_id, id }: DeletedResource, signal: AbortSignal) {
  for (const [text, max] of batches) {
    const deleteBatch = async () => (await db.query({ text, values: [account_id, id, max] })).rowCount ?? 0;
    while (!signal.aborted && (await deleteBatch()) === max);
  }
}
