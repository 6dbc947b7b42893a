/** The documentation with the reader's own token and ids (docs/api/back-office.md#examples-in-the-documentation). */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { openBrowser, type Browser } from '../../auth/test/browser.ts';
import { startNeighbours, type Neighbours } from '../../auth/test/issued-codes.ts';
import { anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

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
