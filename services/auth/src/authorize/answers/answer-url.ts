import { issuerOf } from '../../oauth/server-metadata.ts';
import type { Destination } from '../../authorization-requests/authorization-request.ts';

/**
 * The URL that brings the browser back to the client: the redirect URI with its own query, then the answer, the unchanged
 * state, and the issuer (RFC 9207).
 */
export function answerUrl(
  { redirect_uri, state }: Destination,
  publicUrl: string,
  answer: Readonly<Record<string, string>>,
): string {
  const url = new URL(redirect_uri);
  const added = Object.entries({ ...answer, ...(state !== null && { state }), iss: issuerOf(publicUrl) });
  const parts = added.map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  url.search = [url.search.slice(1), ...parts].filter((part) => part !== '').join('&');
  return url.href;
}
