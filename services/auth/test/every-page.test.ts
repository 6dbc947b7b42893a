import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Who } from '@order-hub/pages/visit';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { endpoints } from '../src/app.ts';
import { pages } from '../src/page-list.ts';
import { sized } from '@order-hub/testing/extent';
import { openBrowser } from './browser.ts';
import { pagesOf, testEveryPage } from './every-page.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { toConvert } from './to-convert.ts';

describe('every page', () => {
  let auth: TestAuth;

  beforeAll(async () => (auth = await startTestAuth()));

  afterAll(() => auth.close());

  testEveryPage({
    hub: () => auth,
    pages: pagesOf(pages),
    expectations: { asksOthers: [], needsRequest: /^\/oauth2\/v1\/authorize\//, toConvert },
    isWhole: sized(false, true),
  });

  describe('a form that no browser sends', () => {
    const urlencoded = 'application/x-www-form-urlencoded';
    const send = async (body: string | Buffer, type = urlencoded) => {
      const path = '/back-office/log-in';
      const response = await fetch(auth.url() + path, {
        method: 'POST',
        headers: { 'content-type': type },
        body: Buffer.from(body),
      });
      return { status: response.status, type: response.headers.get('content-type'), html: await response.text() };
    };
    const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}=`).join('&');
    const size = (bytes: number) => `email=${'x'.repeat(bytes - 6)}`;

    test.each<[string, string | Buffer, number, string]>([
      ['64 KiB and a byte', size(65_537), 413, urlencoded],
      ['10,000 fields', many(10_000), 422, urlencoded],
      ['101 fields', many(101), 422, urlencoded],
      ['a repeated field', 'email=a&email=b', 400, urlencoded],
      ['bytes that are no UTF-8', Buffer.from([0x61, 0x3d, 0xff]), 400, urlencoded],
      ['escaped bytes that are no UTF-8', 'email=%FF', 400, urlencoded],
      ['the character U+0000', 'email=%00', 422, urlencoded],
      ['half of a surrogate pair', 'email=%ED%A0%80', 400, urlencoded],
      ['half of a surrogate pair in JSON', '{"email":"\\ud800"}', 422, 'application/json'],
      ['a nested field in JSON', '{"email":{"a":"b"}}', 422, 'application/json'],
      ['a list in JSON', '{"email":["a","b"]}', 422, 'application/json'],
      ['no object in JSON', '[]', 422, 'application/json'],
      ['another type', 'email=a', 415, 'text/plain'],
      ['files', 'email=a', 415, 'multipart/form-data; boundary=x'],
    ])('%#: %s: a page that says so', async (_, body, status, type) => {
      const answer = await send(body, type);
      expect([answer.status, answer.type]).toEqual([status, 'text/html; charset=utf-8']);
      expect(answer.html).toContain('This request is not valid');
    });

    test('64 KiB are read', async () => {
      expect((await send(size(65_536))).status).toBe(403);
    });

    test('a nested field is not the field', async () => {
      const browser = openBrowser(auth);
      const form = await browser.open('/back-office/log-in');
      const page = await browser.send(form, { 'email[a]': 'ada@example.com', password: 'correct horse battery' });
      expect(page.status).toBe(422);
    });
  });
});

/** Every endpoint of the service declares who may call it. */
describe('policies', () => {
  const declared: (Endpoint & { who?: Who })[] = endpoints;

  const routeOf = ({ method, path }: Endpoint) => `${method} ${path}`;

  /** Endpoints open to everyone that are no page: they authenticate in their own way, or show public data. */
  const openAndNoPage = [
    'POST /oauth2/v1/token',
    'POST /oauth2/v1/revoke',
    'GET /.well-known/oauth-authorization-server/oauth2/v1',
    'GET /back-office/assets/:id',
    'GET /back-office/assets/logos/:digest',
    'GET /favicon.ico',
    'GET /oauth2/v1/authorize',
  ];

  /** Pages that work before log-in. Before adding one, consider how many guesses it allows. */
  const openPages = [
    '/back-office/log-in',
    '/back-office/log-in/second-factor',
    '/back-office/sign-up',
    '/back-office/new-password',
    '/back-office/forgot-password',
    '/back-office/verify-email',
    '/back-office/join',
    '/back-office/join/sign-up',
  ];

  /** What a connection may call without a permission: its own location and account. */
  const withoutPermission = /^(GET|PATCH) \/(locations|accounts)\b/;

  /** Who may call an endpoint; undefined if no rule says so. */
  function ruleOf(endpoint: Endpoint & { who?: Who }): string | undefined {
    const { access, callers, needs, path, who } = endpoint;
    const route = routeOf(endpoint);
    if (typeof access === 'object' && 'principals' in access) {
      return path.startsWith('/management/') ? access.principals.join(' and ') : undefined;
    }
    if (access === 'internal') return callers.length > 0 ? `our own ${callers.join(', ')}` : undefined;
    if (access !== 'public') return needs !== undefined || withoutPermission.test(route) ? 'a connection' : undefined;
    if (who === undefined) return openAndNoPage.includes(route) ? 'everyone' : undefined;
    if (who === 'anyone') return openPages.includes(path) ? 'everyone' : undefined;
    return `page: ${who}`;
  }

  test.each(declared.map((endpoint) => [routeOf(endpoint), ruleOf(endpoint)]))('%s is for: %s', (_, rule) => {
    expect(rule).toBeDefined();
  });

  test('every route is declared once', () => {
    const routes = declared.map(routeOf);
    expect(routes.filter((route, index) => routes.indexOf(route) !== index)).toEqual([]);
  });
});
