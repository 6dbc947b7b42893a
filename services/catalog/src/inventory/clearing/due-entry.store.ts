/** The entries that expire. */
import type { Queryable } from '@order-hub/shared/database';
import type { Entry } from '../entries/entry.ts';
import type { LocationInventory } from '../inventory.ts';

/** Some inventories with expired entries, locked until the transaction ends. */
export async function lockDueInventories(trx: Queryable, now: Date): Promise<LocationInventory[]> {
  const { rows } = await trx.query<LocationInventory>(
    `select inventory.account_id, inventory.location_id, coalesce(location.timezone, inventory.timezone) as timezone
     from location_inventories as inventory
     left join location_timezones as location
       on location.account_id = inventory.account_id and location.location_id = inventory.location_id
     where (inventory.account_id, inventory.location_id) in (
       select account_id, location_id from location_stock where expires_at <= $1 order by expires_at limit 1000)
     order by inventory.account_id, inventory.location_id limit 100 for update of inventory skip locked`,
    [now],
  );
  return rows;
}

/** Deletes the expired entries of a locked inventory, and returns them, earliest first. */
export async function deleteDueEntries(trx: Queryable, { account_id, location_id }: LocationInventory, now: Date) {
  const { rows } = await trx.query<Entry & { expires_at: Date }>(
    `with due as (
       delete from location_stock where account_id = $1 and location_id = $2 and expires_at <= $3
       returning kind, ref, stock, expires_at
     )
     select * from due order by expires_at, kind desc, ref`,
    [account_id, location_id, now],
  );
  return rows;
}
