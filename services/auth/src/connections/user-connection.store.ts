/** Connections as people see them: users who own the account, and developers who registered the client. */
import type { Queryable } from '@order-hub/shared/database';
import type { AppName, ListedConnection, ManagedConnection } from '@order-hub/shared/management/connections';
import { takePage, type Page } from '@order-hub/shared/page';
import { needsFactor, owns } from '../places/acting.ts';
import type { ConnectionState } from './connection.ts';
import { fromConnections, stateColumns, type OwnedConnection } from './connection.store.ts';

export type ListedRow = Omit<ListedConnection, 'status'> & ConnectionState;
type ManagedRow = Omit<ManagedConnection, 'status'> & ConnectionState;

type PageQuery = { after?: string | undefined; count: number };

const selectListed = `
  select c.id, cl.name as client_name, c.name, c.scope, a.name as account_name, l.name as location_name, ${stateColumns},
         c.created_at, u.used_at
  ${fromConnections} left join connection_uses u on u.connection_id = c.id`;

/** Ids grow with time: the newest come first. */
const newestFirst = 'c.id < $3 order by c.id desc limit $4';

/** Sorts after every id. */
const end = '~';

const whereOf = {
  location: `c.location_id = $2 and ${owns('a', '$1')}`,
  account: `c.account_id = $2 and c.location_id is null and ${owns('a', '$1')}`,
  profile: '$2::text is null and c.account_id is null and c.user_id = $1',
};

/**
 * A page of a user's connections, newest first: of a location, of an account (those with no location), or with neither
 * those that the user granted for their profile alone.
 */
export async function listConnectionsOfUser(
  db: Queryable,
  user_id: string,
  { location_id, account_id }: { location_id?: string | undefined; account_id?: string | undefined },
  { after = end, count }: PageQuery,
): Promise<Page<ListedRow>> {
  const of = location_id !== undefined ? 'location' : account_id !== undefined ? 'account' : 'profile';
  const { rows } = await db.query<ListedRow>({
    name: `list-connections-of-${of}`,
    text: `${selectListed} where ${whereOf[of]} and ${newestFirst}`,
    values: [user_id, location_id ?? account_id ?? null, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

/**
 * A page of a user's connections that are not disconnected, newest first: those of their accounts, and those that they
 * granted for their profile alone. Each account is read by its index.
 */
export async function listLiveConnectionsOfUser(
  db: Queryable,
  user_id: string,
  { after = end, count }: PageQuery,
): Promise<Page<ListedRow>> {
  const { rows } = await db.query<ListedRow>({
    name: 'list-live-connections-of-user',
    text: `${selectListed} where c.id in (
             (select of.id from accounts own, lateral (
                select id from connections where account_id = own.id and disconnected_at is null and id < $2
                order by id desc limit $3) of where ${owns('own', '$1')})
             union all
             (select id from connections
              where account_id is null and user_id = $1 and disconnected_at is null and id < $2
              order by id desc limit $3))
           order by c.id desc limit $3`,
    values: [user_id, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

type ClientOfUser = { user_id: string; client_id: string };

/** A page of the connections of a client of this user, newest first. */
export async function listConnectionsOfClient(
  db: Queryable,
  { user_id, client_id }: ClientOfUser,
  { after = end, count }: PageQuery,
): Promise<Page<ListedRow>> {
  const { rows } = await db.query<ListedRow>({
    name: 'list-connections-of-client',
    text: `${selectListed} where cl.user_id = $1 and c.client_id = $2 and ${newestFirst}`,
    values: [user_id, client_id, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

/** How many connections that are not disconnected a client of this user has, counted up to `max`. */
export async function countClientConnections(
  db: Queryable,
  { user_id, client_id }: ClientOfUser,
  max: number,
): Promise<number> {
  const { rows } = await db.query<{ connections: number }>({
    name: 'count-client-connections',
    text: `select count(*)::int as connections from (
             select 1 from connections c join clients cl on cl.id = c.client_id
             where cl.user_id = $1 and c.client_id = $2 and c.disconnected_at is null limit $3) counted`,
    values: [user_id, client_id, max],
  });
  return rows[0]?.connections ?? 0;
}

/** A connection; with `owner_id`, only if that user owns its account, or granted it if it has none. */
export async function findManagedConnection(
  db: Queryable,
  { id, owner_id }: OwnedConnection,
): Promise<ManagedRow | undefined> {
  const { rows } = await db.query<ManagedRow>({
    name: 'find-managed-connection',
    text: `select c.id, cl.name as client_name, c.name, c.scope, a.name as account_name, l.name as location_name,
                  ${stateColumns}, c.created_at, u.used_at, c.account_id, c.location_id, c.catalog_id, c.customer_list_id,
                  coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.email) as client_owner,
                  coalesce(nullif(concat_ws(' ', g.first_name, g.last_name), ''), g.email) as grantor,
                  c.user_id as grantor_id
           ${fromConnections} join users o on o.id = cl.user_id join users g on g.id = c.user_id
             left join connection_uses u on u.connection_id = c.id
           where c.id = $1 and ($2::text is null
             or coalesce(a.user_id, c.user_id) = $2 and not ${needsFactor('a', '$2')})`,
    values: [id, owner_id],
  });
  return rows[0];
}

/** The client of each connection of an account of this user that is not disconnected, newest first. */
export async function listClientNames(
  db: Queryable,
  { user_id, account_id }: { user_id: string; account_id: string },
  count: number,
): Promise<{ id: string; client_name: string }[]> {
  const { rows } = await db.query<{ id: string; client_name: string }>({
    name: 'list-client-names',
    text: `select c.id, cl.name as client_name ${fromConnections}
           where ${owns('a', '$1')} and c.account_id = $2 and c.disconnected_at is null order by c.id desc limit $3`,
    values: [user_id, account_id, count],
  });
  return rows;
}

/** The clients of the connections of a location, and of those of its whole account, up to `count` of each, newest first. */
export async function listAppNamesOf(
  db: Queryable,
  { account_id, location_id }: { account_id: string; location_id: string },
  count: number,
): Promise<AppName[]> {
  const { rows } = await db.query<AppName>({
    name: 'list-app-names',
    text: `select c.connection_id, c.client_id, cl.name as client_name from (
             (select id as connection_id, client_id from connections
              where account_id = $1 and location_id = $2 order by id desc limit $3)
             union all
             (select id, client_id from connections
              where account_id = $1 and location_id is null order by id desc limit $3)
           ) as c join clients cl on cl.id = c.client_id`,
    values: [account_id, location_id, count],
  });
  return rows;
}
