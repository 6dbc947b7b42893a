/** The names that the audit of an account says in its sentences, by id. */
import type { Queryable } from '@order-hub/shared/database';

type Named = { id: string; name: string };

const byId = (rows: readonly Named[]) => new Map(rows.map(({ id, name }) => [id, name]));

/** A user who gave no name is called by the email address. */
export async function findNamedUsers(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<Named>(
    `select id, coalesce(nullif(concat_ws(' ', first_name, last_name), ''), email) as name from users where id = any($1)`,
    [ids],
  );
  return byId(rows);
}

export async function findNamedLocations(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await db.query<Named>('select id, name from locations where account_id = $1 and id = any($2)', [
    account_id,
    ids,
  ]);
  return byId(rows);
}

export async function findNamedClients(db: Queryable, ids: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.query<Named>('select id, name from clients where id = any($1)', [ids]);
  return byId(rows);
}

export type NamedConnection = { id: string; client_name: string; location_name: string | null };

export async function findNamedConnections(
  db: Queryable,
  account_id: string,
  ids: readonly string[],
): Promise<Map<string, NamedConnection>> {
  const { rows } = await db.query<NamedConnection>(
    `select c.id, cl.name as client_name, l.name as location_name
     from connections c join clients cl on cl.id = c.client_id
       left join locations l on l.id = c.location_id and l.account_id = c.account_id
     where c.account_id = $1 and c.id = any($2)`,
    [account_id, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
