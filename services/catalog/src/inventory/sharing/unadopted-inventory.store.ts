/** Inventories that only the version before has written (migrations/0004-location-stock.ts). */
import type { Queryable } from '@order-hub/shared/database';
import type { LocationInventory } from '../inventory.ts';

type LocationKey = Pick<LocationInventory, 'account_id' | 'location_id'>;

/** Some locations whose inventories are not adopted yet. */
export async function listUnadopted(db: Queryable): Promise<LocationKey[]> {
  const { rows } = await db.query<LocationKey>(
    `select distinct account_id, location_id from inventories as inventory
     where not exists (
       select from location_inventories as adopted
       where adopted.account_id = inventory.account_id and adopted.location_id = inventory.location_id)
     limit 100`,
  );
  return rows;
}

/** Makes the entries by catalog of a location its stock. False when there are none, or when it was adopted already. */
export async function adoptInventory(db: Queryable, { account_id, location_id }: LocationKey): Promise<boolean> {
  const { rowCount } = await db.query({
    name: 'adopt-inventory',
    text: `select lock_location_inventory(account_id, location_id, max(timezone)) from inventories as inventory
           where account_id = $1 and location_id = $2
             and not exists (select from location_inventories as adopted where account_id = $1 and location_id = $2)
           group by account_id, location_id`,
    values: [account_id, location_id],
  });
  return rowCount !== 0;
}
