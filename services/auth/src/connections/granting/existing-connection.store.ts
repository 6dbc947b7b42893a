import type { Queryable } from '@order-hub/shared/database';
import type { ExistingConnection, GrantedConnection } from '../connection.ts';

/** What is about to be granted: at a location with its account, at an account, or for the user's profile alone. */
export type GrantTarget = {
  client_id: string;
  user_id: string;
  account_id: string | null;
  location_id: string | null;
  name: string | null;
};

/** The connection of this client with this place and name: the one in use, or else the one that was disconnected last. */
export async function findExisting(db: Queryable, place: GrantTarget): Promise<ExistingConnection | undefined> {
  const { client_id, user_id, account_id, location_id, name } = place;
  const { rows } = await db.query<ExistingConnection>({
    name: 'find-existing',
    text: `(select created_at, blocked_at, disconnected_at from connections
            where client_id = $1 and coalesce(location_id, account_id, user_id) = coalesce($4, $3, $2)
              and coalesce(name, '') = coalesce($5, '') and disconnected_at is null)
           union all
           (select created_at, blocked_at, disconnected_at from connections
            where client_id = $1 and account_id = $3 and location_id is not distinct from $4
              and coalesce(name, '') = coalesce($5, '') and disconnected_at is not null
            order by disconnected_at desc limit 1)
           order by disconnected_at desc nulls first limit 1`,
    values: [client_id, user_id, account_id, location_id, name],
  });
  return rows[0];
}

/** Live connections. `is_known`: one is of this client with this place and name. */
export type LiveConnections = { is_known: boolean; of_client: number; of_account: number };

/** How many live connections the client has at this place, and how many the account has; 0 without an account. */
export async function countLiveConnections(db: Queryable, place: GrantTarget): Promise<LiveConnections> {
  const { client_id, user_id, account_id, location_id, name } = place;
  const { rows } = await db.query<LiveConnections>({
    name: 'count-live-connections',
    text: `select coalesce(bool_or(coalesce(name, '') = coalesce($5, '')), false) as is_known, count(*)::int as of_client,
                  (select count(*)::int from connections
                   where account_id = $3 and disconnected_at is null) as of_account
           from connections
           where client_id = $1 and coalesce(location_id, account_id, user_id) = coalesce($4, $3, $2)
             and disconnected_at is null`,
    values: [client_id, user_id, account_id, location_id, name],
  });
  return rows[0] ?? { is_known: false, of_client: 0, of_account: 0 };
}

/** A connection of this client that this user granted: as the owner of its account, or for their own profile. */
export type GrantedQuery = { id: string; client_id: string; user_id: string };

export async function findGranted(
  db: Queryable,
  { id, client_id, user_id }: GrantedQuery,
): Promise<GrantedConnection | undefined> {
  const { rows } = await db.query<GrantedConnection>({
    name: 'find-granted',
    text: `select c.account_id, c.location_id, c.name, c.scope
           from connections c left join accounts a on a.id = c.account_id
           where c.id = $1 and c.client_id = $2 and coalesce(a.user_id, c.user_id) = $3`,
    values: [id, client_id, user_id],
  });
  return rows[0];
}
