import type { Queryable } from '@order-hub/shared/database';
import { clientsMax, type Client, type OwnClient, type ClientWithOwner } from './client.ts';

type Secret = { secret_encrypted: string; secret_digest: string };

/**
 * How many clients the user has; undefined when there is no such user. No other client of the user is inserted until the end
 * of the transaction.
 */
export async function lockAndCountClients(trx: Queryable, user_id: string): Promise<number | undefined> {
  const { rowCount } = await trx.query('select 1 from users where id = $1 for no key update', [user_id]);
  if (rowCount === 0) return undefined;
  const { rows } = await trx.query<{ clients: number }>(
    'select count(*)::int as clients from clients where user_id = $1',
    [user_id],
  );
  return rows[0]?.clients;
}

export async function insertClient(trx: Queryable, client: OwnClient & Secret): Promise<void> {
  const { id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at } = client;
  await trx.query(
    `insert into clients (id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at],
  );
}

/** A client; with `user_id`, only if it is this user's. */
export type Target = { id: string; user_id?: string };

/** Replaces the secret. Returns the name of the client, or undefined when there is no such client. */
export async function updateClientSecret(
  trx: Queryable,
  { id, user_id }: Target,
  { secret_encrypted, secret_digest }: Secret,
): Promise<string | undefined> {
  const { rows } = await trx.query<{ name: string }>(
    `update clients set secret_encrypted = $3, secret_digest = $4
     where id = $1 and ($2::text is null or user_id = $2) returning name`,
    [id, user_id, secret_encrypted, secret_digest],
  );
  return rows[0]?.name;
}

type Editable = Pick<Client, 'name' | 'redirect_uris'>;

/** Changes a client of this user. Returns what it was before, or undefined when there is no such client. */
export async function updateClientRow(
  trx: Queryable,
  { id, user_id }: Required<Target>,
  { name, redirect_uris }: Editable,
): Promise<Editable | undefined> {
  const { rows } = await trx.query<Editable>(
    `update clients c set name = $3, redirect_uris = $4
     from (select id, name, redirect_uris from clients where id = $1 and user_id = $2 for update) old
     where c.id = old.id returning old.name, old.redirect_uris`,
    [id, user_id, name, redirect_uris],
  );
  return rows[0];
}

/** The digest of a client's secret, and the client's name. */
export async function findSecretDigest(
  db: Queryable,
  id: string,
): Promise<{ secret_digest: string; name: string } | undefined> {
  const { rows } = await db.query<{ secret_digest: string; name: string }>({
    name: 'find-secret-digest',
    text: 'select secret_digest, name from clients where id = $1',
    values: [id],
  });
  return rows[0];
}

/** The clients of a user, newest first. */
export async function findOwnClients(db: Queryable, user_id: string): Promise<OwnClient[]> {
  const { rows } = await db.query<OwnClient>({
    name: 'find-own-clients',
    text: `select id, user_id, name, redirect_uris, created_at from clients where user_id = $1 order by id desc limit $2`,
    values: [user_id, clientsMax],
  });
  return rows;
}

/** A client of this user. */
export async function findOwnClient(db: Queryable, user_id: string, id: string): Promise<OwnClient | undefined> {
  const { rows } = await db.query<OwnClient>({
    name: 'find-own-client',
    text: 'select id, user_id, name, redirect_uris, created_at from clients where id = $2 and user_id = $1',
    values: [user_id, id],
  });
  return rows[0];
}

/** The name and the secret of a client of this user. */
export async function findOwnSecret(db: Queryable, user_id: string, id: string) {
  const { rows } = await db.query<{ name: string; secret_encrypted: string }>({
    name: 'find-own-secret',
    text: 'select name, secret_encrypted from clients where id = $2 and user_id = $1',
    values: [user_id, id],
  });
  return rows[0];
}

/** Any client, with the name of who registered it. */
export async function findClientWithOwner(db: Queryable, id: string): Promise<ClientWithOwner | undefined> {
  const { rows } = await db.query<ClientWithOwner>({
    name: 'find-client-with-owner',
    text: `select c.id, c.user_id, c.name, c.redirect_uris, nullif(concat_ws(' ', u.first_name, u.last_name), '') as owner_name
           from clients c join users u on u.id = c.user_id where c.id = $1`,
    values: [id],
  });
  return rows[0];
}
