import type { Database } from '@order-hub/shared/database';
import { replyWith, type PublicContext } from '@order-hub/shared/endpoint';
import { digest } from '@order-hub/shared/encryption';
import { byClient } from '../audit/audit.ts';
import { revokeConnection } from '../connections/disconnect-connection.ts';
import { findTokenOwner } from '../connections/callers/look-up-connection.ts';
import { identifyClient } from './identify-client.ts';
import { invalidGrant, invalidRequest } from './oauth-error.ts';
import type { RevocationRequest } from './oauth.schema.ts';

function tokenOf({ token, access_token }: RevocationRequest): string {
  const given = token ?? access_token;
  if (given === undefined) throw invalidRequest('The parameter token is missing');
  if (access_token !== undefined && access_token !== given) {
    throw invalidRequest('The parameters token and access_token differ; send token alone');
  }
  return given;
}

/**
 * Revokes an access token of the client, which disconnects its connection (docs/api/authentication.md#revocation). An unknown
 * or already revoked token is not an error. The header makes the gateway that carries the request drop the token from its
 * cache before it answers. Throws 401 for wrong client credentials, and 400 for a token of another client.
 */
export async function revokeToken({ db }: { db: Database }, ctx: PublicContext, request: RevocationRequest) {
  const client = await identifyClient(db, ctx, request);
  const token_digest = digest(tokenOf(request));
  const owner = await findTokenOwner(db, token_digest);
  if (!owner) return {};
  if (owner.client_id !== client.client_id) throw invalidGrant('The token belongs to another client');
  await revokeConnection(db, byClient(ctx, client), owner.connection_id);
  return replyWith({ 'X-Hub-Token-Digest': token_digest }, {});
}
