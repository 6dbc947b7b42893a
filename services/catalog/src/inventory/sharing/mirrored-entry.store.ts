/**
 * The entries by catalog, as replicas of the version before read them: what is stored through a catalog is stored here too,
 * until no such replica runs (docs/decisions/0044-stock-belongs-to-the-location.md).
 */
import type { Queryable } from '@order-hub/shared/database';
import type { Entry } from '../entries/entry.ts';
import type { Inventory, LocationInventory } from '../inventory.ts';
import { arraysOf } from '../inventory.store.ts';

const keyOf = ({ account_id, catalog_id, location_id }: Inventory) => [account_id, catalog_id, location_id];

/** Deletes entries of a locked inventory that were deleted through its catalog. */
export async function deleteMirrored(trx: Queryable, inventory: Inventory, gone: readonly Entry[]): Promise<void> {
  if (gone.length === 0) return;
  await trx.query({
    name: 'delete-inventory-entries',
    text: `delete from inventory_entries as entry using unnest($4::text[], $5::text[]) as sent (kind, ref)
           where entry.account_id = $1 and entry.catalog_id = $2 and entry.location_id = $3
             and entry.kind = sent.kind and entry.ref = sent.ref`,
    values: [...keyOf(inventory), ...arraysOf(gone)],
  });
}

/** Stores entries of a locked inventory that were stored through its catalog. */
export async function upsertMirrored(trx: Queryable, inventory: Inventory, stored: readonly Entry[]): Promise<void> {
  if (stored.length === 0) return;
  await trx.query({
    name: 'upsert-inventory-entries',
    text: `insert into inventory_entries (account_id, catalog_id, location_id, kind, ref, stock, expires_at)
           select $1, $2, $3, sent.kind, sent.ref, sent.stock, sent.expires_at
           from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[]) as sent (kind, ref, stock, expires_at)
           on conflict (account_id, catalog_id, location_id, kind, ref)
             do update set stock = excluded.stock, expires_at = excluded.expires_at`,
    values: [
      ...keyOf(inventory),
      ...arraysOf(stored),
      stored.map(({ stock }) => stock),
      stored.map(({ expires_at }) => expires_at),
    ],
  });
}

/** Deletes expired entries, so that they are not announced again. Waits for nobody: others lock in another order. */
export async function deleteMirroredDue(
  trx: Queryable,
  { account_id, location_id }: LocationInventory,
  now: Date,
): Promise<void> {
  await trx.query({
    text: `delete from inventory_entries where account_id = $1 and ctid = any (array(
             select ctid from inventory_entries
             where account_id = $1 and location_id = $2 and expires_at <= $3 for update skip locked))`,
    values: [account_id, location_id, now],
  });
}
