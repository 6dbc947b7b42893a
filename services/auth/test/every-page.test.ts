/** Whatever a visitor sends to any page, the answer is a page or a redirect, and never a fault of ours. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Endpoint } from '@order-hub/shared/endpoint';
import { newId } from '@order-hub/shared/ids';
import fc from 'fast-check';
import type { Who } from '../src/pages/page.ts';
import { pages } from '../src/page-list.ts';
import { logInAs, openBrowser, type Browser } from './browser.ts';
import { aTenant, aUser, type Tenant } from './builders.ts';
import { startTestAuth, type TestAuth } from './service.ts';

type Page = Endpoint & { who: Who };
const declared = (pages as (Endpoint & { who?: Who })[]).filter((page): page is Page => page.who !== undefined);
const posts = declared.filter(({ method }) => method === 'POST');

let auth: TestAuth;
let tenant: Tenant;
let connection_id: string;

async function aVisitor(statement = 'select $1::text') {
  const person = { email: `${newId()}@example.com`, password: 'correct horse battery' };
  const { body } = await auth.operator('POST /operator/users', aUser(person));
  await auth.db.query(statement, [body.id]);
  return logInAs(auth, person);
}

const operator = 'update users set operator_since = now() where id = $1';
const unconfirmed = "update sessions set confirmed_at = now() - interval '1 hour' where user_id = $1";

beforeAll(async () => {
  auth = await startTestAuth();
  tenant = await aTenant(auth);
  const grant = { client_id: tenant.client_id, location_id: tenant.location.id, scope: 'location[orders.read]' };
  connection_id = (await auth.operator('POST /operator/connections', grant)).body.id;
});
afterAll(() => auth.close());

/** The browser of a visitor of each kind. */
const visitors: Record<string, () => Promise<Browser>> = {
  nobody: async () => openBrowser(auth),
  'who has odd cookies': async () => {
    const browser = openBrowser(auth);
    for (const name of ['session', 'browser', 'notice']) browser.cookies.set(`__Host-${name}`, '%00%FF"<b>');
    return browser;
  },
  'a stranger': () => aVisitor(),
  'an operator': () => aVisitor(operator),
  'the owner': () => logInAs(auth, { email: tenant.user.email, password: 'correct horse battery' }),
  'the owner, some time ago': async () => {
    const browser = await logInAs(auth, { email: tenant.user.email, password: 'correct horse battery' });
    await auth.db.query(unconfirmed, [tenant.user.id]);
    return browser;
  },
};

/** The path with the ids of the tenant, or with others. */
function pathOf({ path }: Page, idOf: (name: string) => string) {
  return path.replace(/:(\w+)/g, (_match, name: string) => idOf(name));
}

const ownIds = (name: string) =>
  ({
    account_id: tenant.account.id,
    location_id: tenant.location.id,
    client_id: tenant.client_id,
    connection_id,
  })[name] ?? newId();

/** Escapes that are not UTF-8 are refused before any page is looked for. */
const oddIds = fc.constantFrom('none', '%00', '..', 'x'.repeat(65), "'--", '%2e%2e', newId());

/** Texts of forms, those that PostgreSQL, dates, numbers and lists do not take among them. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', ' ', '0', '-1', '1e999', 'NaN', '2026-02-30', '\u0000', '\ud800', '<b>', "'", 'x'.repeat(2_000)),
  fc.constantFrom('EUR', 'FR', 'Europe/Paris', 'a@example.com', 'https://shop.example/', 'correct horse battery', 'on'),
);
const fieldNames = ['name', 'email', 'password', 'continue', '__proto__', 'constructor', 'a[b]', 'client_id', 'scope'];
const query = fc.dictionary(
  fc.constantFrom('continue', 'after', 'q', 'state', 'client_id', 'scope', 'redirect_uri'),
  text,
  {
    maxKeys: 3,
  },
);

/** The fields that the form of a page has, beside some that it has not. */
const fieldsIn = (html: string) => [...html.matchAll(/ name="([^"]{1,80})"/g)].map(([, name = '']) => name);

const percent = (value: string) => encodeURIComponent(value.toWellFormed());
const encoded = (fields: Record<string, string>) =>
  Object.entries(fields)
    .map(([name, value]) => `${percent(name)}=${value === '\ud800' ? '%ED%A0%80' : percent(value)}`)
    .join('&');

