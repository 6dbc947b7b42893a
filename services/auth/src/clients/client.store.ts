import type { Queryable } from '@order-hub/shared/database';
import type { Client } from './client.ts';

type Secret = { secret_encrypted: string; secret_digest: string };

/** Inserts the client if its user exists. Returns whether it did. */
export async function insertClient(db: Queryable, client: Client & Secret & { created_at: Date }): Promise<boolean> {
  const { id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at } = client;
  const { rowCount } = await db.query(
    `insert into clients (id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at)
     select $1, u.id, $3, $4, $5, $6, $7 from users u where u.id = $2`,
    [id, user_id, name, redirect_uris, secret_encrypted, secret_digest, created_at],
  );
  return rowCount === 1;
}

/** Replaces the secret. Returns whether there is such a client. */
export async function updateClientSecret(trx: Queryable, id: string, secret: Secret): Promise<boolean> {
  const { rowCount } = await trx.query('update clients set secret_encrypted = $2, secret_digest = $3 where id = $1', [
    id,
    secret.secret_encrypted,
    secret.secret_digest,
  ]);
  return rowCount === 1;
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

/** A client of this user. */
export async function findOwnClient(db: Queryable, user_id: string, id: string): Promise<Client | undefined> {
  const { rows } = await db.query<Client>({
    name: 'find-own-client',
    text: 'select id, user_id, name, redirect_uris from clients where id = $2 and user_id = $1',
    values: [user_id, id],
  });
  return rows[0];
}
