import type { Body } from '@order-hub/shared/topics';
import type { Queryable } from '@order-hub/shared/database';

export type Connection = Omit<Body<'connection'>, 'token_digest' | 'client_name' | 'name'>;

/** Stores auth's connections in one statement. Ignores a version that is not newer than the stored one. */
export async function upsertConnections(trx: Queryable, connections: readonly Connection[]): Promise<void> {
  const column = (name: keyof Connection) => connections.map((connection) => connection[name]);
  await trx.query(
    `insert into connections as stored (id, version, status, client_id, client_secret, account_id, location_id,
       catalog_id, customer_list_id, scope)
     select * from unnest($1::text[], $2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
       $8::text[], $9::text[], $10::text[]) as c (id) order by c.id
     on conflict (id) do update
     set version = excluded.version, status = excluded.status, client_id = excluded.client_id,
       client_secret = excluded.client_secret, account_id = excluded.account_id, location_id = excluded.location_id,
       catalog_id = excluded.catalog_id, customer_list_id = excluded.customer_list_id, scope = excluded.scope
     where excluded.version > stored.version`,
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
    ],
  );
}

/** Deletes the callbacks of the disconnected ones among these connections. */
export async function deleteCallbacksOfDisconnected(trx: Queryable, ids: readonly string[]): Promise<void> {
  await trx.query(
    `with deleted as (
       delete from callbacks cb using connections c
       where c.id = cb.connection_id and c.id = any ($1) and c.status = 'disconnected'
       returning cb.id
     )
     insert into removed_callbacks (id) select id from deleted`,
    [ids],
  );
}

/** Stores a connection whose message has not come yet, as version 0 and without a secret. Returns the stored status. */
export async function insertCallerConnection(
  trx: Queryable,
  connection: Omit<Connection, 'version' | 'status' | 'client_secret'>,
): Promise<string | undefined> {
  const { id, client_id, account_id, location_id, catalog_id, customer_list_id, scope } = connection;
  await trx.query(
    `insert into connections (id, version, status, client_id, account_id, location_id, catalog_id, customer_list_id, scope)
     values ($1, 0, 'active', $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [id, client_id, account_id, location_id, catalog_id, customer_list_id, scope],
  );
  const { rows } = await trx.query<{ status: string }>('select status from connections where id = $1', [id]);
  return rows[0]?.status;
}
