import type { Queryable } from '@order-hub/shared/database';
import type { ExistingConnection } from '../connection.ts';

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
