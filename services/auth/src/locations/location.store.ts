import type { LocationFacts } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Account } from '../accounts/account.ts';
import { owns } from '../places/acting.ts';
import type { Location, LocationDetails } from './location.ts';
import { locationFromRow, type LocationRow } from './location-row.ts';
import { resumeAtOf } from './settings/order-acceptance.ts';

const selectLocations = `
  select l.id, l.name, l.account_id, a.name as account_name, a.currency, l.address, l.postal_code, l.city, l.country,
         l.timezone, l.cutoff_time, l.opening_hours, l.preparation_time, l.order_acceptance, l.resume_at, l.custom_fields
  from locations l join accounts a on a.id = l.account_id`;

const jsonOrNull = (value: object | null) => value && JSON.stringify(value);

/** Inserts the location if its account exists, and returns that account. */
export async function insertLocation(
  db: Queryable,
  location: Omit<Location, 'account'> & { account_id: string; created_at: Date },
): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `with account as (select id, name, currency from accounts where id = $2), inserted as (
       insert into locations (id, account_id, name, address, postal_code, city, country, timezone, announced_timezone,
         cutoff_time, opening_hours, preparation_time, order_acceptance, custom_fields, created_at)
       select $1, account.id, $3, $4, $5, $6, $7, $8, $8, $9, $10::json, $11, $12::json, $13::json, $14 from account
     )
     select id, name, currency from account`,
    [
      location.id,
      location.account_id,
      location.name,
      location.address,
      location.postal_code,
      location.city,
      location.country,
      location.timezone,
      location.cutoff_time,
      jsonOrNull(location.opening_hours),
      location.preparation_time,
      JSON.stringify(location.order_acceptance),
      JSON.stringify(location.custom_fields),
      location.created_at,
    ],
  );
  return rows[0];
}

export async function findLocation(db: Queryable, account_id: string, id: string): Promise<Location | undefined> {
  const { rows } = await db.query<LocationRow>({
    name: 'find-location',
    text: `${selectLocations} where l.account_id = $1 and l.id = $2`,
    values: [account_id, id],
  });
  return rows[0] && locationFromRow(rows[0]);
}

/** Locks the location until the end of the transaction, so that its updates are serialised. */
export async function lockLocation(trx: Queryable, account_id: string, id: string): Promise<Location | undefined> {
  const { rows } = await trx.query<LocationRow>({
    name: 'lock-location',
    text: `${selectLocations} where l.account_id = $1 and l.id = $2
           for update of l`,
    values: [account_id, id],
  });
  return rows[0] && locationFromRow(rows[0]);
}

/** The same for a principal; with `owner_id` only if that user owns the location. */
export async function lockManagedLocation(
  trx: Queryable,
  id: string,
  owner_id: string | null,
): Promise<Location | undefined> {
  const { rows } = await trx.query<LocationRow>({
    name: 'lock-managed-location',
    text: `${selectLocations} where l.id = $1 and ($2::text is null or ${owns('a', '$2')}) for update of l`,
    values: [id, owner_id],
  });
  return rows[0] && locationFromRow(rows[0]);
}

/**
 * Locks up to 100 locations whose `resume_at` has passed. Skips those that are being updated, and those with a special day
 * that is due: it decides first, so that a location stays paused where one closed time follows another.
 */
export async function lockDueLocations(trx: Queryable, now: Date): Promise<Location[]> {
  const { rows } = await trx.query<LocationRow>({
    name: 'lock-due-locations',
    text: `${selectLocations} where l.resume_at <= $1 and not exists (
             select from special_days s
             where s.account_id = l.account_id and s.location_id = l.id and s.look_at <= $1)
           order by l.resume_at limit 100 for update of l skip locked`,
    values: [now],
  });
  return rows.map(locationFromRow);
}

/** A page of the locations of an account, oldest first. */
export async function listAccountLocations(
  db: Queryable,
  account_id: string,
  { after, count }: { after: string | undefined; count: number },
): Promise<Page<Location>> {
  const { rows } = await db.query<LocationRow>({
    name: 'list-locations',
    text: `${selectLocations} where l.account_id = $1 and l.id > $2
           order by l.id limit $3`,
    values: [account_id, after ?? '', count + 1],
  });
  return takePage(rows.map(locationFromRow), count, ({ id }) => id);
}

/** Writes what clients set. */
export async function updateSettings(trx: Queryable, location: Location): Promise<void> {
  await trx.query({
    name: 'update-settings',
    text: `update locations set cutoff_time = $3, opening_hours = $4::json, preparation_time = $5,
             order_acceptance = $6::json, resume_at = $7, custom_fields = $8::json
           where account_id = $1 and id = $2`,
    values: [
      location.account.id,
      location.id,
      location.cutoff_time,
      jsonOrNull(location.opening_hours),
      location.preparation_time,
      JSON.stringify(location.order_acceptance),
      resumeAtOf(location.order_acceptance),
      JSON.stringify(location.custom_fields),
    ],
  });
}

/** Writes what the owner of the account sets. */
export async function updateDetails(
  trx: Queryable,
  { id, account_id, ...details }: LocationDetails & { id: string; account_id: string },
): Promise<void> {
  const { name, address, postal_code, city, country, timezone } = details;
  await trx.query({
    name: 'update-location-details',
    text: `update locations set name = $3, address = $4, postal_code = $5, city = $6, country = $7, timezone = $8,
             announced_timezone = $8
           where account_id = $1 and id = $2`,
    values: [account_id, id, name, address, postal_code, city, country, timezone],
  });
}

/** Makes the special days of a location due: its hours or clocks have changed, by which they close it. */
export async function lookAtSpecialDays(
  trx: Queryable,
  { id, account_id, now }: { id: string; account_id: string; now: Date },
): Promise<void> {
  await trx.query('update special_days set look_at = $3 where account_id = $1 and location_id = $2', [
    account_id,
    id,
    now,
  ]);
}

/** What gateways keep of a location. `suspended`: itself, or with its account. */
type GatewayLocation = LocationFacts & { suspended: boolean };

export async function findLocationFacts(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<GatewayLocation | undefined> {
  const { rows } = await db.query<GatewayLocation>({
    name: 'find-location-facts',
    text: `select l.id, l.timezone, coalesce(l.suspended_at, a.suspended_at) is not null as suspended
           from locations l join accounts a on a.id = l.account_id where l.account_id = $1 and l.id = $2`,
    values: [account_id, id],
  });
  return rows[0];
}
