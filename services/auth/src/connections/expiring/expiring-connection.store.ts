import type { Queryable } from '@order-hub/shared/database';
import type { ExampleConnection } from '@order-hub/shared/management/example-connections';
import { owns } from '../../places/acting.ts';

/** Lets a connection of this user, which was granted in the same transaction, end by itself. */
export async function updateExpiry(
  trx: Queryable,
  { id, user_id, expires_at }: { id: string; user_id: string; expires_at: Date },
): Promise<void> {
  await trx.query('update connections set expires_at = $3 where id = $1 and user_id = $2', [id, user_id, expires_at]);
}

type StoredExample = Omit<ExampleConnection, 'access_token'> & { token_encrypted: string };

/** An example connection at a location of this user that can be used at this time. */
export async function findExample(
  db: Queryable,
  { id, user_id, now }: { id: string; user_id: string; now: Date },
): Promise<StoredExample | undefined> {
  const { rows } = await db.query<StoredExample>({
    name: 'find-example-connection',
    text: `select c.id, c.token_encrypted, c.expires_at, c.scope, c.account_id, c.location_id, l.name as location_name,
                  c.catalog_id, c.customer_list_id
           from connections c
             join accounts a on a.id = c.account_id
             join locations l on l.id = c.location_id and l.account_id = c.account_id
           where c.id = $1 and ${owns('a', '$2')} and c.expires_at > $3 and c.disconnected_at is null and c.blocked_at is null`,
    values: [id, user_id, now],
  });
  return rows[0];
}

/** The example connections of this user that have not ended. */
export async function listLiveExamples(db: Queryable, user_id: string): Promise<{ id: string }[]> {
  const { rows } = await db.query<{ id: string }>({
    name: 'list-live-example-connections',
    text: `select c.id from connections c join accounts a on a.id = c.account_id
           where a.user_id = $1 and c.expires_at is not null and c.disconnected_at is null order by c.id`,
    values: [user_id],
  });
  return rows;
}

/** A connection that has expired, and the user who granted it. */
export type ExpiredConnection = { id: string; user_id: string; email: string };

/** Connections whose time is over, and that have not ended; at most `count`. */
export async function listExpired(db: Queryable, now: Date, count: number): Promise<ExpiredConnection[]> {
  const { rows } = await db.query<ExpiredConnection>({
    name: 'list-expired-connections',
    text: `select c.id, c.user_id, u.email from connections c join users u on u.id = c.user_id
           where c.expires_at <= $1 and c.expires_at is not null and c.disconnected_at is null
           order by c.expires_at limit $2`,
    values: [now, count],
  });
  return rows;
}
