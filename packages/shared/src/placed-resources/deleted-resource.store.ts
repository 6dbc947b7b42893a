/**
 * Placed resources that were deleted, and whose contents are still to be deleted: each is a row of `deleted_<table>`, by
 * `<kind>_id`.
 */
import type { PlacedResource } from '../contracts/placed-resource.ts';
import type { Queryable } from '../data/database.ts';
import type { PlacedTableName } from './placed-resource.store.ts';

/** A resource that no reader can see any more. */
export type DeletedResource = Pick<PlacedResource, 'account_id' | 'id'>;

const deletedMax = 100;

/** Deletes a resource, and adds its row to `deleted_<table>`. */
export async function deletePlacedRow(
  trx: Queryable,
  { kind, name }: PlacedTableName,
  { account_id, id }: DeletedResource,
): Promise<void> {
  await trx.query({
    text: `with deleted as (delete from ${name} where account_id = $1 and id = $2 returning account_id, id)
           insert into deleted_${name} (account_id, ${kind}_id) select account_id, id from deleted`,
    values: [account_id, id],
  });
}

/** Some deleted resources, longest waiting first. */
export async function listDeletedRows(db: Queryable, { kind, name }: PlacedTableName): Promise<DeletedResource[]> {
  const { rows } = await db.query<DeletedResource>({
    text: `select account_id, ${kind}_id as id from deleted_${name} order by deleted_at limit $1`,
    values: [deletedMax],
  });
  return rows;
}

/** Deletes the row of a deleted resource of which nothing is left. */
export async function deleteDeletedRow(
  db: Queryable,
  { kind, name }: PlacedTableName,
  { account_id, id }: DeletedResource,
): Promise<void> {
  await db.query({
    text: `delete from deleted_${name} where account_id = $1 and ${kind}_id = $2`,
    values: [account_id, id],
  });
}

/** A statement that deletes up to `rowsMax` rows. Its last parameter is that number. */
export type DeletingStatement = { text: string; rowsMax: number };

/** Runs each statement until it has deleted all of its rows, every batch in a transaction of its own. Stops when `signal` aborts. */
export async function deleteInBatches(
  db: Queryable,
  statements: readonly DeletingStatement[],
  values: readonly unknown[],
  signal: AbortSignal,
): Promise<void> {
  for (const { text, rowsMax } of statements) {
    const deleteBatch = async () => (await db.query({ text, values: [...values, rowsMax] })).rowCount ?? 0;
    while (!signal.aborted && (await deleteBatch()) === rowsMax);
  }
}
