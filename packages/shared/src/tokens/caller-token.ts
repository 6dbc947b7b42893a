/**
 * The caller token: a JWT (EdDSA) with which the gateway passes the caller to a service. Valid for a minute, and signed with
 * the gateway's own key. Signing and verifying take about 0.1 ms each, so the gateway reuses a token per connection and
 * location, and services cache verified tokens.
 */
import { LRUCache } from 'lru-cache';
import { SignJWT } from 'jose';
import type { SigningKey, VerifyingKeys } from '../process/settings/signing-keys.ts';
import { unauthorized } from '../values/errors.ts';
import type { Caller } from './caller.ts';
import { parseScope } from './scopes.ts';
import { cachedUntilMs, verifyToken } from './verify-token.ts';

export const callerTokenHeader = 'x-hub-caller';

/** The validity of a caller token. The gateway reuses it for half of that. */
export const callerTokenSeconds = 60;

const audienceOf = (service: string) => `caller:${service}`;

/** The content of a caller token: a caller, with its scope as text, for the service `to`. */
type Signed = { caller: Omit<Caller, 'scope'> & { scope: string }; to: string };

/** Signs a caller token that only the service `to` accepts. */
export function signCallerToken({ id, privateKey }: SigningKey, { caller, to }: Signed, now: Date) {
  const issuedAt = Math.floor(now.getTime() / 1000);
  return new SignJWT({ caller })
    .setProtectedHeader({ alg: 'EdDSA', kid: id })
    .setIssuer('gateway')
    .setAudience(audienceOf(to))
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + callerTokenSeconds)
    .sign(privateKey);
}

/** Verifies caller tokens for `service`, and caches each until it expires. Throws unauthorized. */
export function callerVerifier(keys: VerifyingKeys, service: string) {
  const expected = { issuer: 'gateway' as const, audience: audienceOf(service) };
  const known = new LRUCache<string, { caller: Caller; expires: number }>({ max: 10_000 });
  return async (token: string | undefined): Promise<Caller> => {
    if (!token) throw unauthorized('This service is reached through the gateway only');
    const hit = known.get(token);
    if (hit && hit.expires > Date.now()) return hit.caller;
    const { payload } = await verifyToken(keys, token, expected);
    const signed = payload['caller'] as Omit<Caller, 'scope'> & { scope: string };
    const caller = { ...signed, scope: parseScope(signed.scope) };
    known.set(token, { caller, expires: cachedUntilMs(payload) });
    return caller;
  };
}
