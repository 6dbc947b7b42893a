import type { Queryable } from '@order-hub/shared/database';
import { formatScope } from '@order-hub/shared/scopes';
import type { Grant } from '../connection.ts';

/** The place of a connection, and who owns it. */
export type GrantedPlace = {
  user_id: string;
  account_id: string | null;
  account_name: string | null;
  location_id: string | null;
  location_name: string | null;
};

/**
 * Locks the location and its account against changes, such as a suspension, until the end of the transaction. Of several who
 * want to connect something to the account, the others wait.
 */
export async function lockLocation(trx: Queryable, id: string): Promise<GrantedPlace | undefined> {
  const { rows } = await trx.query<GrantedPlace>({
    name: 'lock-granted-location',
    text: `select a.user_id, a.id as account_id, a.name as account_name, l.id as location_id, l.name as location_name
           from locations l join accounts a on a.id = l.account_id where l.id = $1
           for share of l for no key update of a`,
    values: [id],
  });
  return rows[0];
}

/** Locks the account likewise. */
export async function lockAccount(trx: Queryable, id: string): Promise<GrantedPlace | undefined> {
  const { rows } = await trx.query<GrantedPlace>({
    name: 'lock-granted-account',
    text: `select user_id, id as account_id, name as account_name, null as location_id, null as location_name
           from accounts where id = $1 for no key update`,
    values: [id],
  });
  return rows[0];
}

/** Locks the client against changes, such as a new secret, until the end of the transaction. */
export async function lockClientShared(trx: Queryable, id: string): Promise<{ user_id: string } | undefined> {
  const { rows } = await trx.query<{ user_id: string }>({
    name: 'lock-client-shared',
    text: 'select user_id from clients where id = $1 for share',
    values: [id],
  });
  return rows[0];
}

/** Locks the user likewise, for a connection without an account. */
export async function lockUser(trx: Queryable, id: string): Promise<void> {
  await trx.query({
    name: 'lock-granting-user',
    text: 'select 1 from users where id = $1 for no key update',
    values: [id],
  });
}

export type StoredToken = { id: string; token_encrypted: string };

type NewConnection = Grant & {
  id: string;
  user_id: string;
  token_encrypted: string;
  token_digest: string;
  created_at: Date;
};

/**
 * Inserts the connection. If this client has one with this place and name that is not disconnected, updates that one
 * instead: it keeps its token, gets the new scope and bindings, and is unblocked. Returns the id and token that are stored.
 */
export async function upsertConnection(trx: Queryable, grant: NewConnection): Promise<StoredToken> {
  const { rows } = await trx.query<StoredToken>({
    name: 'upsert-connection',
    text: `insert into connections as c (id, version, client_id, user_id, account_id, location_id, catalog_id,
       customer_list_id, name, scope, token_encrypted, token_digest, created_at)
     values ($1, 1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
     on conflict (client_id, coalesce(location_id, account_id, user_id), coalesce(name, ''))
       where disconnected_at is null
     do update set version = c.version + 1, user_id = excluded.user_id, catalog_id = excluded.catalog_id,
       customer_list_id = excluded.customer_list_id, scope = excluded.scope, blocked_at = null
     returning c.id, c.token_encrypted`,
    values: [
      grant.id,
      grant.client_id,
      grant.user_id,
      grant.account_id,
      grant.location_id,
      grant.catalog_id,
      grant.customer_list_id,
      grant.name,
      formatScope(grant.scope),
      grant.token_encrypted,
      grant.token_digest,
      grant.created_at,
    ],
  });
  const [stored] = rows;
  if (!stored) throw new Error('A connection was neither inserted nor updated');
  return stored;
}

/** Gives a connection, which the caller has locked, another token. */
export async function replaceToken(
  trx: Queryable,
  { id, token_encrypted, token_digest }: StoredToken & { token_digest: string },
): Promise<void> {
  await trx.query('update connections set token_encrypted = $2, token_digest = $3 where id = $1', [
    id,
    token_encrypted,
    token_digest,
  ]);
}
