/** The hub as passkeys know it: by the host of PUBLIC_URL (WebAuthn, "relying party"). */
import { isIP } from 'node:net';

/** `id`: the domain that passkeys belong to. `origin`: of our own pages. */
export type RelyingParty = { id: string; name: string; origin: string };

/** Undefined where browsers offer no passkeys: without https, unless on this machine, and at an address that is no name. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isName = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0;
  const isSecure = protocol === 'https:' || hostname === 'localhost';
  return isName && isSecure ? { id: hostname, name: 'Order hub', origin } : undefined;
}
