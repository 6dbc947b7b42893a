import type { PublicContext } from '@order-hub/shared/endpoint';
import { transaction, type Database } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { byClient } from '../audit/audit.ts';
import { grantAndAnnounce } from '../connections/granting/announce-granted.ts';
import type { GrantDeps } from '../connections/granting/grant-connection.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { assertBelongs } from './authorization-code.ts';
import { takeCode } from './code.store.ts';
import { identifyClient } from './identify-client.ts';
import { asInvalidGrant, invalidGrant, invalidRequest, unsupportedGrantType } from './oauth-error.ts';
import type { TokenRequest } from './oauth.schema.ts';

type Deps = { db: Database; mailing: Mailing } & GrantDeps;

/**
 * Exchanges an authorisation code for the access token of the connection that it grants, in one transaction: an exchange
 * that fails does not use the code up (docs/api/authentication.md#authorisation-codes). Throws 401 for wrong credentials of
 * the client, and 400 for a code that is not this client's, has expired or was
 * used, and for a grant over a quota (docs/api/limits.md#quotas).
 */
export async function exchangeCode({ db, ...deps }: Deps, ctx: PublicContext, request: TokenRequest) {
  const client = await identifyClient(db, ctx, request);
  const { grant_type = 'authorization_code', code } = request;
  if (grant_type !== 'authorization_code') {
    throw unsupportedGrantType('The only grant_type is authorization_code');
  }
  if (code === undefined) throw invalidRequest('The parameter code is missing');
  return transaction(db, async (trx) => {
    const issued = await takeCode(trx, { code_digest: digest(code), client_id: client.client_id, now: ctx.now });
    if (!issued) throw invalidGrant('The code is unknown, has expired or was used');
    assertBelongs(issued, request, client);
    const { catalog_name, customer_list_name, redirect_uri: _uri, code_challenge: _challenge, ...grant } = issued;
    const tools = { ...deps, log: ctx.log };
    const { id, ...token } = await grantAndAnnounce(trx, tools, byClient(ctx, client), grant).catch(
      (error: unknown) => {
        throw asInvalidGrant(error);
      },
    );
    return { ...token, catalog_name, customer_list_name, user_id: issued.user_id, app_instance_id: id };
  });
}
