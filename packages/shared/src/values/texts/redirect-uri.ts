/** Where a client may have its users sent back to (docs/api/authentication.md#redirect-uris). */

/** The redirect URI of installed applications: the code is shown instead (docs/api/authentication.md#installed-applications). */
export const outOfBand = 'urn:ietf:wg:oauth:2.0:oob';

export const redirectUriCharsMax = 2_048;

/** What a URI consists of: no blanks and no control characters, which a URL parser would drop. */
const printable = /^[\x21-\x7e]+$/;

export function isRedirectUri(text: string): boolean {
  if (text === outOfBand) return true;
  if (!printable.test(text) || !URL.canParse(text) || text.includes('#')) return false;
  const { protocol, username, password } = new URL(text);
  return ['http:', 'https:'].includes(protocol) && username === '' && password === '';
}
