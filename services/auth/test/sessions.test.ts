import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal } from '@order-hub/testing/call';
import { testFormKeys } from '@order-hub/testing/keys';
import { browserName } from '../src/sessions/browsers/browser-name.ts';
import { type Browser, hiddenFields, logInAs, openBrowser, type Page, sessionsPath } from './browser.ts';
import { aTenant, back } from './builders.ts';
import { aStaffedLocation } from './members.ts';
import { aKnownUser } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** Logging in, signing up, logging out (docs/api/back-office.md). */
describe('sessions', () => {
  const signUp = (fields: object = {}) => ({
    first_name: 'Ada',
    last_name: '',
    email: `${newId()}@example.com`,
    password: 'correct horse battery',
    account_name: 'Chez Ada',
    location_name: 'Rue du Bac',
    country: 'FR',
    ...fields,
  });

  describe('logging in', () => {
    test('the right password leads to the back office and opens a session', async () => {
      const browser = openBrowser(auth);
      const page = await browser.send(await browser.open('/back-office/log-in'), await aKnownUser(auth));
      expect(page.url).toBe('/back-office');
      expect(await browser.open(sessionsPath)).toMatchObject({ status: 200, url: sessionsPath });
    });

    test('a wrong password and an unknown address get the same answer', async () => {
      const { email } = await aKnownUser(auth);
      const browser = openBrowser(auth);
      const form = await browser.open('/back-office/log-in');
      const wrong = await browser.send(form, { email, password: 'wrong' });
      const unknown = await browser.send(form, { email: 'nobody@example.com', password: 'wrong' });
      expect([wrong.status, unknown.status]).toEqual([422, 422]);
      expect(wrong.html).toContain('Email address or password is wrong');
      expect(wrong.html.replaceAll(email, '')).toBe(unknown.html.replaceAll('nobody@example.com', ''));
      expect(wrong.html).not.toContain('value="wrong"');
    });

    test('after the log-in a visitor returns to the page they asked for', async () => {
      const browser = openBrowser(auth);
      const form = await browser.open('/back-office/log-out?a=b');
      expect(form.url).toBe('/back-office/log-in?continue=%2Fback-office%2Flog-out%3Fa%3Db');
      expect(await browser.send(form, await aKnownUser(auth))).toMatchObject({ url: '/back-office/log-out?a=b' });
    });

    test.each(['https://evil.example/', '//evil.example/', '/\\evil.example', 'javascript:alert(1)', '/v1/orders'])(
      'a log-in does not redirect to %s',
      async (path) => {
        const user = await aKnownUser(auth);
        const browser = openBrowser(auth);
        const form = await browser.open(`/back-office/log-in?continue=${encodeURIComponent(path)}`);
        expect((await browser.send(form, user)).url).toBe('/back-office');
      },
    );

    test('each log-in opens a new session and ends the previous one of the browser', async () => {
      const user = await aKnownUser(auth);
      const browser = await logInAs(auth, user);
      const before = browser.cookies.get('__Host-session');
      expect(before).toMatch(/^[0-9a-f]{48}$/);
      await browser.send(await browser.open('/back-office/log-in'), user);
      const after = browser.cookies.get('__Host-session');
      expect(after).not.toBe(before);
      const old = openBrowser(auth, { cookie: `__Host-session=${before}` });
      expect((await old.open(sessionsPath)).url).toContain('/back-office/log-in');
    });

    test('logging out ends the session, also for a copy of its cookie', async () => {
      const browser = await logInAs(auth, await aKnownUser(auth));
      const kept = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const home = await browser.open(sessionsPath);
      await browser.send(home, {}, '/back-office/log-out');
      expect((await browser.open('/back-office/log-in')).html).toContain('You are logged out.');
      expect((await browser.open('/back-office/log-in')).html).not.toContain('You are logged out.');
      const thief = openBrowser(auth, { cookie: kept });
      expect((await thief.open(sessionsPath)).url).toContain('/back-office/log-in');
    });
  });

  describe('signing up', () => {
    test('creates a user with an account and a location, in the currency and timezone of the country', async () => {
      const browser = openBrowser(auth);
      const fields = signUp({ country: 'JP' });
      const page = await browser.send(await browser.open('/back-office/sign-up'), fields);
      expect(page.url).toBe('/back-office');
      const { rows } = await auth.db.query(
        `select a.name as account_name, a.currency, l.name, l.country, l.timezone from users u join accounts a on a.user_id = u.id
       join locations l on l.account_id = a.id where u.email = $1`,
        [fields.email],
      );
      expect(rows).toEqual([
        { account_name: 'Chez Ada', currency: 'JPY', name: 'Rue du Bac', country: 'JP', timezone: 'Asia/Tokyo' },
      ]);
    });

    test('an email address of another user is refused, and nothing is created', async () => {
      const { email } = await aKnownUser(auth);
      const browser = openBrowser(auth);
      const account_name = newId();
      const page = await browser.send(await browser.open('/back-office/sign-up'), signUp({ email, account_name }));
      expect(page.status).toBe(422);
      expect(page.html).toContain('Email is used by another user');
      expect((await auth.db.query('select from accounts where name = $1', [account_name])).rowCount).toBe(0);
    });

    test('errors are shown beside their fields, and the entered values stay, except the password', async () => {
      const browser = openBrowser(auth);
      const fields = signUp({ email: 'no address', password: 'short', country: 'XX' });
      const page = await browser.send(await browser.open('/back-office/sign-up'), fields);
      expect(page.status).toBe(422);
      for (const text of ['Email must be an email address', 'Password must have at least 8 characters', 'value="Ada"'])
        expect(page.html).toContain(text);
      expect(page.html).not.toContain('short"');
    });

    test('all faults are told at once, those of the business beside those of the person', async () => {
      const browser = openBrowser(auth);
      const nothing = { email: '', password: 'short', account_name: ' ', country: '' };
      const page = await browser.send(await browser.open('/back-office/sign-up'), signUp(nothing));
      expect(page.status).toBe(422);
      const fields = [...page.html.matchAll(/<p class="fault" id="fault-(\w+)"/g)].map(([, name]) => name);
      expect(fields).toEqual(['email', 'password', 'account_name', 'country']);
    });

    test('developers need no business: they get no account, and start where they register applications', async () => {
      const browser = openBrowser(auth);
      const nothing = { account_name: '', location_name: '', country: '' };
      const fields = signUp({ purpose: 'development', ...nothing });
      const form = await browser.open('/back-office/sign-up');
      expect(form.html).toContain('I develop applications');
      const page = await browser.send(form, fields);
      expect(page.url).toBe('/back-office/clients');
      const { rows } = await auth.db.query(
        `select u.timezone, a.id as account_id from users u left join accounts a on a.user_id = u.id where u.email = $1`,
        [fields.email],
      );
      expect(rows).toEqual([{ timezone: 'UTC', account_id: null }]);
      expect((await browser.open(sessionsPath)).url).toBe(sessionsPath);
    });

    test('what a developer leaves in the fields of a business counts for nothing but the timezone', async () => {
      const browser = openBrowser(auth);
      const fields = signUp({ purpose: 'development', country: 'JP' });
      const wanted = '/back-office/sign-up?continue=/back-office/profile/sessions';
      const page = await browser.send(await browser.open(wanted), fields);
      expect(page.url).toBe(sessionsPath);
      const { rows } = await auth.db.query(
        `select u.timezone, a.id as account_id from users u left join accounts a on a.user_id = u.id where u.email = $1`,
        [fields.email],
      );
      expect(rows).toEqual([{ timezone: 'Asia/Tokyo', account_id: null }]);
    });

    test("a developer's faults are those of a person; an unknown purpose is one", async () => {
      const browser = openBrowser(auth);
      const developer = signUp({ purpose: 'development', email: 'no address', account_name: '', country: '' });
      const page = await browser.send(await browser.open('/back-office/sign-up'), developer);
      expect([...page.html.matchAll(/<p class="fault" id="fault-(\w+)"/g)].map(([, name]) => name)).toEqual(['email']);
      expect(page.html).toMatch(/value="development" checked|checked value="development"/);
      const other = await browser.send(await browser.open('/back-office/sign-up'), signUp({ purpose: 'theft' }));
      expect(other.status).toBe(422);
      expect(other.html).toContain('must be one of these');
    });

    test('values that the client passes on are prefilled', async () => {
      const browser = openBrowser(auth);
      const wanted = '/oauth2/v1/authorize?country=it&account_name=Da+Bruno&location_name=%3Cb%3E';
      const page = await browser.open(`/back-office/sign-up?continue=${encodeURIComponent(wanted)}`);
      expect(page.html).toContain('value="Da Bruno"');
      expect(page.html).toContain('value="&lt;b>"');
      expect(page.html).toMatch(/<option value="IT" selected>|<option selected value="IT">/);
    });
  });

  describe('forms', () => {
    test.each([
      ['without its token', {}, { form_token: '' }],
      ['with the token of another browser', {}, { form_token: 'x'.repeat(43) }],
      ['from another site', { 'sec-fetch-site': 'cross-site' }, {}],
      ['from another site, in an old browser', { origin: 'https://evil.example' }, {}],
    ])('a form %s is refused', async (_, headers, fields) => {
      const user = await aKnownUser(auth);
      const browser = openBrowser(auth, headers);
      const page = await browser.send(await browser.open('/back-office/log-in'), { ...user, ...fields });
      expect(page.status).toBe(403);
      expect([...browser.cookies.keys()]).not.toContain('__Host-session');
    });

    test('a form of an earlier session is refused', async () => {
      const user = await aKnownUser(auth);
      const browser = await logInAs(auth, user);
      const form = await browser.open('/back-office/log-out');
      await browser.send(await browser.open('/back-office/log-in'), user);
      expect((await browser.send(form)).status).toBe(403);
    });
  });

  describe('a session', () => {
    const hour = 3_600_000;
    const cookieOf = (page: Page, name: string) =>
      page.headers.getSetCookie().find((line) => line.startsWith(`${name}=`)) ?? '';

    let clocked: TestAuth;
    let now = new Date();
    const later = (ms: number) => (now = new Date(now.getTime() + ms));
    beforeAll(async () => (clocked = await startTestAuth({ now: () => now })));
    afterAll(() => clocked.close());

    test('id that an attacker planted is replaced at log-in and gives no access', async () => {
      const user = await aKnownUser(auth);
      const planted = 'a'.repeat(48);
      const browser = openBrowser(auth);
      const form = await browser.open('/back-office/log-in');
      browser.cookies.set('__Host-session', planted);
      await browser.send(form, user);
      expect(browser.cookies.get('__Host-session')).toMatch(/^(?!a{48})[0-9a-f]{48}$/);
      const thief = openBrowser(auth, { cookie: `__Host-session=${planted}` });
      expect((await thief.open(sessionsPath)).url).toContain('/back-office/log-in');
    });

    test('is stored as a digest', async () => {
      const browser = await logInAs(auth, await aKnownUser(auth));
      const secret = browser.cookies.get('__Host-session') ?? '';
      expect(secret).toMatch(/^[0-9a-f]{48}$/);
      const { rows } = await auth.db.query('select row_to_json(s)::text as row from sessions s');
      expect(rows.filter(({ row }) => row.includes(digest(secret)))).toHaveLength(1);
      expect(rows.filter(({ row }) => row.includes(secret))).toEqual([]);
    });

    test('ends after three days without use', async () => {
      const browser = await logInAs(clocked, await aKnownUser(clocked));
      for (let round = 0; round < 3; round += 1) {
        later(71 * hour);
        expect((await browser.open(sessionsPath)).url).toBe(sessionsPath);
      }
      later(73 * hour);
      expect((await browser.open(sessionsPath)).url).toContain('/back-office/log-in');
    });

    test('ends after thirty days, even when in use', async () => {
      const browser = await logInAs(clocked, await aKnownUser(clocked));
      for (let day = 2; day < 30; day += 2) {
        later(48 * hour);
        expect((await browser.open(sessionsPath)).url).toBe(sessionsPath);
      }
      later(49 * hour);
      expect((await browser.open(sessionsPath)).url).toContain('/back-office/log-in');
    });

    test.each([
      ['https://hub.example/', '__Host-session', '; HttpOnly; Secure; SameSite=Lax'],
      ['http://hub.example/', 'hub-session', '; HttpOnly; SameSite=Lax'],
    ])('of %s is in the cookie %s', async (PUBLIC_URL, name, flags) => {
      const own = await startTestAuth({ database: auth.database, env: { PUBLIC_URL } });
      const { email, password } = await aKnownUser(own);
      const browser = openBrowser(own);
      const form = await browser.open('/back-office/log-in');
      const body = new URLSearchParams({ ...hiddenFields(form), email, password });
      const page = await browser.request('POST', '/back-office/log-in', body);
      expect(cookieOf(page, name)).toMatch(new RegExp(`^${name}=[0-9a-f]{48}; Max-Age=2592000; Path=/${flags}$`));
      expect(page.headers.has('strict-transport-security')).toBe(PUBLIC_URL.startsWith('https'));
      await own.close();
    });

    test('survives a change of the form keys, and its forms do until the old key is removed', async () => {
      const [former] = testFormKeys;
      const next = 'the-next-key-of-the-tests-0123456789abcdef';
      const user = await aKnownUser(auth);
      const browser = await logInAs(auth, user);
      const form = await browser.open('/back-office/log-out');
      const keys = async (HUB_FORM_KEYS: string) => startTestAuth({ database: auth.database, env: { HUB_FORM_KEYS } });

      const without = await keys(next);
      const there = openBrowser(without);
      for (const [name, value] of browser.cookies) there.cookies.set(name, value);
      expect((await there.open(sessionsPath)).url).toBe(sessionsPath);
      expect((await there.send(form)).status).toBe(403);
      await without.close();

      const both = await keys(`${next},${former}`);
      const here = openBrowser(both);
      for (const [name, value] of browser.cookies) here.cookies.set(name, value);
      expect(hiddenFields(await here.open('/back-office/log-out'))).not.toEqual(hiddenFields(form));
      await here.send(form);
      expect((await here.open('/back-office/log-in')).html).toContain('You are logged out.');
      await both.close();
    });
  });

  describe('pages', () => {
    test('carry the security headers', async () => {
      const { headers } = await openBrowser(auth).open('/back-office/log-in');
      for (const [name, text] of [
        ['cache-control', 'no-store'],
        ['content-security-policy', "default-src 'none'"],
        ['x-frame-options', 'DENY'],
        ['referrer-policy', 'same-origin'],
        ['x-content-type-options', 'nosniff'],
        ['strict-transport-security', 'max-age='],
      ] as const)
        expect(headers.get(name)).toContain(text);
      expect(headers.getSetCookie()[0]).toMatch(
        /^__Host-browser=[0-9a-f]{48}; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      );
    });
  });
});

