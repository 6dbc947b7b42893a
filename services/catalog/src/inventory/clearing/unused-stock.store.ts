/** Stock of refs that no catalog of the location has. */
import type { Queryable } from '@order-hub/shared/database';
import type { Entry } from '../entries/entry.ts';
import type { LocationInventory } from '../inventory.ts';

type StockKey = Pick<LocationInventory, 'account_id' | 'location_id'> & Pick<Entry, 'kind' | 'ref'>;

/** The position before all stock. */
export const firstStock: Omit<StockKey, 'kind'> & { kind: string } = {
  account_id: '',
  location_id: '',
  kind: '',
  ref: '',
};

const rowsMax = 1_000;

const ofBatch = `entry.account_id = batch.account_id and entry.location_id = batch.location_id
  and entry.kind = batch.kind and entry.ref = batch.ref`;

/**
 * Notes of a batch of rows after a position since when they are unused, and deletes those that are so since `before`. Returns
 * the position of the last row; undefined at the end.
 */
export async function markUnusedStock(
  db: Queryable,
  { after, now, before }: { after: typeof firstStock; now: Date; before: Date },
): Promise<typeof firstStock | undefined> {
  const { rows } = await db.query<typeof firstStock>({
    name: 'mark-unused-stock',
    text: `with batch as materialized (
             select account_id, location_id, kind, ref, unused_since, exists (
               select from catalogs
               join catalog_refs as named on named.account_id = catalogs.account_id and named.catalog_id = catalogs.id
               where catalogs.account_id = entry.account_id
                 and (catalogs.location_id is null or catalogs.location_id = entry.location_id)
                 and named.kind = entry.kind and named.ref = entry.ref) as is_used
             from location_stock as entry
             where (account_id, location_id, kind, ref) > ($1, $2, $3, $4)
             order by account_id, location_id, kind, ref limit $5
           ), marked as (
             update location_stock as entry set unused_since = case when batch.is_used then null else $6::timestamptz end
             from batch where ${ofBatch} and batch.is_used = (batch.unused_since is not null)
           ), deleted as (
             delete from location_stock as entry
             using batch where ${ofBatch} and not batch.is_used and entry.unused_since <= $7
           )
           select account_id, location_id, kind, ref from batch
           order by account_id desc, location_id desc, kind desc, ref desc limit 1`,
    values: [after.account_id, after.location_id, after.kind, after.ref, rowsMax, now, before],
  });
  return rows[0];
}
