import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import ts from 'typescript';
import { type Browser, openBrowser } from '../../auth/test/browser.ts';
import { type Neighbours, startNeighbours } from '../../auth/test/issued-codes.ts';
import { anOwnerOfLocation } from '../../auth/test/owner.ts';
import { apiRequestOf } from '../src/api/api-request.ts';
import { htmlAddress, withGuideLinks, withSiteLinks } from '../src/docs/doc-links.ts';
import { htmlOfMarkdown } from '../src/docs/markdown/html-of-markdown.ts';
import { sectionsOf } from '../src/docs/markdown/sections.ts';
import type { ApiDocument, Call } from '../src/docs/reference/api-document.ts';
import { curlExample } from '../src/docs/reference/examples/curl-example.ts';
import { exampleRequest } from '../src/docs/reference/examples/example-request.ts';
import { pythonExample } from '../src/docs/reference/examples/python-example.ts';
import { typescriptExample } from '../src/docs/reference/examples/typescript-example.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

/** The documentation: pages for people and for programs, the same for everybody. */
describe('the documentation', () => {
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
      expect(headers.get('content-security-policy')).toContain(
        "default-src 'none'; style-src 'self'; script-src 'self'",
      );
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

  test('a HEAD request gets no body', async () => {
    expect(await get('/docs/orders', {}, 'HEAD')).toMatchObject({ status: 200, text: '' });
  });

  test.each([
    '/docs/none',
    '/docs/orders/',
    '/DOCS/orders',
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
      const { status, text: page } = await get(new URL(url).pathname);
      expect([url, status, page.includes('<!--')]).toEqual([url, 200, false]);
    }
  });

  test('every page of the guide says in whole sentences what it is about', async () => {
    const entries =
      (await get('/docs.md')).text
        .split('## Guide')[1]
        ?.split('## Reference')[0]
        ?.match(/^- .+$/gm) ?? [];
    expect(entries.length).toBeGreaterThan(15);
    for (const entry of entries) expect(entry).toMatch(/\): .+\w/);
    for (const page of ['client', 'command-line']) {
      expect(entries.find((entry) => entry.includes(`/docs/${page}.md`))).toMatch(/\.$/);
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
});

/** The documentation with the reader's own token and ids (docs/api/back-office.md#examples-in-the-documentation). */
describe('the examples of a reader', () => {
  const lines: string[] = [];

  const log = openLog('back-office', 'debug', { write: (line: string) => void lines.push(line) });

  const clock = { aheadMs: 0 };

  const minuteMs = 60_000;

  const reference = '/docs/reference/catalogs';

  let hub: TestBackOffice;

  let neighbours: Neighbours;

  beforeAll(async () => {
    neighbours = await startNeighbours();
    const now = () => new Date(Date.now() + clock.aheadMs);
    hub = await startTestBackOffice({ log, now, env: neighbours.settings });
  });

  afterAll(async () => {
    await hub.close();
    await neighbours.close();
  });

  const cookieName = '__Host-examples';

  const tokenIn = (html: string) => /hub_[0-9a-f]{48}/.exec(html)?.[0] ?? '';

  /** Chooses a location for the examples, and returns the page that this leads to. */
  async function choose(browser: Browser, location_id: string, from = reference) {
    const form = await browser.open(`/back-office/examples?from=${encodeURIComponent(from)}`);
    return browser.send(form, { location_id, right: 'write' });
  }

  async function aReader() {
    const owner = await anOwnerOfLocation(hub);
    const catalog_id = neighbours.addCatalog(owner.account.id, 'Menu', owner.location.id);
    return { ...owner, catalog_id };
  }

  test('a reader who chose a location gets its ids, a token and what sends the examples', async () => {
    const { browser, location, catalog_id } = await aReader();
    const page = await choose(browser, location.id);
    expect([page.status, page.url]).toEqual([200, reference]);
    const token = tokenIn(page.html);
    expect(page.html).toContain(`-H &quot;X-Access-Token: ${token}&quot;`);
    expect(page.html).toContain(`/v1/catalogs/${catalog_id}`);
    expect(page.html).toContain('data-request=');
    expect(page.html).toMatch(/<script src="\/back-office\/assets\/examples-/);
    const caller = await hub.db.query('select scope from connections where catalog_id = $1', [catalog_id]);
    expect(caller.rows[0].scope).toContain('all_catalogs.write');
  });

  test('a page with a token is kept by nobody, and runs only the scripts of the hub', async () => {
    const { browser, location } = await aReader();
    const { headers } = await choose(browser, location.id);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('etag')).toBeNull();
    expect(headers.get('referrer-policy')).toBe('same-origin');
    const policy = headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'");
  });

  test('the token is in no cookie, address or line of the log', async () => {
    const { browser, location } = await aReader();
    const page = await choose(browser, location.id);
    const token = tokenIn(page.html);
    expect(token).not.toBe('');
    expect([page.url, ...browser.cookies.values(), ...lines].filter((text) => text.includes(token))).toEqual([]);
  });

  test('logged out, the page is the same for everybody, whatever its cookies', async () => {
    const { browser, location } = await aReader();
    await choose(browser, location.id);
    const cookie = browser.cookies.get(cookieName) ?? '';
    const anyone = await openBrowser(hub).open(reference);
    expect([tokenIn(anyone.html), anyone.headers.get('cache-control')]).toEqual(['', 'no-cache']);
    expect(anyone.html).not.toContain(location.id);
    const loggedOut = openBrowser(hub);
    loggedOut.cookies.set(cookieName, cookie);
    const page = await loggedOut.open(reference);
    expect([page.html, page.headers.get('etag')]).toEqual([anyone.html, anyone.headers.get('etag')]);
  });

  test("the cookie of another user, or of another session, shows nobody's values", async () => {
    const [reader, other] = [await aReader(), await aReader()];
    await choose(reader.browser, reader.location.id);
    other.browser.cookies.set(cookieName, reader.browser.cookies.get(cookieName) ?? '');
    expect(tokenIn((await other.browser.open(reference)).html)).toBe('');
    other.browser.cookies.set(cookieName, 'nonsense');
    expect(tokenIn((await other.browser.open(reference)).html)).toBe('');
  });

  test("another user's location is refused on the form", async () => {
    const [reader, other] = [await aReader(), await aReader()];
    const page = await choose(other.browser, reader.location.id);
    expect([page.status, page.html.includes('is not one of your locations')]).toEqual([422, true]);
  });

  test('the Markdown, and the conditional request for it, are the same for everybody', async () => {
    const { browser, location } = await aReader();
    await choose(browser, location.id);
    for (const path of [`${reference}.md`, '/llms.txt']) {
      const [own, anyone] = [await browser.open(path), await openBrowser(hub).open(path)];
      expect([own.html, own.headers.get('etag')]).toEqual([anyone.html, anyone.headers.get('etag')]);
    }
  });

  test('the quickstarts carry the token, but not that of the operator, which makes its own', async () => {
    const { browser, location } = await aReader();
    const page = await choose(browser, location.id, '/docs/quickstarts/website');
    expect(page.url).toBe('/docs/quickstarts/website');
    expect(page.html).toContain(`: &#39;${tokenIn(page.html)}&#39;`);
    const operators = await browser.open('/docs/quickstarts/operator');
    expect(operators.html).toContain('X-Access-Token: $ACCESS_TOKEN');
  });

  test.each([
    'https://elsewhere.example/docs',
    '//elsewhere.example/docs',
    '/docs/../back-office/log-out',
    '/back-office',
  ])('the form does not lead to %s', async (from) => {
    const { browser, location } = await aReader();
    expect((await choose(browser, location.id, from)).url).toBe('/docs/reference');
  });

  test('a connection that ended by the user or by itself leaves the page of everybody', async () => {
    const { browser, location } = await aReader();
    const { html } = await choose(browser, location.id);
    const [, disconnect = ''] = /href="(\/back-office\/connections\/[^"]+\/disconnect)"/.exec(html) ?? [];
    await browser.send(await browser.open(disconnect));
    expect(tokenIn((await browser.open(reference)).html)).toBe('');
    await choose(browser, location.id);
    clock.aheadMs += 61 * minuteMs;
    expect(tokenIn((await browser.open(reference)).html)).toBe('');
  });

  test('the form asks for the password when it was not just entered', async () => {
    const { browser } = await aReader();
    clock.aheadMs += 11 * minuteMs;
    expect((await browser.open('/back-office/examples')).url).toMatch(/^\/back-office\/confirm\?/);
  });
});

