import type { Queryable } from '@order-hub/shared/database';
import type { Place } from './location.ts';

/** A location as the owner of its account sees it. `suspended`: it is, or its account is. */
export type OwnLocation = {
  id: string;
  name: string;
  account_id: string;
  account_name: string;
  currency: string;
  address: string | null;
  postal_code: string | null;
  city: string | null;
  country: string | null;
  timezone: string;
  suspended: boolean;
};

const selectOwn = `
  select l.id, l.name, l.account_id, a.name as account_name, a.currency, l.address, l.postal_code, l.city, l.country,
         l.timezone, coalesce(l.suspended_at, a.suspended_at) is not null as suspended
  from locations l join accounts a on a.id = l.account_id`;

/** A location of an account of this user. */
export async function findOwnLocation(db: Queryable, user_id: string, id: string): Promise<OwnLocation | undefined> {
  const { rows } = await db.query<OwnLocation>({
    name: 'find-own-location',
    text: `${selectOwn} where l.id = $2 and a.user_id = $1`,
    values: [user_id, id],
  });
  return rows[0];
}

/** Which of a list: up to `count`, after the id `after`. */
export type Part = { after: string | undefined; count: number };

/** Locations of an account of this user after the id `after`, oldest first, one more than `count` when there are more. */
export async function findOwnLocations(
  db: Queryable,
  { user_id, account_id }: { user_id: string; account_id: string },
  { after, count }: Part,
): Promise<OwnLocation[]> {
  const { rows } = await db.query<OwnLocation>({
    name: 'find-own-locations',
    text: `${selectOwn} where l.account_id = $2 and a.user_id = $1 and l.id > $3 order by l.id limit $4`,
    values: [user_id, account_id, after ?? '', count + 1],
  });
  return rows;
}

/** Writes what the owner of the account may change. */
export async function updatePlace(trx: Queryable, account_id: string, place: Place & { id: string }): Promise<void> {
  const { id, name, address, postal_code, city, country, timezone } = place;
  await trx.query({
    name: 'update-place',
    text: `update locations set name = $3, address = $4, postal_code = $5, city = $6, country = $7, timezone = $8
           where account_id = $1 and id = $2`,
    values: [account_id, id, name, address, postal_code, city, country, timezone],
  });
}
