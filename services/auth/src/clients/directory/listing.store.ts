/** Listings of clients in the directory of apps. */
import type { Queryable } from '@order-hub/shared/database';
import type { ListedApp, Listing, ListingFields } from '@order-hub/shared/management/apps';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Logo } from './read-logo.ts';

const columns = `l.client_id, c.name, nullif(concat_ws(' ', u.first_name, u.last_name), '') as owner_name,
  c.verified_at is not null as is_verified, l.description, l.scope, l.website, l.start_url, l.logo_digest`;

const listings = 'listings as l join clients as c on c.id = l.client_id join users as u on u.id = c.user_id';

/** The listing of a client. */
export async function findListing(db: Queryable, client_id: string): Promise<Listing | undefined> {
  const { rows } = await db.query<Listing>({
    name: 'find-listing',
    text: `select ${columns}, l.requested_at, l.listed_at from ${listings} where l.client_id = $1`,
    values: [client_id],
  });
  return rows[0];
}

/** How many of a user's clients are listed or wait for an operator. */
export async function countListings(db: Queryable, user_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from listings as l join clients as c on c.id = l.client_id
     where c.user_id = $1 and (l.requested_at is not null or l.listed_at is not null)`,
    [user_id],
  );
  return rows[0]?.count ?? 0;
}

/** Stores what the owner says, and that they ask to be listed. The client leaves the directory. */
export async function upsertListing(
  trx: Queryable,
  client_id: string,
  { description, scope, website, start_url }: ListingFields,
  requested_at: Date,
): Promise<void> {
  await trx.query(
    `insert into listings (client_id, description, scope, website, start_url, requested_at) values ($1, $2, $3, $4, $5, $6)
     on conflict (client_id) do update set description = excluded.description, scope = excluded.scope,
       website = excluded.website, start_url = excluded.start_url, requested_at = excluded.requested_at, listed_at = null`,
    [client_id, description, scope, website, start_url, requested_at],
  );
}

/** Stores or removes the logo. The client leaves the directory until it is listed again. */
export async function updateLogo(trx: Queryable, client_id: string, logo: Logo | null, now: Date): Promise<void> {
  await trx.query(
    `update listings set logo = $2, logo_type = $3, logo_digest = $4, listed_at = null,
       requested_at = case when requested_at is null and listed_at is null then null else $5::timestamptz end
     where client_id = $1`,
    [client_id, logo?.bytes ?? null, logo?.type ?? null, logo?.digest ?? null, now],
  );
}

/** Both times of a listing. */
export async function updateListingTimes(
  trx: Queryable,
  client_id: string,
  { requested_at, listed_at }: Pick<Listing, 'requested_at' | 'listed_at'>,
): Promise<void> {
  await trx.query('update listings set requested_at = $2, listed_at = $3 where client_id = $1', [
    client_id,
    requested_at,
    listed_at,
  ]);
}

/**
 * Takes a changed client out of the directory. It waits for an operator again, and one who has seen it before the change cannot
 * approve it.
 */
export async function unlistClient(trx: Queryable, client_id: string, now: Date): Promise<void> {
  await trx.query(
    `update listings set listed_at = null, requested_at = $2
     where client_id = $1 and (listed_at is not null or requested_at is not null)`,
    [client_id, now],
  );
}

/** A page of the directory, by name. */
export async function listListedApps(
  db: Queryable,
  { after = null, count }: { after?: string | null | undefined; count: number },
): Promise<Page<ListedApp>> {
  const { rows } = await db.query<ListedApp>({
    name: 'list-listed-apps',
    text: `select ${columns} from ${listings}
           where l.listed_at is not null
             and ($1::text is null or (lower(c.name), c.id) > (select lower(name), id from clients where id = $1))
           order by lower(c.name), c.id limit $2`,
    values: [after, count + 1],
  });
  return takePage(rows, count, ({ client_id }) => client_id);
}

type ListingsQuery = { state: 'requested' | 'listed' | 'all'; after?: string | undefined; count: number };

const conditions = {
  all: 'true',
  listed: 'l.listed_at is not null',
  requested: 'l.requested_at is not null and l.listed_at is null',
};

/** A page of all listings, newest client first. */
export async function listAllListings(db: Queryable, { state, after, count }: ListingsQuery): Promise<Page<Listing>> {
  const { rows } = await db.query<Listing>({
    name: `list-listings-${state}`,
    text: `select ${columns}, l.requested_at, l.listed_at from ${listings}
           where ${conditions[state]} and ($1::text is null or l.client_id < $1)
           order by l.client_id desc limit $2`,
    values: [after ?? null, count + 1],
  });
  return takePage(rows, count, ({ client_id }) => client_id);
}

/** The bytes of a logo, whichever client has it. */
export async function findLogo(db: Queryable, digest: string): Promise<Logo | undefined> {
  const { rows } = await db.query<Logo>({
    name: 'find-logo',
    text: 'select logo as bytes, logo_type as type, logo_digest as digest from listings where logo_digest = $1 limit 1',
    values: [digest],
  });
  return rows[0];
}
