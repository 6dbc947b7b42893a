import type { Queryable } from '@order-hub/shared/database';
import type { ManagedClient } from '@order-hub/shared/management/clients';
import { takePage, type Page } from '@order-hub/shared/page';
import type { Client, ClientWithOwner, CodeRules } from './client.ts';

/** `old_secret_until`: until when the client may use the secret before the last rotation; null when it may not. */
const managed = `c.id, c.user_id, c.name, c.redirect_uris, c.created_at, c.verified_at, c.is_strict, c.needs_proof,
  (select k.ends_at from kept_secrets k
   where k.client_id = c.id and k.current_digest = c.secret_digest and k.ends_at > now()) as old_secret_until`;

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

export async function insertClient(
  trx: Queryable,
  client: Omit<ManagedClient, 'verified_at' | 'is_strict' | 'needs_proof' | 'old_secret_until'> & Secret,
): Promise<void> {
  const { id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at } = client;
  await trx.query(
    `insert into clients (id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at],
  );
}

/** A client; with `owner_id`, only if that user registered it. */
type ClientOfOwner = { id: string; owner_id: string | null };

/**
 * Replaces the secret; the previous one signs until `previous_until`. Returns the name and the digest of the previous secret, or
 * undefined when there is no such client.
 */
export async function updateClientSecret(
  trx: Queryable,
  { id, owner_id }: ClientOfOwner,
  { secret_encrypted, secret_digest, previous_until }: Secret & { previous_until: Date },
): Promise<{ name: string; secret_digest: string } | undefined> {
  const { rows } = await trx.query<{ name: string; secret_digest: string }>(
    `update clients c set secret_encrypted = $3, secret_digest = $4,
       previous_secret_encrypted = old.secret_encrypted, previous_secret_until = $5
     from (select id, secret_encrypted, secret_digest from clients
           where id = $1 and ($2::text is null or user_id = $2) for update) old
     where c.id = old.id returning c.name, old.secret_digest`,
    [id, owner_id, secret_encrypted, secret_digest, previous_until],
  );
  return rows[0];
}

/** A client; with `owner_id` only if that user registered it. Locked until the end of the transaction. */
export async function lockClient(trx: Queryable, { id, owner_id }: ClientOfOwner): Promise<ManagedClient | undefined> {
  const { rows } = await trx.query<ManagedClient>({
    text: `select ${managed} from clients c
     where c.id = $1 and ($2::text is null or c.user_id = $2) for update of c`,
    values: [id, owner_id],
  });
  return rows[0];
}

/** What can be updated of a client. */
export type ClientFields = Pick<Client, 'name' | 'redirect_uris'>;

type Verified = Pick<ManagedClient, 'verified_at'>;

export async function updateClientFields(
  trx: Queryable,
  id: string,
  { name, redirect_uris, verified_at }: ClientFields & Verified,
): Promise<void> {
  await trx.query('update clients set name = $2, redirect_uris = $3, verified_at = $4 where id = $1', [
    id,
    name,
    redirect_uris,
    verified_at,
  ]);
}

export async function updateVerifiedAt(
  trx: Queryable,
  id: string,
  verified_at: Verified['verified_at'],
): Promise<void> {
  await trx.query('update clients set verified_at = $2 where id = $1', [id, verified_at]);
}

export async function updateIsStrict(trx: Queryable, id: string, is_strict: boolean): Promise<void> {
  await trx.query('update clients set is_strict = $2 where id = $1', [id, is_strict]);
}

export async function updateNeedsProof(trx: Queryable, id: string, needs_proof: boolean): Promise<void> {
  await trx.query('update clients set needs_proof = $2 where id = $1', [id, needs_proof]);
}

type UnverifiedClient = Pick<Client, 'id' | 'name' | 'redirect_uris'>;

/** Takes the mark of each verified client of the user away. Returns these clients. */
export async function unverifyClientsOf(trx: Queryable, user_id: string): Promise<UnverifiedClient[]> {
  const { rows } = await trx.query<UnverifiedClient>(
    `update clients set verified_at = null where user_id = $1 and verified_at is not null
     returning id, name, redirect_uris`,
    [user_id],
  );
  return rows;
}

type Credentials = { secret_digest: string; kept_digest: string | null; name: string } & CodeRules;

/** The digests of a client's secret and of the one that it keeps beside it, the client's name, and how it exchanges codes. */
export async function findSecretDigest(db: Queryable, id: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<Credentials>({
    name: 'find-secret-digest',
    text: `select c.secret_digest, k.secret_digest as kept_digest, c.name, c.needs_proof
           from clients c
             left join kept_secrets k on k.client_id = c.id and k.current_digest = c.secret_digest and k.ends_at > now()
           where c.id = $1`,
    values: [id],
  });
  return rows[0];
}

/** The clients of a user, newest first; at most `count`. */
export async function listUserClients(db: Queryable, user_id: string, count: number): Promise<ManagedClient[]> {
  const { rows } = await db.query<ManagedClient>({
    name: 'list-user-clients',
    text: `select ${managed} from clients c
           where c.user_id = $1 order by c.id desc limit $2`,
    values: [user_id, count],
  });
  return rows;
}

/** Sorts after every id. */
const end = '~';

/** A page of all clients, newest first. */
export async function listAllClients(
  db: Queryable,
  { after = end, count }: { after?: string | undefined; count: number },
): Promise<Page<ManagedClient>> {
  const { rows } = await db.query<ManagedClient>({
    name: 'list-all-clients',
    text: `select ${managed} from clients c
           where c.id < $1 order by c.id desc limit $2`,
    values: [after, count + 1],
  });
  return takePage(rows, count, ({ id }) => id);
}

/** The id of the oldest client of this user with this name. */
export async function findClientNamed(db: Queryable, user_id: string, name: string): Promise<string | undefined> {
  const { rows } = await db.query<{ id: string }>({
    name: 'find-client-named',
    text: 'select id from clients where user_id = $1 and name = $2 order by id limit 1',
    values: [user_id, name],
  });
  return rows[0]?.id;
}

/** A client; with `owner_id` only if that user registered it. */
export async function findManagedClient(
  db: Queryable,
  id: string,
  owner_id: string | null,
): Promise<ManagedClient | undefined> {
  const { rows } = await db.query<ManagedClient>({
    name: 'find-managed-client',
    text: `select ${managed} from clients c
           where c.id = $1 and ($2::text is null or c.user_id = $2)`,
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
    text: `select c.id, c.user_id, c.name, c.redirect_uris, c.verified_at is not null as is_verified,
             nullif(concat_ws(' ', u.first_name, u.last_name), '') as owner_name
           from clients c join users u on u.id = c.user_id where c.id = $1`,
    values: [id],
  });
  return rows[0];
}

export async function findClientNames(db: Queryable, ids: string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>({
    name: 'find-client-names',
    text: 'select id, name from clients where id = any($1)',
    values: [ids],
  });
  return rows;
}
