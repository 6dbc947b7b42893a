import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { decryptSecret, digest, encryptSecret } from '@order-hub/shared/encryption';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { byPrincipal, type Actor } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { newAccessToken, tokenOwner } from './access-token.ts';
import { findConnectionMessages } from '../announce-connections.ts';
import { assertPlaceFits, grantDetails, type Grant } from '../connection.ts';
import {
  lockAccountShared,
  lockClientShared,
  lockLocationShared,
  upsertConnection,
  type GrantedPlace,
} from './grant.store.ts';

type Deps = { db: Database; encryptionKeys: readonly string[] };

/** Grants a connection for an operator, in the name of the owner of the place: see `grantConnection`. */
export const createConnection = (
  { db, encryptionKeys }: Deps,
  ctx: PrincipalContext,
  _params: object,
  grant: Omit<Grant, 'user_id'>,
) => transaction(db, (trx) => grantConnection(trx, encryptionKeys, byPrincipal(ctx), { ...grant, user_id: null }));

/**
 * Creates the connection that a user grants to a client, tells it to other services, and returns the token response. The
 * same client, place and name again give the same connection and token, with the new scope and bindings and no longer
 * blocked; after a disconnection they give a new one (docs/api/authentication.md#connection-reuse).
 * Throws 422 on the field of an unknown client or place, and of a place that does not fit the scope.
 */
export async function grantConnection(trx: Queryable, encryptionKeys: readonly string[], by: Actor, grant: Grant) {
  assertPlaceFits(grant);
  const place = await lockGrantedPlace(trx, grant);
  const { user_id, account_id, location_id } = place;
  const { new_token, ...token } = await newToken(encryptionKeys, newId(by.at));
  const stored = await upsertConnection(trx, {
    ...grant,
    user_id,
    account_id,
    location_id,
    ...token,
    created_at: by.at,
  });
  const entry = {
    action: 'connection.grant',
    account_id,
    subject_id: stored.id,
    details: grantDetails(grant),
  } as const;
  await recordEntry(trx, by, entry, ...(await findConnectionMessages(trx, [stored.id])));
  const isNew = stored.id === token.id;
  const access_token = isNew
    ? new_token
    : await decryptSecret(encryptionKeys, stored.token_encrypted, tokenOwner(stored.id));
  return tokenResponse({ id: stored.id, access_token }, grant, place);
}

async function newToken(encryptionKeys: readonly string[], id: string) {
  const new_token = newAccessToken();
  const token_encrypted = await encryptSecret(encryptionKeys, new_token, tokenOwner(id));
  return { new_token, id, token_encrypted, token_digest: digest(new_token) };
}

/** Locks the place and the client, shared, until the end of the transaction. Throws 422 for unknown ones. */
export async function lockGrantedPlace(trx: Queryable, grant: Grant): Promise<GrantedPlace> {
  const place = await findPlace(trx, grant);
  const client = await lockClientShared(trx, grant.client_id);
  if (!client) throw invalid('client_id', 'is not the id of a client');
  if (place) return place;
  const user_id = grant.user_id ?? client.user_id;
  return { user_id, account_id: null, account_name: null, location_id: null, location_name: null };
}

/** Null for a scope of general permissions only. A place of another user counts as unknown. */
async function findPlace(trx: Queryable, { location_id, account_id, user_id }: Grant): Promise<GrantedPlace | null> {
  const mayGrant = (place: GrantedPlace | undefined): place is GrantedPlace =>
    place !== undefined && place.user_id === (user_id ?? place.user_id);
  if (location_id !== null) {
    const place = await lockLocationShared(trx, location_id);
    if (mayGrant(place)) return place;
    throw invalid('location_id', 'is not the id of a location');
  }
  if (account_id === null) return null;
  const place = await lockAccountShared(trx, account_id);
  if (mayGrant(place)) return place;
  throw invalid('account_id', 'is not the id of an account');
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
