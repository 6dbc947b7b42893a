/** Catalogs that were deleted, and what is left of them. */
import type { Queryable } from '@order-hub/shared/database';

/** A catalog that is gone for every reader. */
export type DeletedCatalog = { account_id: string; catalog_id: string };

const rowsMax = 5_000;
/** An image has up to 1 MiB. */
const imagesMax = 100;

/** Deleted catalogs, longest waiting first. */
export async function listDeletedCatalogs(db: Queryable): Promise<DeletedCatalog[]> {
  const { rows } = await db.query<DeletedCatalog>(
    'select account_id, catalog_id from deleted_catalogs order by deleted_at limit 100',
  );
  return rows;
}

const parts: [text: string, limit: number][] = [
  [
    `delete from inventory_entries where ctid = any (array(
       select ctid from inventory_entries where account_id = $1 and catalog_id = $2 limit $3))`,
    rowsMax,
  ],
  [
    `delete from inventories where ctid = any (array(
       select ctid from inventories where account_id = $1 and catalog_id = $2 limit $3))`,
    rowsMax,
  ],
  [
    `delete from images where ctid = any (array(
       select ctid from images where account_id = $1 and catalog_id = $2 limit $3))`,
    imagesMax,
  ],
  [
    `delete from catalog_parts where ctid = any (array(
       select ctid from catalog_parts where account_id = $1 and catalog_id = $2 limit $3))`,
    rowsMax,
  ],
  [
    `delete from catalog_refs where ctid = any (array(
       select ctid from catalog_refs where account_id = $1 and catalog_id = $2 limit $3))`,
    rowsMax,
  ],
  [
    `delete from catalog_part_lists where ctid = any (array(
       select ctid from catalog_part_lists where account_id = $1 and catalog_id = $2 limit $3))`,
    rowsMax,
  ],
];

/** Deletes what a deleted catalog had, in batches with a transaction each, and at the end its mark. */
export async function deleteContent(db: Queryable, { account_id, catalog_id }: DeletedCatalog): Promise<void> {
  for (const [text, limit] of parts) {
    while (((await db.query(text, [account_id, catalog_id, limit])).rowCount ?? 0) === limit);
  }
  await db.query('delete from catalog_documents where account_id = $1 and catalog_id = $2', [account_id, catalog_id]);
  await db.query('delete from deleted_catalogs where account_id = $1 and catalog_id = $2', [account_id, catalog_id]);
}
