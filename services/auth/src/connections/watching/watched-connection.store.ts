import type { Queryable } from '@order-hub/shared/database';
import { owns } from '../../places/acting.ts';
import { fromConnections, stateColumns, type CallerRow } from '../connection.store.ts';

/** `account_id` is never null: a connection without an account has no callback. */
export type WatchedRow = CallerRow & { account_id: string; account_name: string; location_name: string | null };

/**
 * A connection of an account of this user; with `client_id`, one of this client, if the user registered it. It is found when it
 * is disconnected too: its log stays.
 */
export async function findWatchedRow(
  db: Queryable,
  { user_id, connection_id, client_id }: { user_id: string; connection_id: string; client_id: string | undefined },
): Promise<WatchedRow | undefined> {
  const { rows } = await db.query<WatchedRow>({
    name: 'find-watched-connection',
    text: `select c.id as connection_id, c.name as connection_name, c.client_id, cl.name as client_name, c.user_id,
                  c.account_id, a.currency, c.location_id, l.timezone, c.catalog_id, c.customer_list_id, c.scope,
                  cl.is_strict, a.name as account_name, l.name as location_name, ${stateColumns}
           ${fromConnections}
           where c.id = $2 and a.id is not null
             and case when $3::text is null then ${owns('a', '$1')} else c.client_id = $3 and cl.user_id = $1 end`,
    values: [user_id, connection_id, client_id],
  });
  return rows[0];
}

/** The names of the places of connections of a client of this user, by the ids of the connections. */
export async function listPlaceNames(
  db: Queryable,
  { user_id, client_id, ids }: { user_id: string; client_id: string; ids: readonly string[] },
): Promise<Map<string, string | null>> {
  const { rows } = await db.query<{ id: string; place: string | null }>({
    name: 'list-place-names',
    text: `select c.id, coalesce(l.name, a.name) as place ${fromConnections}
           where c.id = any ($3) and c.client_id = $2 and cl.user_id = $1`,
    values: [user_id, client_id, ids],
  });
  return new Map(rows.map(({ id, place }) => [id, place]));
}
