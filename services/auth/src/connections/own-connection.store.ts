/** Connections as people see them: who owns their place, and who registered their client. */
import type { Queryable } from '@order-hub/shared/database';
import type { Bindings, Standing } from './connection.ts';
import { fromConnections, standing } from './connection.store.ts';

/** A connection in a list. `used_at`: when it was last used, as far as that is known. */
export type ListedConnection = Standing & {
  id: string;
  client_name: string;
  name: string | null;
  scope: string;
  account_name: string | null;
  location_name: string | null;
  created_at: Date;
  used_at: Date | null;
};

/** A connection with the people it concerns. `client_owner`: who registered the client. `grantor`: who granted it. */
export type OwnConnection = ListedConnection & Bindings & { client_owner: string; grantor: string; grantor_id: string };

/** A location; an account, for its connections that have no location; or what a user granted that has no place at all. */
export type OwnPlace = { location_id: string } | { account_id: string } | 'no place';

type Position = { after: string | undefined; count: number };

const selectListed = `
  select c.id, cl.name as client_name, c.name, c.scope, a.name as account_name, l.name as location_name, ${standing},
         c.created_at, u.used_at
  ${fromConnections} left join connection_uses u on u.connection_id = c.id`;

/** The page of a list that is newest first: ids grow with time. */
const newestFirst = 'c.id < $3 order by c.id desc limit $4';

/** Behind every id. */
const end = '~';

const pageOf = ({ after = end, count }: Position) => [after, count + 1];

const wherePlace = {
  location: 'c.location_id = $2 and a.user_id = $1',
  account: 'c.account_id = $2 and c.location_id is null and a.user_id = $1',
  none: '$2::text is null and c.account_id is null and c.user_id = $1',
};

function placeOf(place: OwnPlace): { kind: keyof typeof wherePlace; id: string | null } {
  if (place === 'no place') return { kind: 'none', id: null };
  if ('location_id' in place) return { kind: 'location', id: place.location_id };
  return { kind: 'account', id: place.account_id };
}

/** Connections of a place of this user before the id `after`, newest first, one more than `count` when there are more. */
export async function findPlaceConnections(
  db: Queryable,
  user_id: string,
  place: OwnPlace,
  position: Position,
): Promise<ListedConnection[]> {
  const { kind, id } = placeOf(place);
  const { rows } = await db.query<ListedConnection>({
    name: `find-connections-of-${kind}`,
    text: `${selectListed} where ${wherePlace[kind]} and ${newestFirst}`,
    values: [user_id, id, ...pageOf(position)],
  });
  return rows;
}

/** Connections of a client of this user, as above. */
export async function findClientConnections(
  db: Queryable,
  user_id: string,
  client_id: string,
  position: Position,
): Promise<ListedConnection[]> {
  const { rows } = await db.query<ListedConnection>({
    name: 'find-connections-of-client',
    text: `${selectListed} where cl.user_id = $1 and c.client_id = $2 and ${newestFirst}`,
    values: [user_id, client_id, ...pageOf(position)],
  });
  return rows;
}

/** How many connections that are not disconnected a client of this user has, counted up to `most`. */
export async function countClientConnections(
  db: Queryable,
  user_id: string,
  client_id: string,
  most: number,
): Promise<number> {
  const { rows } = await db.query<{ connections: number }>({
    name: 'count-client-connections',
    text: `select count(*)::int as connections from (
             select 1 from connections c join clients cl on cl.id = c.client_id
             where cl.user_id = $1 and c.client_id = $2 and c.disconnected_at is null limit $3) counted`,
    values: [user_id, client_id, most],
  });
  return rows[0]?.connections ?? 0;
}

/** A connection of a place of this user, or one without a place that they granted. */
export async function findOwnConnection(
  db: Queryable,
  user_id: string,
  id: string,
): Promise<OwnConnection | undefined> {
  const { rows } = await db.query<OwnConnection>({
    name: 'find-own-connection',
    text: `select c.id, cl.name as client_name, c.name, c.scope, a.name as account_name, l.name as location_name,
                  ${standing}, c.created_at, u.used_at, c.account_id, c.location_id, c.catalog_id, c.customer_list_id,
                  coalesce(nullif(concat_ws(' ', o.first_name, o.last_name), ''), o.email) as client_owner,
                  coalesce(nullif(concat_ws(' ', g.first_name, g.last_name), ''), g.email) as grantor,
                  c.user_id as grantor_id
           ${fromConnections} join users o on o.id = cl.user_id join users g on g.id = c.user_id
             left join connection_uses u on u.connection_id = c.id
           where c.id = $2 and coalesce(a.user_id, c.user_id) = $1`,
    values: [user_id, id],
  });
  return rows[0];
}
