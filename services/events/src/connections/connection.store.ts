import type { Body } from '@order-hub/shared/topics';
import type { Queryable } from '@order-hub/shared/database';

export type Connection = Omit<Body<'connection'>, 'token_digest' | 'client_name' | 'name'>;

/**
 * Stores auth's connections in one statement. Ignores a version that is not newer than the stored one. Returns the ids of
 * those that became disconnected.
 */
export async function upsertConnections(trx: Queryable, connections: readonly Connection[]): Promise<string[]> {
  const column = (name: keyof Connection) => connections.map((connection) => connection[name]);
  const { rows } = await trx.query<{ id: string; status: string }>(
    `insert into connections as stored (id, version, status, client_id, client_secret, account_id, location_id,
       catalog_id, customer_list_id, scope, previous_client_secret, previous_secret_until, kept_secret_until)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[], $11::text[], $12::timestamptz[], $13::timestamptz[]) as c (id) order by c.id
     on conflict (id) do update
     set version = excluded.version, status = excluded.status, client_id = excluded.client_id,
       client_secret = excluded.client_secret, account_id = excluded.account_id, location_id = excluded.location_id,
       catalog_id = excluded.catalog_id, customer_list_id = excluded.customer_list_id, scope = excluded.scope,
       active_since = case when stored.status = excluded.status and stored.client_secret is not null then stored.active_since
         else excluded.active_since end,
       previous_client_secret = excluded.previous_client_secret, previous_secret_until = excluded.previous_secret_until,
       kept_secret_until = excluded.kept_secret_until
     where excluded.version > stored.version
     returning id, status`,
    [
      column('id'),
      column('version'),
      column('status'),
      column('client_id'),
      column('client_secret'),
      column('account_id'),
      column('location_id'),
      column('catalog_id'),
      column('customer_list_id'),
      column('scope'),
      column('previous_client_secret'),
      column('previous_secret_until'),
      column('kept_secret_until'),
    ],
  );
  return rows.filter(({ status }) => status === 'disconnected').map(({ id }) => id);
}

/**
 * Stores a connection whose message has not come yet, as version 0 and without a secret. Returns the stored status, which
 * cannot change before the transaction ends: a disconnection waits for the callback, and then deletes it.
 */
export async function insertCallerConnection(
  trx: Queryable,
  connection: Omit<
    Connection,
    'version' | 'status' | 'client_secret' | 'previous_client_secret' | 'previous_secret_until' | 'kept_secret_until'
  > & { account_id: string },
): Promise<string | undefined> {
  const { id, client_id, account_id, location_id, catalog_id, customer_list_id, scope } = connection;
  await trx.query(
    `insert into connections (id, version, status, client_id, account_id, location_id, catalog_id, customer_list_id, scope)
     values ($1, 0, 'active', $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [id, client_id, account_id, location_id, catalog_id, customer_list_id, scope],
  );
  const { rows } = await trx.query<{ status: string }>(
    'select status from connections where id = $1 and account_id = $2 for share',
    [id, account_id],
  );
  return rows[0]?.status;
}
