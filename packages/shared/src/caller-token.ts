/**
 * The caller token: a JWT (HS256) by which the gateway passes the caller to a service. Valid for a minute; signed with the
 * first key of HUB_INTERNAL_KEYS, verified with any. Signing and verifying take about 0.1 ms each, so the gateway reuses a
 * token per connection and location, and a service caches the tokens it has verified.
 */
import { LRUCache } from 'lru-cache';
import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from './caller.ts';
import { unauthorized } from './errors.ts';
import { parseScope } from './scopes.ts';

export const callerTokenHeader = 'x-hub-caller';

/** How long a caller token is valid; the gateway reuses it for half of that. */
export const callerTokenSeconds = 60;

const audience = 'order-hub';
const keyBytes = (key: string) => new TextEncoder().encode(key);

/** Signs a caller, whose `scope` is in its text form. */
export function signCallerToken(keys: readonly string[], caller: Omit<Caller, 'scope'> & { scope: string }, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ caller })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('gateway')
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + callerTokenSeconds)
    .sign(keyBytes(keys[0] ?? ''));
}

/** Verifies a JWT with any key of the ring. Throws unauthorized. */
export async function verifyWithAnyKey(
  keys: readonly string[],
  token: string,
  expected: { issuer?: string; audience: string },
) {
  for (const key of keys) {
    try {
      return (await jwtVerify(token, keyBytes(key), { algorithms: ['HS256'], ...expected })).payload;
    } catch {
      // Another key of the ring may have signed it.
    }
  }
  throw unauthorized('This service is reached through the gateway only');
}

/** Verifies caller tokens, and caches each until it expires. Throws unauthorized. */
export function callerVerifier(keys: readonly string[]) {
  const known = new LRUCache<string, { caller: Caller; expires: number }>({ max: 10_000 });
  return async (token: string | undefined): Promise<Caller> => {
    if (!token) throw unauthorized('This service is reached through the gateway only');
    const hit = known.get(token);
    if (hit && hit.expires > Date.now()) return hit.caller;
    const payload = await verifyWithAnyKey(keys, token, { issuer: 'gateway', audience });
    const signed = payload['caller'] as Omit<Caller, 'scope'> & { scope: string };
    const caller = { ...signed, scope: parseScope(signed.scope) };
    known.set(token, { caller, expires: (payload.exp ?? 0) * 1000 });
    return caller;
  };
}
