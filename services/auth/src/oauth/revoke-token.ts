import type { Database } from '@order-hub/shared/database';
import { replyWith, type PublicContext } from '@order-hub/shared/endpoint';
import { digest } from '@order-hub/shared/encryption';
import { byConnection } from '../audit/audit.ts';
import { disconnectConnection } from '../connections/disconnect-connection.ts';
import { findTokenOwner } from '../connections/look-up-connection.ts';
import { identifyClient } from './identify-client.ts';
import { invalidGrant, invalidRequest } from './oauth-error.ts';
import type { RevocationRequest } from './oauth.schema.ts';

/**
 * Revokes an access token of the client, and so disconnects its connection (docs/api/authentication.md#revocation). A token
 * that is unknown or revoked already is no error. The header tells the gateway that carries the request to forget the token
 * before it answers. Throws 401 for wrong credentials of the client, and 400 for a token of another client.
 */
export async function revokeToken({ db }: { db: Database }, ctx: PublicContext, request: RevocationRequest) {
  const client_id = await identifyClient(db, ctx, request);
  if (request.token === undefined) throw invalidRequest('The parameter token is missing');
  const token_digest = digest(request.token);
  const owner = await findTokenOwner(db, token_digest);
  if (!owner) return {};
  if (owner.client_id !== client_id) throw invalidGrant('The token belongs to another client');
  await disconnectConnection({ db }, byConnection({ ...ctx, caller: owner }), { id: owner.connection_id });
  return replyWith({ 'X-Hub-Token-Digest': token_digest }, {});
}
