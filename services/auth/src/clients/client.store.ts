import type { Queryable } from '@order-hub/shared/database';
import { clientsMax, type ManagedClient } from '@order-hub/shared/management/clients';
import type { Client, ClientWithOwner } from './client.ts';

type Secret = { secret_encrypted: string; secret_digest: string };

/**
 * How many clients the user has; undefined when there is no such user. Until the end of the transaction no other client of
 * the user can be inserted.
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

export async function insertClient(trx: Queryable, client: ManagedClient & Secret): Promise<void> {
  const { id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at } = client;
  await trx.query(
    `insert into clients (id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at],
  );
}

/** A client; with `owner_id`, only if that user registered it. */
type ClientOfOwner = { id: string; owner_id: string | null };

/** Replaces the secret. Returns the name of the client, or undefined when there is no such client. */
export async function updateClientSecret(
  trx: Queryable,
  { id, owner_id }: ClientOfOwner,
  { secret_encrypted, secret_digest }: Secret,
): Promise<string | undefined> {
  const { rows } = await trx.query<{ name: string }>(
    `update clients set secret_encrypted = $3, secret_digest = $4
     where id = $1 and ($2::text is null or user_id = $2) returning name`,
    [id, owner_id, secret_encrypted, secret_digest],
  );
  return rows[0]?.name;
}

/** What can be updated of a client. */
export type ClientFields = Pick<Client, 'name' | 'redirect_uris'>;

/** Updates a client. Returns its former fields, or undefined when there is no such client. */
export async function updateClientFields(
  trx: Queryable,
  { id, owner_id }: ClientOfOwner,
  { name, redirect_uris }: ClientFields,
): Promise<ClientFields | undefined> {
  const { rows } = await trx.query<ClientFields>(
    `update clients c set name = $3, redirect_uris = $4
     from (select id, name, redirect_uris from clients where id = $1 and ($2::text is null or user_id = $2) for update) old
     where c.id = old.id returning old.name, old.redirect_uris`,
    [id, owner_id, name, redirect_uris],
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
export async function listUserClients(db: Queryable, user_id: string): Promise<ManagedClient[]> {
  const { rows } = await db.query<ManagedClient>({
    name: 'list-user-clients',
    text: `select id, user_id, name, redirect_uris, created_at from clients where user_id = $1 order by id desc limit $2`,
    values: [user_id, clientsMax],
  });
  return rows;
}

/** A client; with `owner_id` only if that user registered it. */
export async function findManagedClient(
  db: Queryable,
  id: string,
  owner_id: string | null,
): Promise<ManagedClient | undefined> {
  const { rows } = await db.query<ManagedClient>({
    name: 'find-managed-client',
    text: `select id, user_id, name, redirect_uris, created_at from clients
           where id = $1 and ($2::text is null or user_id = $2)`,
    values: [id, owner_id],
  });
  return rows[0];
}

/** The name and the encrypted secret of a client; with `owner_id` only if that user registered it. */
export async function findSecret(db: Queryable, id: string, owner_id: string | null) {
  const { rows } = await db.query<{ name: string; secret_encrypted: string }>({
    name: 'find-client-secret',
    text: 'select name, secret_encrypted from clients where id = $1 and ($2::text is null or user_id = $2)',
    values: [id, owner_id],
  });
  return rows[0];
}

/** Any client, with the name of the user who registered it. */
export async function findClientWithOwner(db: Queryable, id: string): Promise<ClientWithOwner | undefined> {
  const { rows } = await db.query<ClientWithOwner>({
    name: 'find-client-with-owner',
    text: `select c.id, c.user_id, c.name, c.redirect_uris, nullif(concat_ws(' ', u.first_name, u.last_name), '') as owner_name
           from clients c join users u on u.id = c.user_id where c.id = $1`,
    values: [id],
  });
  return rows[0];
}
