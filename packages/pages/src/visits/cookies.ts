/** The cookies of the pages. With https their names have the prefix that binds them to this host. */
import { parseCookie, stringifySetCookie } from 'cookie';

/**
 * `session`: the id of a session. `browser`: names this browser before anybody has logged in, and afterwards as one that
 * is known. `notice`: what the next page says about what was just done.
 */
export type CookieName = 'session' | 'browser' | 'notice';

const maxAge: Record<CookieName, number> = { session: 30 * 86_400, browser: 400 * 86_400, notice: 30 };

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

/** What a request has of our cookies. */
export function readCookies(publicUrl: string, header: string | undefined) {
  const cookies = parseCookie(header ?? '');
  const valueOf = (name: CookieName) => cookies[nameOf(publicUrl, name)];
  return { session: valueOf('session'), browser: valueOf('browser'), notice: valueOf('notice') };
}
