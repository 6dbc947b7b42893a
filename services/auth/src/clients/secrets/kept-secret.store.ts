/** Secrets before the last rotation, while their clients may still use them. Each belongs to the secret that replaced it. */
import type { Queryable } from '@order-hub/shared/database';

type KeptSecret = { client_id: string; secret_digest: string; current_digest: string; ends_at: Date };

/** Keeps a secret beside the one that replaced it. It takes the place of an earlier one of the client. */
export async function upsertKeptSecret(trx: Queryable, kept: KeptSecret): Promise<void> {
  const { client_id, secret_digest, current_digest, ends_at } = kept;
  await trx.query(
    `insert into kept_secrets (client_id, secret_digest, current_digest, ends_at) values ($1, $2, $3, $4)
     on conflict (client_id) do update
     set secret_digest = excluded.secret_digest, current_digest = excluded.current_digest, ends_at = excluded.ends_at`,
    [client_id, secret_digest, current_digest, ends_at],
  );
}

/** Deletes the kept secret of a client. Returns whether it could still be used. */
export async function deleteKeptSecret(trx: Queryable, client_id: string, now: Date): Promise<boolean> {
  const { rows } = await trx.query<{ ends_at: Date }>(
    'delete from kept_secrets where client_id = $1 returning ends_at',
    [client_id],
  );
  return rows.some(({ ends_at }) => ends_at > now);
}

/** The clients of a user that have a kept secret, locked until the end of the transaction. */
export async function lockClientsWithKept(trx: Queryable, user_id: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await trx.query<{ id: string; name: string }>(
    `select c.id, c.name from clients c join kept_secrets k on k.client_id = c.id
     where c.user_id = $1 order by c.id for update of c`,
    [user_id],
  );
  return rows;
}

/**
 * Deletes the secrets before the last rotation of at most `count` clients, once they neither open anything nor sign. Returns the
 * ids of these clients.
 */
export async function deletePreviousSecrets(trx: Queryable, now: Date, count: number): Promise<string[]> {
  const { rows } = await trx.query<{ id: string }>(
    `with over as (
       select id from clients where previous_secret_until <= $1
       order by previous_secret_until limit $2 for update skip locked
     ), kept as (delete from kept_secrets k using over where k.client_id = over.id)
     update clients c set previous_secret_encrypted = null, previous_secret_until = null
     from over where c.id = over.id returning c.id`,
    [now, count],
  );
  return rows.map(({ id }) => id);
}
