/** The documentation: pages for people and for programs, the same for everybody. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import ts from 'typescript';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

async function get(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(hub.urlOf(path), { method, headers: { accept: 'text/html', ...headers } });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

const kinds = [
  '/docs',
  '/docs/orders',
  '/docs/quickstarts/till',
  '/docs/reference',
  '/docs/reference/orders',
  '/docs/schemas/Order',
];

describe.each(kinds)('%s', (path) => {
  test('is a page under the policies of all pages, that caches may keep and ask about', async () => {
    const { status, headers, text } = await get(path);
    expect(status).toBe(200);
    expect(text).toContain('<h1>');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; style-src 'self'; script-src 'self'");
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(headers.get('content-encoding')).toBe('gzip');
    expect(headers.get('set-cookie')).toBeNull();
    expect(headers.get('vary')).toMatch(/Accept\b(?!-).*Accept-Encoding/);
  });

  test('is answered 304 to who has it', async () => {
    const etag = (await get(path)).headers.get('etag') ?? '';
    expect((await get(path, { 'if-none-match': etag })).status).toBe(304);
    expect((await get(path, { 'if-none-match': '"another"' })).status).toBe(200);
  });

  test('is Markdown at its address with .md, and to who prefers it', async () => {
    const { headers, text } = await get(`${path}.md`);
    expect(headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(text).toMatch(/^# /);
    const preferred = await get(path, { accept: 'text/markdown, text/html;q=0.5, */*;q=0.1' });
    expect([preferred.headers.get('content-type'), preferred.text]).toEqual(['text/markdown; charset=utf-8', text]);
    const browser = await get(path, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
    expect(browser.headers.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

test('a page reaches clients that do not take gzip', async () => {
  const { headers, text } = await get('/docs/orders', { 'accept-encoding': 'identity' });
  expect([headers.get('content-encoding'), text.includes('</html>')]).toEqual([null, true]);
});

test('a HEAD request gets no body, and a slash at the end changes nothing', async () => {
  expect(await get('/docs/orders', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  expect((await get('/docs/orders/')).text).toBe((await get('/docs/orders')).text);
});

test.each([
  '/docs/none',
  '/docs/none.md',
  '/docs/schemas/none',
  '/docs/constructor',
  '/docs/__proto__',
  '/docs/orders.md.md',
  '/docs/a.b',
  '/docs/README',
  '/docs/quickstarts/till/x',
  '/docs/a%20b',
  `/docs/${'x'.repeat(300)}`,
])('%s is not found', async (path) => {
  expect((await get(path)).status).toBe(404);
});

test('a form is refused', async () => {
  expect((await get('/docs/orders', {}, 'POST')).status).toBe(404);
});

/** All texts that a page links to. */
const markdownOf = async (path: string) => (await get(`${path}.md`)).text;
const listedPages = async () =>
  [...(await get('/llms.txt')).text.matchAll(/\]\((https:\S+?)\)/g)].map(([, url = '']) => url);

test('llms.txt lists every page as Markdown, with absolute addresses of this hub', async () => {
  const { headers, text } = await get('/llms.txt');
  expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^# .+\n\n> .+\n/);
  const urls = await listedPages();
  expect(urls.length).toBeGreaterThan(100);
  for (const url of urls) {
    expect(url).toMatch(/^https:\/\/hub\.example\/docs\S*\.md$/);
    expect([url, (await get(new URL(url).pathname)).status]).toEqual([url, 200]);
  }
});

describe('the search', () => {
  const found = async (words: string) =>
    [...(await get(`/docs/search.md?q=${encodeURIComponent(words)}`)).text.matchAll(/\]\((\S+)\)/g)].map(
      ([, to]) => to,
    );

  test('finds sections of the guide, operations and schemas', async () => {
    expect(await found('unknown outcomes')).toContain('/docs/errors.md#unknown-outcomes');
    expect(await found('create an order')).toContain('/docs/reference/orders.md#create-an-order');
    expect(await found('OrderCreate')).toContain('/docs/schemas/OrderCreate.md');
    expect((await found('webhook signature')).length).toBeGreaterThan(0);
  });

  test('forgives a typing error, and finds words by their beginning', async () => {
    expect(await found('anonymisatoin')).toContain('/docs/customers.md#anonymisation');
    expect(await found('anonymis')).toContain('/docs/customers.md#anonymisation');
  });

  test('finds nothing for what nothing has, and asks for words when there are none', async () => {
    expect(await found('qqqqzzzz')).toEqual([]);
    expect((await get('/docs/search')).text).toContain('name="q"');
    expect((await get('/docs/search?q=+')).text).toContain('Finds words in');
  });

  test('shows what was searched for as text', async () => {
    const { status, text, headers } = await get(
      `/docs/search?q=${encodeURIComponent('<img src=x> [a](javascript:b) **c**')}`,
    );
    expect(status).toBe(200);
    expect(text).not.toMatch(/<img|href="javascript|<strong>/);
    expect(text).toContain('value="&lt;img');
    expect(headers.get('cache-control')).toBe('no-store');
  });

  test.each([`q=${'x'.repeat(101)}`, 'q=a&q=b', 'q=%00'])('refuses %s', async (query) => {
    const { status, text } = await get(`/docs/search?${query}`);
    expect([status, text.includes('parameter q')]).toEqual([400, true]);
  });
});

test('every example in TypeScript is TypeScript, and has the address of this hub', async () => {
  const paths = (await listedPages()).map((url) => new URL(url).pathname.replace(/\.md$/, ''));
  const texts = await Promise.all(paths.filter((path) => path.startsWith('/docs/reference/')).map(markdownOf));
  const examples = texts.flatMap((text) =>
    [...text.matchAll(/^```ts TypeScript\n([^]*?)^```$/gm)].map(([, code = '']) => code),
  );
  expect(examples.length).toBeGreaterThan(50);
  for (const code of examples) {
    const { diagnostics = [] } = ts.transpileModule(code, { reportDiagnostics: true });
    expect([code, diagnostics.map(({ messageText }) => messageText)]).toEqual([code, []]);
    expect(code).toContain("'https://hub.example/");
  }
});
