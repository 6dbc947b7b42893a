import type { Queryable } from '@order-hub/shared/database';
import type { CustomFields } from '@order-hub/shared/custom-fields';
import type { Account } from '../accounts/account.ts';
import { resumeAtOf, type Location, type OrderAcceptance } from './location.ts';
import type { OpeningHours } from './opening-hours.ts';

/** In a row the documents are JSON text, and `resume_at` is a column of its own. */
type LocationRow = Omit<Location, 'account' | 'opening_hours' | 'order_acceptance' | 'custom_fields'> & {
  account_id: string;
  account_name: string;
  currency: string;
  opening_hours: string | null;
  order_acceptance: string;
  resume_at: Date | null;
  custom_fields: string;
};

const selectLocations = `
  select l.id, l.name, l.account_id, a.name as account_name, a.currency, l.address, l.postal_code, l.city, l.country,
         l.timezone, l.cutoff_time, l.opening_hours, l.preparation_time, l.order_acceptance, l.resume_at, l.custom_fields
  from locations l join accounts a on a.id = l.account_id`;

function fromRow({ account_id, account_name, currency, resume_at, ...row }: LocationRow): Location {
  const acceptance = JSON.parse(row.order_acceptance) as OrderAcceptance;
  const { id, name, ...rest } = row;
  return {
    id,
    name,
    account: { id: account_id, name: account_name, currency },
    ...rest,
    opening_hours: row.opening_hours === null ? null : (JSON.parse(row.opening_hours) as OpeningHours),
    order_acceptance: acceptance.mode === 'normal' ? acceptance : { ...acceptance, resume_at },
    custom_fields: JSON.parse(row.custom_fields) as CustomFields,
  };
}

const jsonOrNull = (value: object | null) => value && JSON.stringify(value);

/** Inserts the location if its account exists, and returns that account. */
export async function insertLocation(
  db: Queryable,
  location: Omit<Location, 'account'> & { account_id: string; created_at: Date },
): Promise<Account | undefined> {
  const { rows } = await db.query<Account>(
    `with account as (select id, name, currency from accounts where id = $2), inserted as (
       insert into locations (id, account_id, name, address, postal_code, city, country, timezone, cutoff_time,
         opening_hours, preparation_time, order_acceptance, custom_fields, created_at)
       select $1, account.id, $3, $4, $5, $6, $7, $8, $9, $10::json, $11, $12::json, $13::json, $14 from account
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
  return rows[0] && fromRow(rows[0]);
}

/** Locks the location until the end of the transaction, so that its updates come one after the other. */
export async function lockLocation(trx: Queryable, account_id: string, id: string): Promise<Location | undefined> {
  const { rows } = await trx.query<LocationRow>({
    name: 'lock-location',
    text: `${selectLocations} where l.account_id = $1 and l.id = $2
           for update of l`,
    values: [account_id, id],
  });
  return rows[0] && fromRow(rows[0]);
}

/** A location of an account of this user, with its settings. */
export async function findUserLocation(db: Queryable, user_id: string, id: string): Promise<Location | undefined> {
  const { rows } = await db.query<LocationRow>({
    name: 'find-user-location',
    text: `${selectLocations} where l.id = $2 and a.user_id = $1`,
    values: [user_id, id],
  });
  return rows[0] && fromRow(rows[0]);
}

/** The same, locked until the end of the transaction. */
export async function lockUserLocation(trx: Queryable, user_id: string, id: string): Promise<Location | undefined> {
  const { rows } = await trx.query<LocationRow>({
    name: 'lock-user-location',
    text: `${selectLocations} where l.id = $2 and a.user_id = $1 for update of l`,
    values: [user_id, id],
  });
  return rows[0] && fromRow(rows[0]);
}

/** Locks up to 100 locations whose `resume_at` has come. Skips those that are being updated. */
export async function lockDueLocations(trx: Queryable, now: Date): Promise<Location[]> {
  const { rows } = await trx.query<LocationRow>({
    name: 'lock-due-locations',
    text: `${selectLocations} where l.resume_at <= $1
           order by l.resume_at limit 100 for update of l skip locked`,
    values: [now],
  });
  return rows.map(fromRow);
}

/** Locations of an account after the id `after`, oldest first, one more than `count` when there are more. */
export async function findLocations(
  db: Queryable,
  account_id: string,
  { after, count }: { after: string | undefined; count: number },
): Promise<Location[]> {
  const { rows } = await db.query<LocationRow>({
    name: 'list-locations',
    text: `${selectLocations} where l.account_id = $1 and l.id > $2
           order by l.id limit $3`,
    values: [account_id, after ?? '', count + 1],
  });
  return rows.map(fromRow);
}

/** Writes what clients may change. */
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

/** What gateways keep of a location. */
type LocationFacts = { id: string; timezone: string; suspended: boolean };

/** `suspended`: the location, or its account, is. */
export async function findLocationFacts(
  db: Queryable,
  account_id: string,
  id: string,
): Promise<LocationFacts | undefined> {
  const { rows } = await db.query<LocationFacts>({
    name: 'find-location-facts',
    text: `select l.id, l.timezone, coalesce(l.suspended_at, a.suspended_at) is not null as suspended
           from locations l join accounts a on a.id = l.account_id where l.account_id = $1 and l.id = $2`,
    values: [account_id, id],
  });
  return rows[0];
}

type Suspendable = { account_id: string; name: string; suspended: boolean };

/** Locks the location until the end of the transaction, so that no connection to it is created meanwhile. */
export async function lockSuspension(trx: Queryable, id: string): Promise<Suspendable | undefined> {
  const { rows } = await trx.query<Suspendable>(
    'select account_id, name, suspended_at is not null as suspended from locations where id = $1 for update',
    [id],
  );
  return rows[0];
}

export async function updateSuspension(trx: Queryable, id: string, suspended_at: Date | null): Promise<void> {
  await trx.query('update locations set suspended_at = $2 where id = $1', [id, suspended_at]);
}

export async function findLocationIds(trx: Queryable, account_id: string): Promise<string[]> {
  const { rows } = await trx.query<{ id: string }>('select id from locations where account_id = $1 order by id', [
    account_id,
  ]);
  return rows.map(({ id }) => id);
}
