/** The cookies of the pages. With https their names have the prefix that binds them to this host. */
import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * `session`: the secret of a session. `browser`: identifies this browser, before log-in too, and later as one its user has
 * used before. `notice`: the message that the next page shows. `examples`: for which connection the documentation shows its
 * examples; it names the connection, and does not hold its token.
 */
export type CookieName = 'session' | 'browser' | 'notice' | 'examples';

const maxAge: Record<CookieName, number> = { session: 30 * 86_400, browser: 400 * 86_400, notice: 30, examples: 3_600 };

export const isSecure = (publicUrl: string) => publicUrl.startsWith('https:');

const nameOf = (publicUrl: string, name: CookieName) => (isSecure(publicUrl) ? `__Host-${name}` : `hub-${name}`);

/** The header Set-Cookie that sets a cookie, or removes it with an empty value. */
export const setCookie = (publicUrl: string, name: CookieName, value: string) =>
  stringifySetCookie({
    name: nameOf(publicUrl, name),
    value,
    httpOnly: true,
    secure: isSecure(publicUrl),
    sameSite: 'lax',
    path: '/',
    maxAge: value === '' ? 0 : maxAge[name],
  });

/** Our cookies in a request. */
export function readCookies(publicUrl: string, header: string | undefined) {
  const cookies = parseCookie(header ?? '');
  const valueOf = (name: CookieName) => cookies[nameOf(publicUrl, name)];
  const [session, browser, notice] = [valueOf('session'), valueOf('browser'), valueOf('notice')];
  return { session, browser, notice, examples: valueOf('examples') };
}
