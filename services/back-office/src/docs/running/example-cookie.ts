/** The cookie that says for which connection a session shows its examples. It is worth nothing in another session. */
import { createHmac, timingSafeEqual } from 'node:crypto';

const macOf = (key: string, sessionSecret: string, connection_id: string) =>
  createHmac('sha256', `examples:${key}`).update(`${sessionSecret} ${connection_id}`).digest('base64url');

/** The cookie of a connection in a session. The first key signs. */
export const exampleCookie = ([key = '']: readonly string[], sessionSecret: string, connection_id: string) =>
  `${connection_id}.${macOf(key, sessionSecret, connection_id)}`;

/** The id of the connection in a cookie; undefined for a cookie of another session. Any key verifies. */
export function connectionInCookie(keys: readonly string[], sessionSecret: string, cookie: string): string | undefined {
  const [connection_id = '', mac = ''] = cookie.split('.');
  const given = Buffer.from(mac);
  const isOurs = keys.some((key) => {
    const expected = Buffer.from(macOf(key, sessionSecret, connection_id));
    return expected.length === given.length && timingSafeEqual(expected, given);
  });
  return isOurs ? connection_id : undefined;
}
