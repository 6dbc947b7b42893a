/** How an application gets and gives back an access token (docs/api/authentication.md#web-application-flow). */
import { HubError } from './hub-error.ts';
import { base64url, randomText } from './random.ts';
import { sendOptionsOf } from './send-options.ts';
import type { Schemas } from './schemas.ts';
import { send } from './send.ts';

/** The root of the authorisation server, such as `http://localhost:8080/oauth2/v1`, and the client's credentials. */
export type OAuthClient = { authUrl: string; clientId: string; clientSecret: string };

export type AuthorisationRequest = {
  authUrl: string;
  clientId: string;
  redirectUri: string;
  /** Such as `location[orders.write,catalog.read]` (docs/api/authentication.md#scopes). */
  scope: string;
  /** Other parameters: `country`, `account_name`, `location_name`, `name`. */
  more?: Record<string, string>;
};

/** Where to send the user. Keep `state` and `codeVerifier` in the user's session until they return. */
export type Authorisation = { url: string; state: string; codeVerifier: string };

/** The response to a code (docs/api/authentication.md#token-response). */
export type TokenResponse = Schemas['Token'];

/** An authorisation request with a random `state` and with PKCE. */
export async function authorisationUrl(request: AuthorisationRequest): Promise<Authorisation> {
  const [state, codeVerifier] = [randomText(), randomText()];
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  const query = new URLSearchParams({
    ...request.more,
    response_type: 'code',
    client_id: request.clientId,
    redirect_uri: request.redirectUri,
    scope: request.scope,
    state,
    code_challenge: base64url(new Uint8Array(digest)),
    code_challenge_method: 'S256',
  });
  return { url: `${request.authUrl}/authorize?${query}`, state, codeVerifier };
}

/**
 * The code in the URL to which the user returned. Throws HubError: with the code `access_denied` if the user refused,
 * `invalid_state` if the answer does not belong to the request, `invalid_issuer` if another server gave it.
 */
export function codeOf(returnedUrl: string, expected: { authUrl: string; state: string }): string {
  const query = new URL(returnedUrl).searchParams;
  const fail = (code: string, message: string): never => {
    throw new HubError(message, { status: 0, code });
  };
  if (query.get('state') !== expected.state) fail('invalid_state', 'The state is not that of the request');
  const issuer = query.get('iss');
  if (issuer !== null && issuer !== expected.authUrl) fail('invalid_issuer', `The answer is from ${issuer}`);
  const error = query.get('error');
  if (error !== null) fail(error, query.get('error_description') ?? error);
  return query.get('code') ?? fail('invalid_request', 'There is no code');
}

async function post(client: OAuthClient, path: string, fields: Record<string, string>): Promise<unknown> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`,
  };
  const body = String(new URLSearchParams(fields));
  const request = { method: 'POST', url: `${client.authUrl}/${path}`, headers, body };
  return (await send(request, sendOptionsOf({}, {}))).data;
}

/** Exchanges a code for an access token. Call it on a server: a web page must not know the secret. Throws HubError. */
export async function exchangeCode(
  client: OAuthClient,
  grant: { code: string; redirectUri: string; codeVerifier: string },
): Promise<TokenResponse> {
  const fields = { code: grant.code, redirect_uri: grant.redirectUri, code_verifier: grant.codeVerifier };
  const data = await post(client, 'token', { grant_type: 'authorization_code', ...fields });
  return data as TokenResponse;
}

/** Revokes an access token of the client. An unknown token is no error. Throws HubError. */
export async function revokeToken(client: OAuthClient, token: string): Promise<void> {
  await post(client, 'revoke', { token });
}
