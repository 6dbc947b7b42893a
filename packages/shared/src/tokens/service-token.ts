/** The service token: a short-lived JWT with which a process of the hub calls another's `/internal/…` endpoints. */
import { SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { cachedUntilMs, verifyWithAnyKey } from './caller-token.ts';

export const serviceTokenHeader = 'x-hub-service';

const validSeconds = 60;

/** Signs a token with which `from` may call the internal endpoints of `to`. */
export function signServiceToken(keys: readonly string[], from: string, to: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(from)
    .setAudience(`internal:${to}`)
    .setIssuedAt()
    .setExpirationTime(`${validSeconds}s`)
    .sign(new TextEncoder().encode(keys[0]));
}

/**
 * Verifies service tokens for `to`, and caches each until it expires: verifying costs as much as a small query. Returns the
 * name of the calling service. Throws unauthorized.
 */
export function serviceVerifier(keys: readonly string[], to: string) {
  const known = new LRUCache<string, { from: string; expires: number }>({ max: 1_000 });
  return async (token = ''): Promise<string> => {
    const hit = known.get(token);
    if (hit && hit.expires > Date.now()) return hit.from;
    const payload = await verifyWithAnyKey(keys, token, { audience: `internal:${to}` });
    const { iss: from = '' } = payload;
    known.set(token, { from, expires: cachedUntilMs(payload) });
    return from;
  };
}

/** The tokens with which `from` calls other services. Reuses each for half of its validity. */
export function serviceTokens(keys: readonly string[], from: string): (to: string) => Promise<string> {
  const tokens = new Map<string, { token: Promise<string>; renewAt: number }>();
  return (to) => {
    const known = tokens.get(to);
    if (known && Date.now() < known.renewAt) return known.token;
    const token = signServiceToken(keys, from, to);
    tokens.set(to, { token, renewAt: Date.now() + (validSeconds / 2) * 1000 });
    return token;
  };
}
