/** The gateway's own errors as a page, such as the 503 while a service is unavailable. */
import { errorText } from '@order-hub/pages/error-text';
import { languageOfRefused, type PageLanguage } from '@order-hub/pages/page-language';
import type { ApiError } from '@order-hub/shared/errors';
import type { IncomingHttpHeaders } from 'node:http';
import { texts, type MessageKey } from './texts.ts';

/** The q of a media type in an Accept header, from 0 to 1; 0 if the header does not name it. */
function weightOf(accept: string, type: string): number {
  for (const range of accept.split(',')) {
    const [name = '', ...params] = range.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) continue;
    const q = params.find((param) => param.startsWith('q='));
    return q === undefined ? 1 : Number(q.slice(2)) || 0;
  }
  return 0;
}

/** Whether a client asks for HTML by name, and does not prefer JSON. A program that takes anything names neither. */
export function prefersHtml(accept: string | undefined): boolean {
  if (!accept?.toLowerCase().includes('text/html')) return false;
  const html = weightOf(accept, 'text/html');
  return html > 0 && html >= weightOf(accept, 'application/json');
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escaped = (text: string) => text.replace(/[&<>"']/g, (char) => escapes[char] ?? '');

const titles = new Map<number, MessageKey>([
  [404, 'title_404'],
  [429, 'title_429'],
  [503, 'title_503'],
  [504, 'title_504'],
]);

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}';

/** A link cannot send a form again, so after a POST there is none. */
function nextAction(language: PageLanguage, method: string | undefined, status: number): string {
  const t = texts(language);
  if (status === 404) return `<a href="/">${t('to_start')}</a>`;
  if (status === 504) return t('look_first');
  return method === 'GET' || method === 'HEAD' ? `<a href="">${t('try_again')}</a>` : t('go_back');
}

/** In addition to the common headers: the page loads, runs and frames nothing, and is not cached. */
export const errorPageHeaders = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control',
  'no-store',
];

/** The request that a page answers. */
type Refused = { method?: string | undefined; headers: IncomingHttpHeaders };

/** The page for an error, in the best language that the browser accepts. `reference`: the id of the request. */
export function errorPage(error: ApiError, { method, headers }: Refused, reference: string): string {
  const language = languageOfRefused(headers);
  const t = texts(language);
  const title = t(titles.get(error.status) ?? 'title_other');
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escaped(errorText(language, error))}.</p>
<p>${nextAction(language, method, error.status)}</p>
<p><small>${escaped(t('reference', { reference }))}</small></p>
</body>
</html>
`;
}
