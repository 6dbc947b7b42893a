/** Bytes from Web Crypto as text. `crypto.randomUUID` would need https, which a kiosk in a shop may not have. */

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');

/** A random UUID, of version 4. */
export function randomUuid(): string {
  const hex = hexOf(crypto.getRandomValues(new Uint8Array(16)));
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5');
}

/** Bytes in base64url without padding. */
export function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=/g, '');
}

/** 256 random bits: 43 characters of base64url. */
export const randomText = (): string => base64url(crypto.getRandomValues(new Uint8Array(32)));
