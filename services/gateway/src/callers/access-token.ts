/** The access token of a request (docs/api/authentication.md#access-tokens). */
import type { IncomingHttpHeaders } from 'node:http';
import { unauthorized } from '@order-hub/shared/errors';

const bearer = /^Bearer +([^\s,]+) *$/i;

/** Throws unauthorized for a request without a token, and for one with two that differ. */
export function accessTokenOf({ 'x-access-token': own, authorization }: IncomingHttpHeaders): string {
  const standard = authorization === undefined ? undefined : bearer.exec(authorization)?.[1];
  if (typeof own !== 'string' || own === '') {
    if (standard !== undefined) return standard;
    throw unauthorized('Send the access token of the connection in the header X-Access-Token', 'access_token_missing');
  }
  if (standard === undefined || standard === own) return own;
  throw unauthorized(
    'The headers X-Access-Token and Authorization have different access tokens; send one of them',
    'access_tokens_differ',
  );
}
