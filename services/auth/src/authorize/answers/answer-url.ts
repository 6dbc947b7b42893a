/** The answer to an authorisation request, as the client gets it. */
import { issuerOf } from '../oauth/server-metadata.ts';
import type { Destination } from './authorization-request.ts';

/**
 * Where the browser goes with an answer: the redirect URI with its own query, and after it the answer, the state unchanged,
 * and who answers (RFC 9207).
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
