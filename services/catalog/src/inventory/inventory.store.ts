/** The stock of locations, and the catalogs through which it is reached. */
import type { Queryable } from '@order-hub/shared/database';
import { keyOf, type Entry } from './entries/entry.ts';
import type { Inventory, LocationInventory } from './inventory.ts';

const keyOfInventory = ({ account_id, catalog_id, location_id }: Inventory) => [account_id, catalog_id, location_id];

/** The entries of a location that have not expired, and whose refs the catalog has. */
export async function listEntries(db: Queryable, inventory: Inventory, now: Date): Promise<Entry[]> {
  const { rows } = await db.query<Entry>({
    name: 'list-stock',
    text: `select entry.kind, entry.ref, entry.stock, entry.expires_at
           from location_stock as entry
           join catalog_refs as ref
             on ref.account_id = $1 and ref.catalog_id = $2 and ref.kind = entry.kind and ref.ref = entry.ref
           where entry.account_id = $1 and entry.location_id = $3
             and (entry.expires_at is null or entry.expires_at > $4)
           order by entry.kind desc, entry.ref`,
    values: [...keyOfInventory(inventory), now],
  });
  return rows;
}

/**
 * Locks the inventory of a location until the transaction ends, through the row that replicas of the version before lock:
 * its trigger locks the location's (migrations/0004-location-stock.ts).
 */
export async function lockInventoryRow(trx: Queryable, inventory: Inventory): Promise<void> {
  await trx.query({
    name: 'lock-inventory',
    text: `insert into inventories (account_id, catalog_id, location_id, timezone) values ($1, $2, $3, $4)
           on conflict (account_id, catalog_id, location_id) do update set timezone = excluded.timezone`,
    values: [...keyOfInventory(inventory), inventory.timezone],
  });
}

export const arraysOf = (entries: readonly Pick<Entry, 'kind' | 'ref'>[]) => [
  entries.map(({ kind }) => kind),
  entries.map(({ ref }) => ref),
];

/** The entries of these refs, by `keyOf`. */
export async function findEntries(
  db: Queryable,
  { account_id, location_id }: LocationInventory,
  entries: readonly Entry[],
) {
  const { rows } = await db.query<Entry>({
    name: 'find-stock',
    text: `select entry.kind, entry.ref, entry.stock, entry.expires_at
           from unnest($3::text[], $4::text[]) as sent (kind, ref)
           join location_stock as entry
             on entry.account_id = $1 and entry.location_id = $2 and entry.kind = sent.kind and entry.ref = sent.ref`,
    values: [account_id, location_id, ...arraysOf(entries)],
  });
  return new Map(rows.map((entry) => [keyOf(entry), entry]));
}

/** Stores entries of a locked inventory. */
export async function upsertEntries(
  trx: Queryable,
  { account_id, location_id }: LocationInventory,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await trx.query({
    name: 'upsert-stock',
    text: `insert into location_stock (account_id, location_id, kind, ref, stock, expires_at)
           select $1, $2, sent.kind, sent.ref, sent.stock, sent.expires_at
           from unnest($3::text[], $4::text[], $5::text[], $6::timestamptz[]) as sent (kind, ref, stock, expires_at)
           on conflict (account_id, location_id, kind, ref)
             do update set stock = excluded.stock, expires_at = excluded.expires_at, unused_since = null`,
    values: [
      account_id,
      location_id,
      ...arraysOf(entries),
      entries.map(({ stock }) => stock),
      entries.map(({ expires_at }) => expires_at),
    ],
  });
}

/** Deletes the entries of these refs of a locked inventory. */
export async function deleteEntries(
  trx: Queryable,
  { account_id, location_id }: LocationInventory,
  entries: readonly Entry[],
): Promise<void> {
  if (entries.length === 0) return;
  await trx.query({
    name: 'delete-stock',
    text: `delete from location_stock as entry using unnest($3::text[], $4::text[]) as sent (kind, ref)
           where entry.account_id = $1 and entry.location_id = $2 and entry.kind = sent.kind and entry.ref = sent.ref`,
    values: [account_id, location_id, ...arraysOf(entries)],
  });
}