describe('HTML of Markdown', () => {
  const html = (markdown: string) => htmlOfMarkdown(markdown).html.trim();

  test('headings have the anchors that the search leads to', () => {
    const markdown =
      '# Orders\n\nFirst.\n\n## Create\n\na\n\n## `status` & more\n\nb\n\n## Create\n\n| a | b |\n| --- | --- |\n| [c](d.md) | e |\n';
    const anchors = htmlOfMarkdown(markdown).headings.map(({ id }) => id);
    expect(anchors).toEqual(['orders', 'create', 'status--more', 'create-1']);
    expect(sectionsOf(markdown)).toEqual([
      { id: '', heading: 'Orders', text: 'First.', prose: 'First.' },
      { id: 'create', heading: 'Create', text: 'a', prose: 'a' },
      { id: 'status--more', heading: 'status & more', text: 'b', prose: 'b' },
      { id: 'create-1', heading: 'Create', text: 'a b c e', prose: '' },
    ]);
  });

  test('tags are texts', () => {
    expect(html('Send <order_id> and <script>alert(1)</script>')).toBe(
      '<p>Send &lt;order_id&gt; and &lt;script&gt;alert(1)&lt;/script&gt;</p>',
    );
    expect(html('<b>\n\nx')).not.toContain('<b>');
    expect(html('```\n<b> & "c"\n```')).toContain('&lt;b&gt; &amp; &quot;c&quot;');
  });

  test('code with a title is folded, except a command line', () => {
    expect(html('```ts TypeScript\na\n```')).toBe(
      '<details class="example"><summary>TypeScript</summary><pre tabindex="0"><code>a</code></pre>\n</details>',
    );
    expect(html('```sh curl\na\n```')).toContain('<details class="example" open>');
    expect(html('```sh\na\n```')).toBe('<pre tabindex="0"><code>a</code></pre>');
  });

  test('each table has a label of its own, and each cell its head', () => {
    const table = '| `a` | b |\n| --- | --- |\n| 1 | 2 |';
    const text = html(`# T\n\n## Fields\n\n${table}\n\n${table}`);
    expect([...text.matchAll(/aria-label="([^"]+)"/g)].map(([, label]) => label)).toEqual([
      'Fields',
      'Fields, table 2',
    ]);
    expect(text).toContain('<td data-head="a">1</td>');
  });

  test('links lead to pages, not to their Markdown', () => {
    expect(html('[a](/docs/orders.md#create)')).toBe('<p><a href="/docs/orders#create">a</a></p>');
  });
});

