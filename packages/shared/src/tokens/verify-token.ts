/** What the verification of all tokens between services has in common (docs/decisions/0013-tokens-between-services.md). */
import { decodeProtectedHeader, jwtVerify, type JWTPayload } from 'jose';
import type { ServiceName } from '../process/neighbours.ts';
import type { VerifyingKeys } from '../process/settings/signing-keys.ts';
import { unauthorized } from '../values/errors.ts';

/** How much the clocks of two machines may differ. */
const clockToleranceSeconds = 60;

/** A token is refused two minutes after it was signed (this age plus the tolerance), whatever it says. */
const ageSecondsMax = 60;

const refused = () => unauthorized('This service is reached through the gateway only');

/** The key that the token names, and the service that alone signs with it. */
function keyOf(keys: VerifyingKeys, token: string) {
  try {
    return keys.get(decodeProtectedHeader(token).kid ?? '');
  } catch {
    return undefined;
  }
}

/**
 * Verifies a JWT with the key that it names. Its issuer must be the service of that key, and be `issuer` if there is one. It
 * must have been signed recently, and have an expiry. Returns the issuer and the claims. Throws unauthorized.
 */
export async function verifyToken(
  keys: VerifyingKeys,
  token: string,
  { issuer, audience }: { issuer?: ServiceName; audience: string },
): Promise<{ from: ServiceName; payload: JWTPayload }> {
  const key = keyOf(keys, token);
  if (!key || (issuer && key.service !== issuer)) throw refused();
  try {
    const { payload } = await jwtVerify(token, key.publicKey, {
      algorithms: ['EdDSA'],
      requiredClaims: ['iat', 'exp'],
      maxTokenAge: ageSecondsMax,
      clockTolerance: clockToleranceSeconds,
      issuer: key.service,
      audience,
    });
    return { from: key.service, payload };
  } catch {
    throw refused();
  }
}

/** When a verified token must leave a cache. */
export const cachedUntilMs = ({ iat = 0, exp = 0 }: { iat?: number; exp?: number }) =>
  Math.min(exp, iat + ageSecondsMax) * 1000;
