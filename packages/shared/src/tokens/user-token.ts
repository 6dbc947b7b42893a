/**
 * The user token: a JWT (HS256) that auth signs for the session of a browser. The back office passes it on, so that every
 * service knows on whose behalf it asks. Valid for a minute, like the other tokens between services.
 */
import { SignJWT } from 'jose';
import { verifyWithAnyKey } from './caller-token.ts';
import type { Principal } from './principal.ts';

export const userTokenHeader = 'x-hub-user';

const validSeconds = 60;
const expected = { issuer: 'auth', audience: 'user' };

/** Signs a user token with the first key. */
export const signUserToken = (keys: readonly string[], principal: Principal): Promise<string> =>
  new SignJWT({ principal })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(expected.issuer)
    .setAudience(expected.audience)
    .setIssuedAt()
    .setExpirationTime(`${validSeconds}s`)
    .sign(new TextEncoder().encode(keys[0]));

/** The principal of a user token. Throws unauthorized. */
export async function verifyUserToken(keys: readonly string[], token = ''): Promise<Principal> {
  const payload = await verifyWithAnyKey(keys, token, expected);
  return payload['principal'] as Principal;
}