describe('links of the documentation', () => {
  test.each([
    ['docs/api/orders.md', '[a](deliveries.md#create)', '[a](/docs/deliveries.md#create)'],
    ['docs/api/orders.md', '[a](#create)', '[a](#create)'],
    ['docs/api/orders.md', '[a](README.md)', '[a](/docs.md)'],
    ['docs/api/orders.md', '[a](../glossary.md)', '[a](/docs/glossary.md)'],
    ['docs/api/orders.md', '[a](../openapi.json)', '[a](/v1/openapi.json)'],
    ['docs/api/orders.md', '[a](https://www.rfc-editor.org/)', '[a](https://www.rfc-editor.org/)'],
    [
      'docs/quickstarts/till.md',
      '[a](../api/events.md#states), [b](website.md)',
      '[a](/docs/events.md#states), [b](/docs/quickstarts/website.md)',
    ],
    ['docs/api/orders.md', 'the [records](../decisions) say', 'the records say'],
    ['docs/glossary.md', '[a](api/README.md)', '[a](/docs.md)'],
  ])('a link in %s: %s', (file, markdown, expected) => expect(withSiteLinks(file, markdown)).toBe(expected));

  test('code is left alone', () => {
    const code = '```js\ncalls[0](events.md)\n```';
    expect(withSiteLinks('docs/api/orders.md', `${code}\n\n[a](events.md)`)).toBe(`${code}\n\n[a](/docs/events.md)`);
  });

  test('citations of the guide become links', () => {
    expect(withGuideLinks('A map ([deal lines](api/orders.md#deal-lines)).')).toBe(
      'A map ([deal lines](/docs/orders.md#deal-lines)).',
    );
    expect(withGuideLinks('Begin with the [guide](api/README.md).')).toBe('Begin with the [guide](/docs.md).');
  });

  test.each([
    ['/docs/orders.md#create', '/docs/orders#create'],
    ['/docs/schemas/Order.md', '/docs/schemas/Order'],
    ['/docs.md', '/docs'],
    ['/v1/openapi.json', '/v1/openapi.json'],
    ['https://example.com/docs/a.md', 'https://example.com/docs/a.md'],
  ])('the page of %s', (address, expected) => expect(htmlAddress(address)).toBe(expected));
});

