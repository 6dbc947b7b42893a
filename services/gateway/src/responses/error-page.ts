/** The gateway's own errors as a page, such as the 503 while a service is unavailable. */
import type { ApiError } from '@order-hub/shared/errors';

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

const titles = new Map([
  [404, 'There is no such page'],
  [429, 'Too many requests'],
  [503, 'Not available at the moment'],
  [504, 'This may or may not have worked'],
]);

const style =
  'body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color-scheme:light dark}';

/** A link cannot send a form again, so after a POST there is none. */
const nextAction = (method: string | undefined, status: number) => {
  if (status === 404) return '<a href="/">Go to the start page</a>';
  if (status === 504) return 'Go back in your browser, and look whether it was done before you try again.';
  return method === 'GET' || method === 'HEAD' ? '<a href="">Try again</a>' : 'Go back in your browser and try again.';
};

/** In addition to the common headers: the page loads, runs and frames nothing, and is not cached. */
export const errorPageHeaders = [
  'Content-Security-Policy',
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cache-Control',
  'no-store',
];

/** The page for an error. `method` and `reference` are the request's method and id. */
export function errorPage({ status, message }: ApiError, method: string | undefined, reference: string): string {
  const title = titles.get(status) ?? 'This did not work';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<h1>${title}</h1>
<p>${escaped(message)}</p>
<p>${nextAction(method, status)}</p>
<p><small>Reference: ${escaped(reference)}</small></p>
</body>
</html>
`;
}
