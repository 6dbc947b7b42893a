import type { Queryable } from '@order-hub/shared/database';
import { decryptSecret, digest, encryptSecret, UnknownKeyError } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { Log } from '@order-hub/shared/log';
import type { Actor } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import type { Quotas } from '../../quotas.ts';
import { newAccessToken, tokenOwner } from './access-token.ts';
import { findConnectionMessages } from '../announce-connections.ts';
import { assertPlaceFits, grantDetails, type Grant } from '../connection.ts';
import { assertMayConnect } from './check-quotas.ts';
import {
  lockAccount,
  lockClientShared,
  lockLocation,
  lockUser,
  replaceToken,
  upsertConnection,
  type GrantedPlace,
  type StoredToken,
} from './grant.store.ts';

export type GrantDeps = { encryptionKeys: readonly string[]; quotas: Quotas };

/** `log`: that of the request. */
export type GrantTools = GrantDeps & { log: Log };

/**
 * Creates the connection that a user grants to a client, announces it, and returns the token response. The
 * same client, place and name again give the same connection and token, with the new scope and bindings and no longer
 * blocked; after a disconnection they give a new one (docs/api/authentication.md#connection-reuse).
 * Throws 422 on the field of an unknown client or place, and of a place that does not fit the scope; and 422 for a quota that
 * is used up, unless an operator grants.
 */
export async function grantConnection(trx: Queryable, tools: GrantTools, by: Actor, grant: Grant) {
  const { encryptionKeys, quotas } = tools;
  assertPlaceFits(grant);
  const place = await lockGrantedPlace(trx, grant);
  const { user_id, account_id, location_id } = place;
  if (by.actor !== 'operator') await assertMayConnect(trx, quotas, { ...grant, user_id, account_id, location_id });
  const { new_token, ...token } = await newToken(encryptionKeys, newId(by.at));
  const stored = await upsertConnection(trx, {
    ...grant,
    user_id,
    account_id,
    location_id,
    ...token,
    created_at: by.at,
  });
  const isNew = stored.id === token.id;
  // Before the connection is announced: its token may change.
  const access_token = isNew ? new_token : await keepToken(trx, tools, stored);
  const entry = {
    action: 'connection.grant',
    account_id,
    subject_id: stored.id,
    details: grantDetails(grant),
  } as const;
  await recordEntry(trx, by, entry, ...(await findConnectionMessages(trx, [stored.id])));
  return tokenResponse({ id: stored.id, access_token }, grant, place);
}

/** The token of a connection that exists. One whose encryption key is lost is replaced, and no longer valid. */
async function keepToken(trx: Queryable, { encryptionKeys, log }: GrantTools, { id, token_encrypted }: StoredToken) {
  try {
    return await decryptSecret(encryptionKeys, token_encrypted, tokenOwner(id));
  } catch (error) {
    if (!(error instanceof UnknownKeyError)) throw error;
    log.warn(
      { connection_id: id, reason: error.message },
      'the access token cannot be decrypted: a new one replaces it',
    );
    const { new_token, ...token } = await newToken(encryptionKeys, id);
    await replaceToken(trx, token);
    return new_token;
  }
}

async function newToken(encryptionKeys: readonly string[], id: string) {
  const new_token = newAccessToken();
  const token_encrypted = await encryptSecret(encryptionKeys, new_token, tokenOwner(id));
  return { new_token, id, token_encrypted, token_digest: digest(new_token) };
}

/**
 * Locks the place and the client until the end of the transaction, so that connections are granted one after the other.
 * Throws 422 for unknown ones.
 */
export async function lockGrantedPlace(trx: Queryable, grant: Grant): Promise<GrantedPlace> {
  const place = await findPlace(trx, grant);
  const client = await lockClientShared(trx, grant.client_id);
  if (!client) throw invalid('client_id', 'not_found', 'is not the id of a client');
  if (place) return place;
  const user_id = grant.user_id ?? client.user_id;
  await lockUser(trx, user_id);
  return { user_id, account_id: null, account_name: null, location_id: null, location_name: null };
}

/** Null for a scope of general permissions only. A place of another user counts as unknown. */
async function findPlace(trx: Queryable, { location_id, account_id, user_id }: Grant): Promise<GrantedPlace | null> {
  const mayGrant = (place: GrantedPlace | undefined): place is GrantedPlace =>
    place !== undefined && place.user_id === (user_id ?? place.user_id);
  if (location_id !== null) {
    const place = await lockLocation(trx, location_id);
    if (mayGrant(place)) return place;
    throw invalid('location_id', 'not_found', 'is not the id of a location');
  }
  if (account_id === null) return null;
  const place = await lockAccount(trx, account_id);
  if (mayGrant(place)) return place;
  throw invalid('account_id', 'not_found', 'is not the id of an account');
}

/** Without the names of catalog and customer list, which only other services know. */
const tokenResponse = (token: { id: string; access_token: string }, grant: Grant, place: GrantedPlace) => ({
  ...token,
  token_type: 'Bearer' as const,
  account_id: place.account_id,
  location_id: place.location_id,
  catalog_id: grant.catalog_id,
  customer_list_id: grant.customer_list_id,
  account_name: place.account_name,
  location_name: place.location_name,
  catalog_name: null,
  customer_list_name: null,
});