describe('examples of the reference', () => {
  const document: ApiDocument = {
    info: { title: 'API' },
    servers: [{ url: '/v1' }],
    tags: [],
    security: [{ access_token: [] }],
    paths: {},
    components: {
      schemas: {},
      responses: {},
      parameters: {},
      securitySchemes: { access_token: { type: 'apiKey' }, client: { type: 'http', scheme: 'basic' } },
    },
  };

  const operation = { operationId: 'createNote', summary: 'Create a note', responses: {} };

  const request = (call: Partial<Call>) =>
    exampleRequest(document, { method: 'POST', path: '/notes', operation, ...call }, 'https://hub.example');

  const withBody = (type: string, value: unknown) => ({
    operation: { ...operation, requestBody: { content: { [type]: { examples: { first: { value } } } } } },
  });

  const awkward = { text: `it's "so" \\ true`, yes: true, no: false, none: null, list: ['null', 1.5] };

  test('the shell passes a body on as it is', () => {
    const command = curlExample(request(withBody('application/json', awkward)));
    const printed = execFileSync('bash', ['-c', `curl() { printf '%s\\n' "\${@: -1}"; }\n${command}`], {
      encoding: 'utf8',
    });
    expect(JSON.parse(printed)).toEqual(awkward);
  });

  test('Python has its own words for true, false and null, but not in texts', () => {
    const example = pythonExample(request(withBody('application/json', { ...awkward, text: 'true or null' })));
    for (const part of ['"yes": True', '"no": False', '"none": None', '"null"', '"true or null"']) {
      expect(example).toContain(part);
    }
  });

  test('ids are for the reader to fill in, and the short path needs none', () => {
    expect(request({ path: '/catalogs/{catalog_id}' }).url).toBe('https://hub.example/v1/catalogs/CATALOG_ID');
    expect(request({ path: '/locations/{location_id}/notes', shortPath: '/location/notes' }).url).toBe(
      'https://hub.example/v1/location/notes',
    );
  });

  test('a GET has neither method nor body', () => {
    const get = request({ method: 'GET' });
    expect(curlExample(get)).toBe(`curl 'https://hub.example/v1/notes' \\\n  -H "X-Access-Token: $ACCESS_TOKEN"`);
    expect(typescriptExample(get)).not.toMatch(/method|body/);
    expect(pythonExample(get)).toContain('requests.get(');
  });

  test('a client sends its secret and a form, a picture is a file, and anyone needs no token', () => {
    const form = withBody('application/x-www-form-urlencoded', { code: 'CODE' });
    const token = request({
      operation: { ...form.operation, security: [{ client: [] }], servers: [{ url: 'https://hub.example/oauth2/v1' }] },
    });
    expect(token.url).toBe('https://hub.example/oauth2/v1/notes');
    expect(curlExample(token)).toContain(`-u "$CLIENT_ID:$CLIENT_SECRET" \\\n  --data-urlencode 'code=CODE'`);
    expect(pythonExample(token)).toContain('data={');
    expect(typescriptExample(token)).toContain('new URLSearchParams(');
    const picture = request(withBody('image/jpeg', null));
    expect(curlExample(picture)).toContain("--data-binary '@photo.jpeg'");
    expect(pythonExample(picture)).toContain('"Content-Type": "image/jpeg"');
    expect(curlExample(request({ operation: { ...operation, security: [] } }))).not.toContain('Token');
  });
});

describe('a request to the API', () => {
  test('ids fill the path, a body is JSON, and everything else becomes the query', () => {
    const args = { location_id: 'l1', order_id: 'a/b', if_status: 'new', body: { status: 'accepted' } };
    expect(apiRequestOf('PATCH /locations/{location_id?}/orders/{order_id}', args)).toEqual({
      method: 'PATCH',
      path: '/locations/l1/orders/a%2Fb?if_status=new',
      body: '{"status":"accepted"}',
    });
  });

  test('a list is a GET, without what is undefined', () => {
    expect(apiRequestOf('LIST /locations/{location_id?}/orders', { location_id: 'l1', cursor: undefined })).toEqual({
      method: 'GET',
      path: '/locations/l1/orders',
      body: undefined,
    });
  });
});
