/** The service token: a short-lived JWT with which a process of the hub calls another's `/internal/…` endpoints. */
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import type { ServiceName } from '../process/neighbours.ts';
import type { SigningKey, VerifyingKeys } from '../process/settings/signing-keys.ts';
import { cachedUntilMs, verifyToken } from './verify-token.ts';

export const serviceTokenHeader = 'x-hub-service';

const validSeconds = 60;

/** Signs a token with which `from` may call the internal endpoints of `to`. */
export function signServiceToken({ id, privateKey }: SigningKey, from: ServiceName, to: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: id })
    .setIssuer(from)
    .setAudience(`internal:${to}`)
    .setIssuedAt()
    .setExpirationTime(`${validSeconds}s`)
    .sign(privateKey);
}

/**
 * Verifies service tokens for `to`, and caches each until it expires: verifying costs as much as a small query. Returns the
 * name of the calling service. Throws unauthorized.
 */
export function serviceVerifier(keys: VerifyingKeys, to: string) {
  const known = new LRUCache<string, { from: ServiceName; expires: number }>({ max: 1_000 });
  return async (token = ''): Promise<ServiceName> => {
    const hit = known.get(token);
    if (hit && hit.expires > Date.now()) return hit.from;
    const { from, payload } = await verifyToken(keys, token, { audience: `internal:${to}` });
    known.set(token, { from, expires: cachedUntilMs(payload) });
    return from;
  };
}

/** The tokens with which `from` calls other services. Reuses each for half of its validity. */
export function serviceTokens(key: SigningKey, from: ServiceName): (to: string) => Promise<string> {
  const tokens = new Map<string, { token: Promise<string>; renewAt: number }>();
  return (to) => {
    const known = tokens.get(to);
    if (known && Date.now() < known.renewAt) return known.token;
    const token = signServiceToken(key, from, to);
    tokens.set(to, { token, renewAt: Date.now() + (validSeconds / 2) * 1000 });
    return token;
  };
}
