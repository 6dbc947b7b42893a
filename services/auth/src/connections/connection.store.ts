import type { Queryable } from '@order-hub/shared/database';
import { takePage, type Page } from '@order-hub/shared/page';
import { needsFactor } from '../places/acting.ts';
import type { Bindings, Connection, ConnectionState, Marks } from './connection.ts';
import type { Announced } from './connection.events.ts';

/** The columns that decide the status of a connection. */
export const stateColumns =
  'c.blocked_at, c.disconnected_at, coalesce(a.suspended_at, l.suspended_at) is not null as suspended';

/** Connections `c` with their client `cl`, account `a` and location `l`. */
export const fromConnections = `from connections c
  join clients cl on cl.id = c.client_id
  left join accounts a on a.id = c.account_id
  left join locations l on l.id = c.location_id and l.account_id = c.account_id`;

const selectConnections = `
  select c.id, c.client_id, cl.name as client_name, c.user_id, c.account_id, c.location_id, c.catalog_id,
         c.customer_list_id, c.name, c.scope, ${stateColumns}, c.created_at
  ${fromConnections}`;

/** Which connections to announce: all of an account, a location or a client. */
export type ConnectionSelection = { account_id?: string; location_id?: string; client_id?: string };

/**
 * Raises the version of the selected connections that are not disconnected, and returns their ids. Locks them in the
 * order of their ids, so that two selections that overlap wait for each other instead of deadlocking.
 */
export async function raiseVersions(trx: Queryable, of: ConnectionSelection): Promise<string[]> {
  const { rows } = await trx.query<{ id: string }>(
    `with selected as (
       select id from connections
       where disconnected_at is null
         and ($1::text is null or account_id = $1)
         and ($2::text is null or location_id = $2)
         and ($3::text is null or client_id = $3)
       order by id for update
     )
     update connections c set version = c.version + 1 from selected s where c.id = s.id returning c.id`,
    [of.account_id, of.location_id, of.client_id],
  );
  return rows.map(({ id }) => id);
}

/** What other services get of connections, as they are now. */
export async function findAnnounced(trx: Queryable, ids: readonly string[]): Promise<Announced[]> {
  const { rows } = await trx.query<Announced>({
    name: 'find-announced',
    text: `select c.id, c.version, c.token_digest, c.client_id, cl.name as client_name, c.name, c.account_id,
                  c.location_id, c.catalog_id, c.customer_list_id, c.scope, cl.secret_encrypted as client_secret,
                  cl.previous_secret_encrypted as previous_client_secret,
                  to_char(cl.previous_secret_until at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as previous_secret_until,
                  to_char(ks.ends_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as kept_secret_until,
                  ${stateColumns}
           ${fromConnections}
             left join kept_secrets ks on ks.client_id = cl.id and ks.current_digest = cl.secret_digest
           where c.id = any($1) order by c.id`,
    values: [ids],
  });
  return rows;
}

/** A connection with what the gateway needs of it. */
export type CallerRow = Bindings & {
  connection_id: string;
  connection_name: string | null;
  client_id: string;
  client_name: string;
  user_id: string;
  currency: string | null;
  timezone: string | null;
  scope: string;
  is_strict: boolean;
} & ConnectionState;

/** Runs once per token that a gateway has not cached. */
export async function findCaller(db: Queryable, token_digest: string): Promise<CallerRow | undefined> {
  const { rows } = await db.query<CallerRow>({
    name: 'find-caller',
    text: `select c.id as connection_id, c.name as connection_name, c.client_id, cl.name as client_name, c.user_id,
                  c.account_id, a.currency, c.location_id, l.timezone, c.catalog_id, c.customer_list_id, c.scope,
                  cl.is_strict, ${stateColumns}
           ${fromConnections} where c.token_digest = $1`,
    values: [token_digest],
  });
  return rows[0];
}

export type ConnectionFilters = {
  client?: string | undefined;
  location?: string | undefined;
  account?: string | undefined;
};

/** A page of connections, oldest first. */
export async function listAllConnections(
  db: Queryable,
  { client, location, account }: ConnectionFilters,
  { after = '', count }: { after?: string | undefined; count: number },
): Promise<Page<Connection>> {
  const { rows } = await db.query<Connection>({
    text: `${selectConnections}
           where ($1::text is null or c.client_id = $1)
             and ($2::text is null or c.location_id = $2)
             and ($3::text is null or c.account_id = $3)
             and c.id > $4
           order by c.id limit $5`,
    values: [client, location, account, after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

/** A connection; with `owner_id`, only if that user owns its account, or granted it if it has none. */
export type OwnedConnection = { id: string; owner_id: string | null };

/** Locks the connection until the end of the transaction, then reads it, so that it has what others have just changed. */
export async function lockConnection(
  trx: Queryable,
  { id, owner_id }: OwnedConnection,
): Promise<Connection | undefined> {
  const { rowCount } = await trx.query({
    name: 'lock-connection',
    text: `select 1 from connections c left join accounts a on a.id = c.account_id
     where c.id = $1 and ($2::text is null
       or coalesce(a.user_id, c.user_id) = $2 and not ${needsFactor('a', '$2')}) for update of c`,
    values: [id, owner_id],
  });
  if (rowCount === 0) return undefined;
  const { rows } = await trx.query<Connection>({
    name: 'find-locked-connection',
    text: `${selectConnections} where c.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** Writes whether the connection is blocked and disconnected, and raises its version. */
export async function updateMarks(trx: Queryable, id: string, { blocked_at, disconnected_at }: Marks): Promise<void> {
  await trx.query('update connections set blocked_at = $2, disconnected_at = $3, version = version + 1 where id = $1', [
    id,
    blocked_at,
    disconnected_at,
  ]);
}
