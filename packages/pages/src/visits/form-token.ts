/** Proves that a form comes from a page of ours (docs/decisions/0026-pages.md). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Visit, Who } from './visit.ts';

/**
 * The secret that a form's token is made from. The form of a public page belongs to the browser: it still works when the
 * user logs in from another tab.
 */
export const formSecret = (who: Who, { browser, sessionSecret }: Pick<Visit, 'browser' | 'sessionSecret'>) =>
  who === 'anyone' ? browser : (sessionSecret ?? '');

const tokenWith = (key: string, secret: string) =>
  createHmac('sha256', `form:${key}`).update(secret).digest('base64url');

/** The token in the forms of a browser. `secret` is that of its cookie, which no other site can read or guess. */
export const formToken = ([key = '']: readonly string[], secret: string) => tokenWith(key, secret);

export const isFormToken = (keys: readonly string[], secret: string, given: string) =>
  keys.some((key) => {
    const [expected, presented] = [Buffer.from(tokenWith(key, secret)), Buffer.from(given)];
    return expected.length === presented.length && timingSafeEqual(expected, presented);
  });
