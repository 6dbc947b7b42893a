/** What browsers get: a page or a redirect. */
import { fullReply, type FullReply } from '@order-hub/shared/full-reply';
import type { VNode } from 'preact';
import type { PageLanguage } from '../languages/page-language.ts';
import { documentText } from '../languages/document-text.ts';
import { isSecure, setCookie } from './cookies.ts';
import type { Visit } from './visit.ts';

/**
 * No form-action: browsers apply it to the redirects that follow a form, and the approval of a connection leads to the
 * application. Only our own pages get the referrer; without one, browsers would send a form with `Origin: null`.
 */
const policies = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; frame-ancestors 'none'",
  'X-Frame-Options': 'DENY',
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
};

const transport = (publicUrl: string) =>
  isSecure(publicUrl) ? { 'Strict-Transport-Security': 'max-age=31536000' } : undefined;

/** The headers of a page that is the same for everybody: caches may keep it, and ask whether it has changed. */
export const publicPageHeaders = (publicUrl: string): Record<string, string> => ({
  ...policies,
  ...transport(publicUrl),
  'Cache-Control': 'no-cache',
});

/** A page. It removes the notice that it shows, and names a browser that is new. */
export function pageReply(visit: Visit, content: VNode, status = 200): FullReply {
  const { publicUrl, notice, isNew, browser, language } = visit;
  const cookies = [
    ...(notice === null ? [] : [setCookie(publicUrl, 'notice', '')]),
    ...(isNew ? [setCookie(publicUrl, 'browser', browser)] : []),
  ];
  const headers = {
    ...policies,
    ...transport(publicUrl),
    'Content-Type': 'text/html; charset=utf-8',
    ...(cookies.length > 0 && { 'Set-Cookie': cookies }),
  };
  return fullReply({ status, headers, body: documentText(language, content) });
}

/** A page that knows nothing about its visitor. `headers`: such as `Retry-After`. */
export const anonymousReply = (
  content: VNode,
  { status, headers, language }: { status: number; headers: Record<string, string>; language: PageLanguage },
): FullReply =>
  fullReply({
    status,
    headers: { ...headers, ...policies, 'Content-Type': 'text/html; charset=utf-8' },
    body: documentText(language, content),
  });

type Going = { notice?: string; session?: string; examples?: string };

/**
 * Sends the browser to another page, with GET. `notice` is said there, once. `session`: the secret of a session that was
 * opened; empty for one that was closed. `examples`: the cookie of the connection that the documentation's examples use.
 */
export function goTo({ publicUrl }: Visit, path: string, { notice, session, examples }: Going = {}): FullReply {
  const cookies = [
    ...(notice === undefined ? [] : [setCookie(publicUrl, 'notice', notice)]),
    ...(session === undefined ? [] : [setCookie(publicUrl, 'session', session)]),
    ...(examples === undefined ? [] : [setCookie(publicUrl, 'examples', examples)]),
  ];
  const headers = { ...policies, ...transport(publicUrl), Location: path, 'Set-Cookie': cookies };
  return fullReply({ status: 303, headers, body: '' });
}
