import type { Queryable } from '@order-hub/shared/database';
import { keyOf, type Entry, type Inventory } from './entry.ts';

const keyOfInventory = ({ account_id, catalog_id, location_id }: Inventory) => [account_id, catalog_id, location_id];

/** The entries of an inventory that have not expired, and whose refs the catalog has. */
export async function listEntries(db: Queryable, inventory: Inventory, now: Date): Promise<Entry[]> {
  const { rows } = await db.query<Entry>({
    name: 'list-inventory-entries',
    text: `select entry.kind, entry.ref, entry.stock, entry.expires_at
           from inventory_entries as entry
           join catalog_refs as ref
             on ref.account_id = $1 and ref.catalog_id = $2 and ref.kind = entry.kind and ref.ref = entry.ref
           where entry.account_id = $1 and entry.catalog_id = $2 and entry.location_id = $3
             and (entry.expires_at is null or entry.expires_at > $4)
           order by entry.kind desc, entry.ref`,
    values: [...keyOfInventory(inventory), now],
  });
  return rows;
}

/** Locks an inventory until the transaction ends. */
export async function lockInventoryRow(trx: Queryable, inventory: Inventory): Promise<void> {
  await trx.query({
    name: 'lock-inventory',
    text: `insert into inventories (account_id, catalog_id, location_id, timezone) values ($1, $2, $3, $4)
           on conflict (account_id, catalog_id, location_id) do update set timezone = excluded.timezone`,
    values: [...keyOfInventory(inventory), inventory.timezone],
  });
}

const arraysOf = (entries: readonly Pick<Entry, 'kind' | 'ref'>[]) => [
  entries.map(({ kind }) => kind),
  entries.map(({ ref }) => ref),
];

/** The refs of these entries that the catalog has, by `keyOf`. */
export async function findKnownRefs(db: Queryable, { account_id, catalog_id }: Inventory, entries: readonly Entry[]) {
  const { rows } = await db.query<Entry>({
    name: 'find-known-refs',
    text: `select ref.kind, ref.ref from unnest($3::text[], $4::text[]) as sent (kind, ref)
           join catalog_refs as ref
             on ref.account_id = $1 and ref.catalog_id = $2 and ref.kind = sent.kind and ref.ref = sent.ref`,
    values: [account_id, catalog_id, ...arraysOf(entries)],
  });
  return new Set(rows.map(keyOf));
}

/** The entries of these refs, by `keyOf`. */
export async function findEntries(db: Queryable, inventory: Inventory, entries: readonly Entry[]) {
  const { rows } = await db.query<Entry>({
    name: 'find-inventory-entries',
    text: `select entry.kind, entry.ref, entry.stock, entry.expires_at
           from unnest($4::text[], $5::text[]) as sent (kind, ref)
           join inventory_entries as entry
             on entry.account_id = $1 and entry.catalog_id = $2 and entry.location_id = $3
               and entry.kind = sent.kind and entry.ref = sent.ref`,
    values: [...keyOfInventory(inventory), ...arraysOf(entries)],
  });
  return new Map(rows.map((entry) => [keyOf(entry), entry]));
}

/** Stores entries of a locked inventory. */
export async function upsertEntries(trx: Queryable, inventory: Inventory, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await trx.query({
    name: 'upsert-inventory-entries',
    text: `insert into inventory_entries (account_id, catalog_id, location_id, kind, ref, stock, expires_at)
           select $1, $2, $3, sent.kind, sent.ref, sent.stock, sent.expires_at
           from unnest($4::text[], $5::text[], $6::text[], $7::timestamptz[]) as sent (kind, ref, stock, expires_at)
           on conflict (account_id, catalog_id, location_id, kind, ref)
             do update set stock = excluded.stock, expires_at = excluded.expires_at`,
    values: [
      ...keyOfInventory(inventory),
      ...arraysOf(entries),
      entries.map(({ stock }) => stock),
      entries.map(({ expires_at }) => expires_at),
    ],
  });
}

/** Deletes the entries of these refs of a locked inventory. */
export async function deleteEntries(trx: Queryable, inventory: Inventory, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  await trx.query({
    name: 'delete-inventory-entries',
    text: `delete from inventory_entries as entry using unnest($4::text[], $5::text[]) as sent (kind, ref)
           where entry.account_id = $1 and entry.catalog_id = $2 and entry.location_id = $3
             and entry.kind = sent.kind and entry.ref = sent.ref`,
    values: [...keyOfInventory(inventory), ...arraysOf(entries)],
  });
}

/** Deletes all entries of a locked inventory. */
export async function deleteAllEntries(trx: Queryable, inventory: Inventory): Promise<void> {
  await trx.query(
    'delete from inventory_entries where account_id = $1 and catalog_id = $2 and location_id = $3',
    keyOfInventory(inventory),
  );
}

/** Some inventories with expired entries, locked until the transaction ends. */
export async function lockDueInventories(trx: Queryable, now: Date): Promise<Inventory[]> {
  const { rows } = await trx.query<Inventory>(
    `select inventory.account_id, inventory.catalog_id, inventory.location_id, inventory.timezone
     from inventories as inventory
     where (inventory.account_id, inventory.catalog_id, inventory.location_id) in (
       select account_id, catalog_id, location_id from inventory_entries
       where expires_at <= $1 order by expires_at limit 1000)
     order by account_id, catalog_id, location_id limit 100 for update skip locked`,
    [now],
  );
  return rows;
}

/** Deletes the expired entries of a locked inventory, and returns them, earliest first. */
export async function deleteDueEntries(trx: Queryable, inventory: Inventory, now: Date) {
  const { rows } = await trx.query<Entry & { expires_at: Date }>(
    `with due as (
       delete from inventory_entries
       where account_id = $1 and catalog_id = $2 and location_id = $3 and expires_at <= $4
       returning kind, ref, stock, expires_at
     )
     select * from due order by expires_at, kind desc, ref`,
    [...keyOfInventory(inventory), now],
  );
  return rows;
}
