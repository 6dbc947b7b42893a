/**
 * The user token: a JWT (EdDSA) that auth signs with its own key for the session of a browser. The back office passes it on, so that every
 * service knows on whose behalf it asks. Valid briefly, like the other tokens between services.
 */
import { SignJWT } from 'jose';
import type { SigningKey, VerifyingKeys } from '../process/settings/signing-keys.ts';
import type { Principal } from './principal.ts';
import { verifyToken } from './verify-token.ts';

export const userTokenHeader = 'x-hub-user';

/** How long a user token is valid. */
export const userTokenSeconds = 60;

const owned = { role: 'owner' } as const;

const expected = { issuer: 'auth', audience: 'user' } as const;

/** Signs a user token with auth's key. */
export const signUserToken = ({ id, privateKey }: SigningKey, principal: Principal): Promise<string> =>
  new SignJWT({ principal })
    .setProtectedHeader({ alg: 'EdDSA', kid: id })
    .setIssuer(expected.issuer)
    .setAudience(expected.audience)
    .setIssuedAt()
    .setExpirationTime(`${userTokenSeconds}s`)
    .sign(privateKey);

/** The principal of a user token. Throws unauthorized. */
export async function verifyUserToken(keys: VerifyingKeys, token = ''): Promise<Principal> {
  const { payload } = await verifyToken(keys, token, expected);
  const principal = payload['principal'] as Principal;
  // The release before knew owners alone, and signed no role.
  return principal.place ? { ...principal, place: { ...owned, ...principal.place } } : principal;
}
