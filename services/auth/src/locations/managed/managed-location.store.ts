/** Locations as people manage them. `owner_id` null: of every user. */
import type { Queryable } from '@order-hub/shared/database';
import type { LocationSettings, ManagedLocation } from '@order-hub/shared/management/locations';
import { takePage, type Page } from '@order-hub/shared/page';
import { needsFactor, owns } from '../../places/acting.ts';
import { settingsFromRow, type SettingsRow } from '../location-row.ts';

const managed = `l.id, l.name, l.account_id, a.name as account_name, a.currency, l.address, l.postal_code, l.city, l.country,
  l.timezone, l.suspended_at is not null as suspended, a.suspended_at is not null as account_suspended`;
const settings = 'l.cutoff_time, l.opening_hours, l.preparation_time, l.order_acceptance, l.resume_at';
const fromLocations = 'from locations l join accounts a on a.id = l.account_id';

/** A location with what clients have set; with `user_id` only if that user owns it or works there. */
export async function findManagedLocation(
  db: Queryable,
  id: string,
  user_id: string | null,
): Promise<(ManagedLocation & { settings: LocationSettings }) | undefined> {
  const { rows } = await db.query<ManagedLocation & SettingsRow>({
    name: 'find-managed-location',
    text: `select ${managed}, ${settings} ${fromLocations}
           where l.id = $1 and ($2::text is null or not ${needsFactor('a', '$2')} and (a.user_id = $2 or exists (
             select from members m where m.location_id = l.id and m.account_id = l.account_id and m.user_id = $2)))`,
    values: [id, user_id],
  });
  const [row] = rows;
  if (!row) return undefined;
  const { cutoff_time, opening_hours, preparation_time, order_acceptance, resume_at, ...location } = row;
  const sent = { cutoff_time, opening_hours, preparation_time, order_acceptance, resume_at };
  return { ...location, settings: settingsFromRow(sent) };
}

type LocationFilter = { owner_id: string | null; account_id?: string | undefined };

/** A page of locations, oldest first. Not a named statement: its plan depends on which filters are given. */
export async function listManagedLocations(
  db: Queryable,
  { owner_id, account_id }: LocationFilter,
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<Page<ManagedLocation>> {
  const { rows } = await db.query<ManagedLocation>({
    text: `select ${managed} ${fromLocations}
           where ($1::text is null or a.user_id = $1) and ($2::text is null or l.account_id = $2) and l.id > $3
           order by l.id limit $4`,
    values: [owner_id, account_id, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

/**
 * How many locations the user's account has; undefined when the user has no such account. Until the end of the transaction
 * nobody else can count them likewise.
 */
export async function lockAndCountLocations(
  trx: Queryable,
  { account_id, owner_id }: { account_id: string; owner_id: string },
): Promise<number | undefined> {
  const { rowCount } = await trx.query({
    name: 'lock-owned-account',
    text: `select 1 from accounts a where id = $1 and ${owns('a', '$2')} for no key update of a`,
    values: [account_id, owner_id],
  });
  if (rowCount === 0) return undefined;
  const { rows } = await trx.query<{ locations: number }>({
    name: 'count-account-locations',
    text: 'select count(*)::int as locations from locations where account_id = $1',
    values: [account_id],
  });
  return rows[0]?.locations;
}

/** A user's locations with `search` in their name or their account's, folded, by account; at most `count`. */
export async function searchOwnedLocations(
  db: Queryable,
  { user_id, search, count }: { user_id: string; search: string; count: number },
): Promise<ManagedLocation[]> {
  const { rows } = await db.query<ManagedLocation>({
    name: 'search-owned-locations',
    text: `select ${managed} ${fromLocations}
           where a.user_id = $1 and ($2 = '' or strpos(folded_text(l.name || ' ' || a.name), nullif(folded_text($2), '')) > 0)
           order by a.id, l.id limit $3`,
    values: [user_id, search, count],
  });
  return rows;
}

/** The names of those of these locations that belong to the account. */
export async function findNames(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'find-location-names',
    text: 'select id, name from locations where account_id = $1 and id = any($2)',
    values: [account_id, ids],
  });
  return new Map(rows.map(({ id, name }) => [id, name]));
}