/** What the users of sessions are at locations: live pages end by it (docs/api/back-office.md#order-board). */
describe('the roles of sessions', () => {
  const digestOf = ({ cookies }: Browser) => digest(cookies.get('__Host-session') ?? cookies.get('hub-session') ?? '');

  const rolesOf = async (
    visits: { id_digest: string; location_id: string }[],
    from: 'back-office' | 'orders' = 'back-office',
  ) => auth.call('POST /internal/sessions/roles', { internal: 'auth', from, body: { visits } });

  test('are told in the order of the questions; null for others, for locations elsewhere, and after the session', async () => {
    const { owner, location, elsewhere, manager, kitchen, otherManager, stranger } = await aStaffedLocation(auth);
    const at = (location_id: string) => (browser: Browser) => ({ id_digest: digestOf(browser), location_id });
    const people = [owner, manager, kitchen, otherManager, stranger].map(({ browser }) => browser);
    const asked = [...people.map(at(location.id)), ...people.map(at(elsewhere.id)), at('nowhere')(owner.browser)];
    const before = await rolesOf([...asked, { id_digest: 'unknown', location_id: location.id }]);
    expect(before.body.roles).toEqual([
      ...['owner', 'manager', 'kitchen', null, null],
      ...['owner', null, null, 'manager', null],
      ...[null, null],
    ]);
    await manager.browser.send(await manager.browser.open('/back-office/profile/password'), {}, '/back-office/log-out');
    await auth.operator(`POST /management/members/${kitchen.member_id}/remove`, {});
    expect((await rolesOf(people.map(at(location.id)))).body.roles).toEqual(['owner', null, null, null, null]);
  });

  test('only the back office may ask', async () => {
    expect((await rolesOf([], 'orders')).status).toBe(401);
  });
});

