import type { Queryable } from '@order-hub/shared/database';
import type { Place } from './place.ts';

/** `search`: a part of a name, in whatever case; empty for all. */
type Wanted = { user_id: string; search: string; count: number };

/** The locations of a user's accounts, oldest first, one more than `count` when there are more. */
export async function findPlacesOfLocations(db: Queryable, { user_id, search, count }: Wanted): Promise<Place[]> {
  const { rows } = await db.query<Place>({
    name: 'find-places-of-locations',
    text: `select a.id as account_id, a.name as account_name, l.id as location_id, l.name,
                  coalesce(l.suspended_at, a.suspended_at) is not null as suspended, a.currency, l.timezone
           from accounts a join locations l on l.account_id = a.id
           where a.user_id = $1 and ($2 = '' or strpos(lower(l.name || ' ' || a.name), lower($2)) > 0)
           order by a.id, l.id limit $3`,
    values: [user_id, search, count + 1],
  });
  return rows;
}

/** The accounts of a user, oldest first, one more than `count` when there are more. */
export async function findPlacesOfAccounts(db: Queryable, { user_id, search, count }: Wanted): Promise<Place[]> {
  const { rows } = await db.query<Place>({
    name: 'find-places-of-accounts',
    text: `select a.id as account_id, a.name as account_name, null as location_id, a.name,
                  a.suspended_at is not null as suspended, a.currency, 'UTC' as timezone
           from accounts a where a.user_id = $1 and ($2 = '' or strpos(lower(a.name), lower($2)) > 0)
           order by a.id limit $3`,
    values: [user_id, search, count + 1],
  });
  return rows;
}

/** The names of these locations, as far as they are in the account. */
export async function findLocationNames(db: Queryable, account_id: string, ids: readonly string[]) {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'find-location-names',
    text: 'select id, name from locations where account_id = $1 and id = any($2)',
    values: [account_id, ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