const anonymous = ['nobody', 'who has odd cookies'];

/** What is odd about a request: its query may be refused with 400, and its ids may make another path, which is not found. */
type Oddity = 'none' | 'query' | 'query and ids';

/**
 * The answers that a page may give to a visitor. Someone who has not logged in is sent to the log-in, whatever the page
 * would show. Only the owner gets 503, from a page that asks another service: none is there.
 */
function allowedStatuses(kind: string, method: string, { who }: Page, odd: Oddity): number[] {
  const byOddity = { none: [], query: [400], 'query and ids': [400, 404] };
  if (method === 'GET' && who !== 'anyone' && anonymous.includes(kind)) return [303, ...byOddity[odd]];
  const fromOthers = kind.startsWith('the owner') ? [503] : [];
  return [...(method === 'GET' ? [200] : [403, 422]), 303, 400, 404, ...fromOthers];
}

async function expectNoFault(browser: Browser, route: string, allowed: number[], body?: string) {
  const [method = '', path = ''] = route.split(' ');
  const response = await fetch(auth.url() + path, {
    method,
    redirect: 'manual',
    headers: {
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-forwarded-for': `10.2.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
      ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(body !== undefined && { body }),
  });
  const type = response.headers.get('content-type') ?? '';
  // A live page has no end.
  const isStream = type.startsWith('text/event-stream');
  const html = isStream ? '' : await response.text();
  if (isStream) await response.body?.cancel();
  const isAllowed = allowed.includes(response.status);
  expect(isAllowed ? 'allowed' : [route, body, response.status, html]).toBe('allowed');
  if (response.status !== 303 && !isStream) expect(type).toContain('text/html');
  return { status: response.status, html };
}

describe.each(Object.entries(visitors))('%s', (kind, visit) => {
  test('finds a page, or the way to one, wherever they go', async () => {
    const browser = await visit();
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...declared), query, oddIds, fc.boolean(), async (page, given, odd, isOwn) => {
        const path = pathOf(page, isOwn ? ownIds : () => odd);
        const { html } = await expectNoFault(
          browser,
          `GET ${path}?${encoded(given)}`,
          allowedStatuses(kind, 'GET', page, isOwn ? 'query' : 'query and ids'),
        );
        expect(html).not.toMatch(/<b>|\bat \S+ \(/);
      }),
      { numRuns: 60 },
    );
  }, 60_000);

  test('breaks nothing with any form', async () => {
    for (const page of posts) {
      let browser = await visit();
      const path = pathOf(page, ownIds);
      await fc.assert(
        fc.asyncProperty(fc.array(text, { minLength: 12, maxLength: 12 }), fc.boolean(), async (texts, isOurs) => {
          const shown = await expectNoFault(browser, `GET ${path}`, allowedStatuses(kind, 'GET', page, 'none'));
          const token = / name="form_token" value="([^"]+)"/.exec(shown.html)?.[1] ?? '';
          if (token === '' && kind !== 'nobody') browser = await visit();
          const wanted = [...fieldsIn(shown.html), ...fieldNames].slice(0, 12);
          const filled = Object.fromEntries(wanted.map((name, index) => [name, texts[index] ?? '']));
          const form = encoded({ ...filled, form_token: isOurs ? token : 'none' });
          await expectNoFault(browser, `POST ${path}`, allowedStatuses(kind, 'POST', page, 'none'), form);
        }),
        { numRuns: 8 },
      );
    }
  }, 120_000);
});

describe('a form that nobody fills in', () => {
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
    const page = await browser.send(form, { 'email[a]': tenant.user.email, password: 'correct horse battery' });
    expect(page.status).toBe(422);
  });
});

test('no page repeats a host that somebody claims, and none believes it', async () => {
  for (const page of declared.filter(({ method }) => method === 'GET')) {
    const browser = openBrowser(auth, {
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'gopher',
      forwarded: 'host=evil.example',
      'x-original-url': '/evil.example',
    });
    const { html, headers } = await browser.request('GET', pathOf(page, ownIds));
    expect(html + JSON.stringify(headers.getSetCookie()) + headers.get('location')).not.toMatch(/evil\.example|gopher/);
  }
});