/** What a session that was left open must not do: it asks for the password again (docs/api/back-office.md#sessions). */
describe('a session that was left open', () => {
  const moved = { name: 'Till', redirect_uris: [back, 'https://elsewhere.example/'] };

  test.each([
    ['other redirect URIs: 403', false, moved, 403],
    ['other redirect URIs, the password just entered', true, moved, 200],
    ['another name alone', false, { name: 'Counter', redirect_uris: [back] }, 200],
  ])('a user updates a client with %s', async (_, is_confirmed, body, status) => {
    const { user, client_id } = await aTenant(auth);
    const as = aPrincipal({ user: { id: user.id, email: user.email }, is_confirmed });
    expect((await auth.call(`POST /management/clients/${client_id}`, { user: as, body })).status).toBe(status);
  });

  test.each(['suspend', 'resume'])('an operator on a page must have entered the password to %s', async (verb) => {
    const { user, account, location } = await aTenant(auth);
    for (const [is_confirmed, status] of [
      [false, 403],
      [true, 200],
    ] as const) {
      const as = aPrincipal({ kind: 'operator', user: { id: user.id, email: user.email }, is_confirmed });
      for (const place of [`accounts/${account.id}`, `locations/${location.id}`])
        expect((await auth.call(`POST /management/${place}/${verb}`, { user: as, body: {} })).status).toBe(status);
    }
  });

  test.each(['a\u0007b', 'a\u202eb', '\u2067a', 'a\u200fb'])(
    '422: a name with control or direction characters, %j',
    async (name) => {
      const { user, account, location, client_id } = await aTenant(auth);
      const routes: [route: string, body: object][] = [
        ['accounts', { user_id: user.id, name, currency: 'EUR' }],
        ['locations', { account_id: account.id, name }],
        ['clients', { user_id: user.id, name }],
        ['connections', { client_id, location_id: location.id, scope: 'location[orders.read]', name }],
      ];
      for (const [route, body] of routes) {
        const reply = await auth.operator(`POST /management/${route}`, body);
        expect([reply.status, reply.body.errors?.[0]?.field]).toEqual([422, 'name']);
      }
    },
  );
});

describe('the name of a browser', () => {
  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Windows',
    ],
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0',
      'Microsoft Edge on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Safari on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36',
      'Chrome on Android',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
    ['x'.repeat(300), `${'x'.repeat(60)}…`],
    [`${'x'.repeat(297)}/1 y`, `${'x'.repeat(60)}…`],
    ['', 'Unknown browser'],
    [null, 'Unknown browser'],
  ])('%j is %s', (user_agent, name) => {
    expect(browserName(user_agent)).toBe(name);
  });
});
