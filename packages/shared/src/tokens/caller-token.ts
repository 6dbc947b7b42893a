/**
 * The caller token: a JWT (HS256) with which the gateway passes the caller to a service. Valid for a minute; signed with the
 * first key of HUB_INTERNAL_KEYS, verified with any. Signing and verifying take about 0.1 ms each, so the gateway reuses a
 * token per connection and location, and services cache verified tokens.
 */
import { LRUCache } from 'lru-cache';
import { jwtVerify, SignJWT } from 'jose';
import type { Caller } from './caller.ts';
import { unauthorized } from '../values/errors.ts';
import { parseScope } from './scopes.ts';

export const callerTokenHeader = 'x-hub-caller';

/** The validity of a caller token. The gateway reuses it for half of that. */
export const callerTokenSeconds = 60;

/** How much the clocks of two machines may differ. */
const clockToleranceSeconds = 60;

/** A token is refused two minutes after it was signed (this age plus the tolerance), whatever it says. */
const ageSecondsMax = 60;

const audienceOf = (service: string) => `caller:${service}`;
const keyBytes = (key: string) => new TextEncoder().encode(key);

/** The content of a caller token: a caller, with its scope as text, for the service `to`. */
type Signed = { caller: Omit<Caller, 'scope'> & { scope: string }; to: string };

/** Signs a caller token that only the service `to` accepts. */
export function signCallerToken(keys: readonly string[], { caller, to }: Signed, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ caller })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer('gateway')
    .setAudience(audienceOf(to))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + callerTokenSeconds)
    .sign(keyBytes(keys[0] ?? ''));
}

/** Verifies a JWT with any key of the ring. It must have been signed recently, and have an expiry. Throws unauthorized. */
export async function verifyWithAnyKey(
  keys: readonly string[],
  token: string,
  expected: { issuer?: string; audience: string },
) {
  const options = {
    algorithms: ['HS256'],
    requiredClaims: ['iat', 'exp'],
    maxTokenAge: ageSecondsMax,
    clockTolerance: clockToleranceSeconds,
    ...expected,
  };
  for (const key of keys) {
    try {
      return (await jwtVerify(token, keyBytes(key), options)).payload;
    } catch {
      // Another key of the ring may have signed it.
    }
  }
  throw unauthorized('This service is reached through the gateway only');
}

/** When a verified token must leave a cache. */
export const cachedUntilMs = ({ iat = 0, exp = 0 }: { iat?: number; exp?: number }) =>
  Math.min(exp, iat + ageSecondsMax) * 1000;

/** Verifies caller tokens for `service`, and caches each until it expires. Throws unauthorized. */
export function callerVerifier(keys: readonly string[], service: string) {
  const expected = { issuer: 'gateway', audience: audienceOf(service) };
  const known = new LRUCache<string, { caller: Caller; expires: number }>({ max: 10_000 });
  return async (token: string | undefined): Promise<Caller> => {
    if (!token) throw unauthorized('This service is reached through the gateway only');
    const hit = known.get(token);
    if (hit && hit.expires > Date.now()) return hit.caller;
    const payload = await verifyWithAnyKey(keys, token, expected);
    const signed = payload['caller'] as Omit<Caller, 'scope'> & { scope: string };
    const caller = { ...signed, scope: parseScope(signed.scope) };
    known.set(token, { caller, expires: cachedUntilMs(payload) });
    return caller;
  };
}
