/** How one of our processes proves to another that it is one of ours: a short JWT for `/internal/…` endpoints. */
import { SignJWT } from 'jose';
import { verifyWithAnyKey } from './caller-token.ts';

export const serviceTokenHeader = 'x-hub-service';

const lifeSeconds = 60;

/** A token by which `from` may call the internal endpoints of `to`. */
export function signServiceToken(keys: readonly string[], from: string, to: string): Promise<string> {
  return new SignJWT({})
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(from)
    .setAudience(`internal:${to}`)
    .setIssuedAt()
    .setExpirationTime(`${lifeSeconds}s`)
    .sign(new TextEncoder().encode(keys[0]));
}

/** Which of our processes is calling `to`. Throws unauthorized. */
export async function verifyServiceToken(
  keys: readonly string[],
  token: string | undefined,
  to: string,
): Promise<string> {
  const payload = await verifyWithAnyKey(keys, token ?? '', { audience: `internal:${to}` });
  return payload.iss ?? '';
}

/** The tokens by which `from` calls others: each is signed anew only every half life, and serves many calls. */
export function serviceTokens(keys: readonly string[], from: string): (to: string) => Promise<string> {
  const tokens = new Map<string, { token: Promise<string>; renewAt: number }>();
  return (to) => {
    const known = tokens.get(to);
    if (known && Date.now() < known.renewAt) return known.token;
    const token = signServiceToken(keys, from, to);
    tokens.set(to, { token, renewAt: Date.now() + (lifeSeconds / 2) * 1000 });
    return token;
  };
}
