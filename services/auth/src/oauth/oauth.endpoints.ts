import type { Database } from '@order-hub/shared/database';
import { emptyView, endpoint } from '@order-hub/shared/endpoint';
import type { GrantDeps } from '../connections/granting/grant-connection.ts';
import type { Mailing } from '../mails/queue-mail.ts';
import { exchangeCode } from './exchange-code.ts';
import { asOAuthError } from './oauth-error.ts';
import { metadataView, revocationRequest, tokenRequest, tokenView } from './oauth.schema.ts';
import { revokeToken } from './revoke-token.ts';
import { serverMetadata } from './server-metadata.ts';

/** `oauthDb`: connections to the database that no other request uses, so that these never wait for pages. */
type Deps = { oauthDb: Database; publicUrl: string; mailing: Mailing } & GrantDeps;

const bodyBytesMax = 65_536;

/** What the servers of clients call (docs/api/authentication.md#token-request and #revocation). */
export const oauthEndpoints = [
  endpoint('POST /oauth2/v1/token', {
    summary: 'Exchange an authorisation code for an access token',
    name: 'createToken',
    tag: 'Authorisation',
    description: 'The client identifies itself by HTTP Basic authentication: its client id and client secret.',
    guide: 'docs/api/authentication.md#token-request',
    examples: { code: { grant_type: 'authorization_code', code: '<code>', redirect_uri: 'https://shop.example/back' } },
    access: 'public',
    body: tokenRequest,
    bodyBytesMax,
    reply: tokenView,
    refuse: asOAuthError,
    handle: ({ body }, ctx, deps: Deps) => exchangeCode({ ...deps, db: deps.oauthDb }, ctx, body),
  }),
  endpoint('POST /oauth2/v1/revoke', {
    summary: 'Revoke an access token',
    access: 'public',
    body: revocationRequest,
    bodyBytesMax,
    reply: emptyView,
    refuse: asOAuthError,
    handle: ({ body }, ctx, { oauthDb }: Deps) => revokeToken({ db: oauthDb }, ctx, body),
  }),
  endpoint('GET /.well-known/oauth-authorization-server/oauth2/v1', {
    summary: 'What the authorisation server can do, and where',
    access: 'public',
    reply: metadataView,
    handle: (_given, _ctx, { publicUrl }: Deps) => serverMetadata(publicUrl),
  }),
];
