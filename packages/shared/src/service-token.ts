/** The service token: a short-lived JWT by which a process of the hub calls another's `/internal/…` endpoints. */
import { SignJWT } from 'jose';
import { verifyWithAnyKey } from './caller-token.ts';

export const serviceTokenHeader = 'x-hub-service';

const validSeconds = 60;

/** A token by which `from` may call the internal endpoints of `to`. */
export function signServiceToken(keys: readonly string[], from: string, to: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(from)
    .setAudience(`internal:${to}`)
    .setIssuedAt()
    .setExpirationTime(`${validSeconds}s`)
    .sign(new TextEncoder().encode(keys[0]));
}

/** The name of the service that calls `to`. Throws unauthorized. */
export async function verifyServiceToken(
  keys: readonly string[],
  token: string | undefined,
  to: string,
): Promise<string> {
  const payload = await verifyWithAnyKey(keys, token ?? '', { audience: `internal:${to}` });
  return payload.iss ?? '';
}

/** The tokens by which `from` calls other services. Each is reused for half of its validity. */
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
