import { afterAll, beforeAll, describe, expect, test, beforeEach } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal } from '@order-hub/testing/call';
import { testFormKeys, testVerifyingKeys } from '@order-hub/testing/keys';
import { openLog, silentLog } from '@order-hub/shared/log';
import { verifyUserToken } from '@order-hub/shared/user-token';
import { totpCode } from '@order-hub/testing/totp';
import { browserName } from '../src/audit/browser-name.ts';
import { startClearingSetups } from '../src/second-factor/clear-expired-setups.ts';
import { startClearingPendingSessions } from '../src/sessions/pending/clear-pending-sessions.ts';
import { type Browser, hiddenFields, logInAs, openBrowser, type Page, sessionsPath } from './browser.ts';
import { aTenant, back } from './builders.ts';
import { aStaffedLocation } from './members.ts';
import { aKnownUser, aNewOperator, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { addApp, codesOn, keyOn, proofPath, secondFactorPath } from './second-factors.ts';
import { aSoftwarePasskey, optionsOn } from './software-passkey.ts';

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

/** Second factors: authenticator apps, recovery codes, and log-in with them (docs/api/back-office.md#second-factors). */
describe('second factors', () => {
  const factorsMax = 3;

  let auth: TestAuth;

  let time = new Date();

  const logged: string[] = [];

  beforeAll(async () => {
    const log = openLog('auth', 'debug', { write: (line: string) => void logged.push(line) });
    const env = { SECOND_FACTORS_PER_USER_MAX: `${factorsMax}` };
    auth = await startTestAuth({ env, log, now: () => time });
  });

  afterAll(() => auth.close());

  const pass = (seconds: number) => (time = new Date(time.getTime() + seconds * 1_000));

  /** Apps are added with the code before the present one, which is left for the test. */
  const stepBefore = () => new Date(time.getTime() - 30_000);

  /** No code of one test is of a step that another one used. */
  beforeEach(() => void pass(120));

  /** A user with an authenticator app, in the browser where it was added. */
  async function aUserWithApp() {
    const user = await aKnownUser(auth);
    const browser = await logInAs(auth, user);
    const { secret, codes } = await addApp(browser, stepBefore());
    return { ...user, browser, secret, codes };
  }

  type User = Awaited<ReturnType<typeof aUserWithApp>>;

  /** A browser in which the user has entered the password, and the page for the second factor. */
  async function enteredPassword(user: { email: string; password: string }, browser = openBrowser(auth)) {
    const { email, password } = user;
    const page = await browser.send(await browser.open('/back-office/log-in'), { email, password });
    expect(page.url).toBe(`${proofPath}?continue=%2Fback-office`);
    return { browser, page };
  }

  const isLoggedIn = async (browser: Browser) => (await browser.open(sessionsPath)).url === sessionsPath;

  async function logInWithCode(service: TestAuth, user: User, code: string): Promise<Browser> {
    const { browser, page } = await enteredPassword(user, openBrowser(service));
    await browser.send(page, { code });
    return browser;
  }

  async function logInWith(user: { email: string; password: string }, code: string, browser?: Browser) {
    const entered = await enteredPassword(user, browser);
    return { ...entered, answer: await entered.browser.send(entered.page, { code }) };
  }

  describe('adding an authenticator app', () => {
    test('shows a QR code and its key, takes a code, and shows ten recovery codes once', async () => {
      const browser = await logInAs(auth, await aKnownUser(auth));
      const page = await browser.open(`${secondFactorPath}/app`);
      expect(page.html).toContain('<svg class="qr"');
      expect(keyOn(page)).toMatch(/^[A-Z2-7]{32}$/);
      const { added, codes } = await addApp(browser, stepBefore());
      expect(new Set(codes).size).toBe(10);
      expect(added.headers.get('cache-control')).toBe('no-store');
      const { html } = await browser.open(secondFactorPath);
      expect(html).toContain('Phone');
      expect(html).toContain('10 of 10 are left');
      for (const code of codes) expect(html).not.toContain(code);
    });

    test('stores the secret encrypted and the codes as digests, and logs and audits neither', async () => {
      const { id, secret, codes } = await aUserWithApp();
      const { rows } = await auth.db.query('select * from second_factors where user_id = $1', [id]);
      const { rows: stored } = await auth.db.query('select * from recovery_codes where user_id = $1', [id]);
      expect([rows.length, stored.length]).toEqual([1, 10]);
      const audit = await auditOfSubject(auth, id, 'second_factor.add');
      expect(audit).toMatchObject([
        { actor: 'user', actor_id: id, details: '{"kind":"app","name":"Phone","browser":"node"}' },
      ]);
      const written = JSON.stringify([rows, stored, audit]) + logged.join('');
      for (const text of [secret, ...codes]) expect(written).not.toContain(text);
    });

    test('a page that is loaded again shows the same key; after an hour it has another one', async () => {
      const user = await aKnownUser(auth);
      const browser = await logInAs(auth, user);
      const open = () => browser.open(`${secondFactorPath}/app`);
      const first = await open();
      expect(keyOn(await open())).toBe(keyOn(first));
      const wrong = await browser.send(first, { name: 'Phone', code: '12345' });
      expect([wrong.status, keyOn(wrong)]).toEqual([422, keyOn(first)]);
      pass(3_600);
      const late = await (await logInAs(auth, user)).open(`${secondFactorPath}/app`);
      expect(keyOn(late)).not.toBe(keyOn(first));
    });

    test('needs the password, entered within ten minutes', async () => {
      const browser = await logInAs(auth, await aKnownUser(auth));
      pass(601);
      for (const page of ['app', 'passkey', 'remove', 'recovery-codes']) {
        expect((await browser.open(`${secondFactorPath}/${page}`)).url).toMatch(/^\/back-office\/confirm\?continue=/);
      }
    });

    test('logs the user out of every other browser, because only the password was proven there', async () => {
      const user = await aKnownUser(auth);
      const [one, other] = [await logInAs(auth, user), await logInAs(auth, user)];
      await addApp(one, stepBefore());
      expect([await isLoggedIn(one), await isLoggedIn(other)]).toEqual([true, false]);
    });

    test('one more than the quota is refused', async () => {
      const { browser } = await aUserWithApp();
      for (let count = 2; count <= factorsMax; count += 1) await addApp(browser, stepBefore());
      const { added } = await addApp(browser, stepBefore());
      expect([added.status, added.html.includes('you may have 3 second factors')]).toEqual([422, true]);
    });

    test('sent many times at once, adds one', async () => {
      const user = await aKnownUser(auth);
      const browser = await logInAs(auth, user);
      const page = await browser.open(`${secondFactorPath}/app`);
      const fields = { name: 'Phone', code: totpCode(keyOn(page), time) };
      await Promise.all(Array.from({ length: 8 }, () => browser.send(page, fields)));
      const { rowCount } = await auth.db.query('select from second_factors where user_id = $1', [user.id]);
      expect(rowCount).toBe(1);
    });
  });

  describe('logging in', () => {
    test('with the password alone opens nothing', async () => {
      const user = await aUserWithApp();
      const { browser, page } = await enteredPassword(user);
      expect(page.html).toContain('authenticator app');
      expect(browser.cookies.has('__Host-session')).toBe(false);
      expect(await isLoggedIn(browser)).toBe(false);
      expect(await auditOfSubject(auth, user.id, 'session.open')).toHaveLength(1);
    });

    test.each([-1, 0, 1])('with the code of the step %d opens a session', async (step) => {
      const user = await aUserWithApp();
      pass(60);
      const { answer, browser } = await logInWith(user, totpCode(user.secret, time, step));
      expect(answer.url).toBe('/back-office');
      expect(await isLoggedIn(browser)).toBe(true);
    });

    test.each([-2, 2])('with the code of the step %d is refused', async (step) => {
      const user = await aUserWithApp();
      pass(120);
      const { answer, browser } = await logInWith(user, totpCode(user.secret, time, step));
      expect([answer.status, answer.html.includes('is wrong or has been used already')]).toEqual([422, true]);
      expect(answer.html).not.toContain(totpCode(user.secret, time, step));
      expect(await isLoggedIn(browser)).toBe(false);
    });

    test('continues where the visitor wanted to go', async () => {
      const user = await aUserWithApp();
      const browser = openBrowser(auth);
      const { email, password } = user;
      const page = await browser.send(await browser.open('/back-office/log-out?a=b'), { email, password });
      expect((await browser.send(page, { code: totpCode(user.secret, time) })).url).toBe('/back-office/log-out?a=b');
    });

    test('a code works once, also at the same moment, and none older than it', async () => {
      const user = await aUserWithApp();
      const entered = await Promise.all(Array.from({ length: 4 }, () => enteredPassword(user)));
      const code = totpCode(user.secret, time, 1);
      const answers = await Promise.all(entered.map(({ browser, page }) => browser.send(page, { code })));
      expect(answers.filter(({ url }) => url === '/back-office')).toHaveLength(1);
      expect((await logInWith(user, totpCode(user.secret, time))).answer.status).toBe(422);
    });

    test('the code with which an app was added has been used', async () => {
      const user = await aKnownUser(auth);
      const { secret } = await addApp(await logInAs(auth, user), time);
      const code = totpCode(secret, time);
      const { answer } = await logInWith(user, code);
      expect([answer.status, answer.html.includes('is wrong or has been used already')]).toEqual([422, true]);
    });

    test('a known browser needs the second factor too', async () => {
      const user = await aUserWithApp();
      await user.browser.send(await user.browser.open('/back-office/log-out'));
      await enteredPassword(user, user.browser);
      expect(await isLoggedIn(user.browser)).toBe(false);
    });

    test('ten minutes after the password is too late', async () => {
      const user = await aUserWithApp();
      const { browser, page } = await enteredPassword(user);
      pass(601);
      const late = await browser.send(page, { code: totpCode(user.secret, time) });
      expect([late.status, late.html.includes('Enter your password first')]).toEqual([422, true]);
      expect(await isLoggedIn(browser)).toBe(false);
    });

    test('belongs to the browser in which the password was entered', async () => {
      const user = await aUserWithApp();
      const { page } = await enteredPassword(user);
      const other = openBrowser(auth);
      const own = await other.open(proofPath);
      expect(own.html).toContain('Enter your password first');
      const { form_token = '' } = hiddenFields(await other.open('/back-office/log-in'));
      const code = totpCode(user.secret, time);
      expect((await other.send(own, { form_token, code })).status).toBe(422);
      expect((await other.send(page, { code })).status).toBe(403);
      expect(await isLoggedIn(other)).toBe(false);
    });

    test('ends with a new password', async () => {
      const user = await aUserWithApp();
      const { browser, page } = await enteredPassword(user);
      await user.browser.send(await user.browser.open('/back-office/profile/password'), {
        password: user.password,
        new_password: 'staple the correct battery',
      });
      expect((await browser.send(page, { code: totpCode(user.secret, time) })).status).toBe(422);
      expect(await isLoggedIn(browser)).toBe(false);
    });

    test('after some wrong codes has to wait; the browsers that the user knows do not', async () => {
      const user = await aUserWithApp();
      const { browser, page } = await enteredPassword(user);
      const guess = async () => (await browser.send(page, { code: '000000' })).status;
      const statuses: number[] = [];
      for (let count = 0; count < 6; count += 1) statuses.push(await guess());
      expect(statuses).toEqual([422, 422, 422, 422, 422, 429]);
      const elsewhere = await enteredPassword(user);
      const waiting = await elsewhere.browser.send(elsewhere.page, { code: totpCode(user.secret, time) });
      expect([waiting.status, waiting.headers.get('retry-after')]).toEqual([429, '1']);
      await user.browser.send(await user.browser.open('/back-office/log-out'));
      expect((await logInWith(user, totpCode(user.secret, time), user.browser)).answer.url).toBe('/back-office');
    });
  });

  describe('a recovery code', () => {
    test('logs in once, as people type it; the audit says so', async () => {
      const user = await aUserWithApp();
      const [code = '', other = ''] = user.codes;
      const typed = ` ${code.toUpperCase().replaceAll('-', ' ')} `;
      expect((await logInWith(user, typed)).answer.url).toBe('/back-office');
      expect((await logInWith(user, code)).answer.status).toBe(422);
      expect((await logInWith(user, other)).answer.url).toBe('/back-office');
      const used = await auditOfSubject(auth, user.id, 'recovery_code.use');
      expect(used.map(({ details }) => details)).toEqual([
        '{"left":9,"browser":"node"}',
        '{"left":8,"browser":"node"}',
      ]);
    });

    test('belongs to its user', async () => {
      const [one, other] = [await aUserWithApp(), await aUserWithApp()];
      expect((await logInWith(one, other.codes[0] ?? '')).answer.status).toBe(422);
    });

    test('is worthless once there are new ones', async () => {
      const user = await aUserWithApp();
      const page = await user.browser.send(await user.browser.open(`${secondFactorPath}/recovery-codes`));
      const codes = codesOn(page);
      expect(codes).toHaveLength(10);
      expect((await logInWith(user, user.codes[0] ?? '')).answer.status).toBe(422);
      expect((await logInWith(user, codes[0] ?? '')).answer.url).toBe('/back-office');
      expect(await auditOfSubject(auth, user.id, 'recovery_code.replace')).toHaveLength(1);
    });

    test('is for users with a second factor', async () => {
      const browser = await logInAs(auth, await aKnownUser(auth));
      const page = await browser.send(await browser.open(`${secondFactorPath}/recovery-codes`));
      expect([page.status, codesOn(page)]).toEqual([422, []]);
    });
  });

  describe('removing a second factor', () => {
    const remove = async (browser: Browser) => {
      const { html } = await browser.open(secondFactorPath);
      const [, factor = ''] = /factor=([0-9a-z]+)"/.exec(html) ?? [];
      return browser.send(await browser.open(`${secondFactorPath}/remove?factor=${factor}`), { factor });
    };

    test('the last one: the password is enough again, and no recovery code is left', async () => {
      const user = await aUserWithApp();
      expect((await remove(user.browser)).html).toContain('The second factor has been removed.');
      expect(await isLoggedIn(await logInAs(auth, user))).toBe(true);
      const { rowCount } = await auth.db.query('select from recovery_codes where user_id = $1', [user.id]);
      expect(rowCount).toBe(0);
      expect(await auditOfSubject(auth, user.id, 'second_factor.remove')).toMatchObject([{ actor_id: user.id }]);
    });

    test('the last one of an operator is refused, another one is not', async () => {
      const { browser, id } = await aNewOperator(auth);
      await addApp(browser, stepBefore(), { name: 'Old phone' });
      const refused = await remove(browser);
      expect([refused.status, refused.html.includes('operators need one')]).toEqual([422, true]);
      await addApp(browser, stepBefore(), { name: 'New phone' });
      const { html } = await remove(browser);
      expect([html.includes('Old phone'), html.includes('New phone')]).toEqual([false, true]);
      const { rowCount } = await auth.db.query('select from second_factors where user_id = $1', [id]);
      expect(rowCount).toBe(1);
    });

    test("another user's is not there", async () => {
      const [one, other] = [await aUserWithApp(), await aUserWithApp()];
      const { rows } = await auth.db.query('select id from second_factors where user_id = $1', [other.id]);
      const page = await one.browser.open(`${secondFactorPath}/remove`);
      expect((await one.browser.send(page, { factor: rows[0].id })).status).toBe(422);
      expect((await other.browser.open(secondFactorPath)).html).toContain('Phone');
    });
  });

  test('the user token of an operator is an ordinary user’s until there is a second factor', async () => {
    const { browser } = await aNewOperator(auth);
    const kind = async () => {
      const id_digest = digest(browser.cookies.get('__Host-session') ?? '');
      const asked = { internal: 'auth', from: 'back-office', body: { id_digest, kind: 'operator', ids: {} } } as const;
      const { body } = await auth.call('POST /internal/sessions', asked);
      return (await verifyUserToken(testVerifyingKeys, body.user_token)).kind;
    };
    expect(await kind()).toBe('user');
    await addApp(browser, stepBefore());
    expect(await kind()).toBe('operator');
  });

  describe('entering the password again', () => {
    test('takes the second factor too', async () => {
      const user = await aUserWithApp();
      const { password } = user;
      pass(601);
      const page = await user.browser.open(`${secondFactorPath}/app`);
      expect(page.html).toContain('name="code"');
      expect((await user.browser.send(page, { password })).status).toBe(422);
      expect((await user.browser.send(page, { password, code: '000000' })).status).toBe(422);
      expect((await user.browser.send(page, { password: 'wrong', code: totpCode(user.secret, time) })).status).toBe(
        422,
      );
      const done = await user.browser.send(page, { password, code: totpCode(user.secret, time) });
      expect(done.url).toBe(`${secondFactorPath}/app`);
    });
  });

  describe('POST /management/users/:user_id/second_factors/reset', () => {
    const path = (id: string) => `POST /management/users/${id}/second_factors/reset`;

    test('200: the password is enough again, every session has ended, and the audit says who did it', async () => {
      const user = await aUserWithApp();
      const { browser, page } = await enteredPassword(user);
      expect((await auth.operator(path(user.id))).body).toEqual({ removed: 1 });
      expect(await isLoggedIn(user.browser)).toBe(false);
      expect((await browser.send(page, { code: user.codes[0] ?? '' })).status).toBe(422);
      expect(await isLoggedIn(await logInAs(auth, user))).toBe(true);
      expect(await auditOfSubject(auth, user.id, 'second_factor.reset')).toMatchObject([
        { actor: 'operator', details: '{"removed":1}' },
      ]);
    });

    test('404 for an unknown user', async () => {
      expect((await auth.operator(path('nothing'))).status).toBe(404);
    });
  });

  test('what is begun names its browser by a digest, and is removed once it has expired', async () => {
    const user = await aUserWithApp();
    const { browser } = await enteredPassword(user);
    await user.browser.open(`${secondFactorPath}/app`);
    await user.browser.open(`${secondFactorPath}/passkey`);
    const tables = ['pending_sessions', 'app_setups', 'passkey_challenges'];
    const countOf = async (table: string) => (await auth.db.query(`select from ${table}`)).rowCount;
    const { rows } = await auth.db.query('select * from pending_sessions where user_id = $1', [user.id]);
    expect(rows).toMatchObject([{ browser_digest: digest(browser.cookies.get('__Host-browser') ?? '') }]);
    for (const table of tables) expect(await countOf(table)).toBeGreaterThan(0);
    pass(3_600);
    const deps = { db: auth.db, log: silentLog, now: () => time };
    for (const start of [startClearingPendingSessions, startClearingSetups]) await start(deps).close();
    for (const table of tables) expect([table, await countOf(table)]).toEqual([table, 0]);
  });

  describe('without the encryption key of an app', () => {
    const lacking = async (work: (lacksKey: TestAuth) => Promise<void>) => {
      const env = { HUB_ENCRYPTION_KEYS: 'another-encryption-key-0123456789abcdef' };
      const lacksKey = await startTestAuth({ database: auth.database, env, now: () => time });
      await work(lacksKey).finally(lacksKey.close);
    };

    test('its code cannot be checked, and the page says what to do; a recovery code opens a session', async () => {
      const user = await aUserWithApp();
      await lacking(async (lacksKey) => {
        const { browser, page } = await enteredPassword(user, openBrowser(lacksKey));
        const refused = await browser.send(page, { code: totpCode(user.secret, time) });
        expect(refused.status).toBe(422);
        expect(refused.html).toContain('HUB_ENCRYPTION_KEYS');
        expect((await browser.send(refused, { code: user.codes[0] ?? '' })).url).toBe('/back-office');
      });
    });

    test('a wrong code still counts as an attempt while another app can be read', async () => {
      const user = await aUserWithApp();
      await lacking(async (lacksKey) => {
        const browser = await logInWithCode(lacksKey, user, user.codes[0] ?? '');
        await addApp(browser, stepBefore());
        const { browser: another, page } = await enteredPassword(user, openBrowser(lacksKey));
        const refused = await another.send(page, { code: '000000' });
        expect([refused.status, refused.html.includes('is wrong or has been used already')]).toEqual([422, true]);
      });
    });

    test('a setup that has begun begins anew', async () => {
      const user = await aKnownUser(auth);
      const openSetup = (browser: Browser) => browser.open(`${secondFactorPath}/app`);
      const elsewhere = await logInAs(auth, user);
      const first = await openSetup(elsewhere);
      await lacking(async (lacksKey) => {
        const browser = await logInAs(lacksKey, user);
        const page = await openSetup(browser);
        expect(keyOn(page)).not.toBe(keyOn(first));
        await openSetup(elsewhere);
        const refused = await browser.send(page, { name: 'Phone', code: totpCode(keyOn(page), time) });
        expect([refused.status, refused.html.includes('is of an old page')]).toEqual([422, true]);
        expect((await addApp(browser, stepBefore())).codes).toHaveLength(10);
      });
    });
  });
});

/** Passkeys as second factors (docs/api/back-office.md#second-factors). e2e/test/browser has those of a real browser. */
describe('passkeys', () => {
  let auth: TestAuth;

  let time = new Date();

  beforeAll(async () => (auth = await startTestAuth({ now: () => time })));

  afterAll(() => auth.close());

  const creation = `${secondFactorPath}/passkey`;

  async function add(browser: Browser, passkey = aSoftwarePasskey(), name = 'Laptop') {
    const page = await browser.open(`${creation}?continue=${secondFactorPath}`);
    return browser.send(page, { name, passkey: passkey.created(optionsOn(page)) });
  }

  /** A user with a passkey, in the browser where it was added. */
  async function aUserWithPasskey() {
    const user = await aKnownUser(auth);
    const browser = await logInAs(auth, user);
    const passkey = aSoftwarePasskey();
    const codes = codesOn(await add(browser, passkey));
    return { ...user, browser, passkey, codes };
  }

  async function enteredPassword({ email, password }: { email: string; password: string }) {
    const browser = openBrowser(auth);
    const page = await browser.send(await browser.open('/back-office/log-in'), { email, password });
    return { browser, page };
  }

  const isLoggedIn = async (browser: Browser) => (await browser.open(sessionsPath)).url === sessionsPath;

  const passkeysOf = async (user_id: string) =>
    (await auth.db.query('select * from second_factors where user_id = $1', [user_id])).rows;

  describe('adding a passkey', () => {
    test('stores its public key, names it, and shows recovery codes', async () => {
      const { id, codes } = await aUserWithPasskey();
      expect(codes).toHaveLength(10);
      expect(await passkeysOf(id)).toMatchObject([
        { kind: 'passkey', name: 'Laptop', sign_count: '1', transports: ['internal'], totp_secret: null },
      ]);
      expect(await auditOfSubject(auth, id, 'second_factor.add')).toMatchObject([
        { details: '{"kind":"passkey","name":"Laptop","browser":"node"}' },
      ]);
    });

    test('a user can have several; each passkey is added once', async () => {
      const { id, browser, passkey } = await aUserWithPasskey();
      expect((await add(browser, aSoftwarePasskey(), 'Key')).html).toContain('The second factor has been added.');
      const again = await add(browser, passkey);
      expect([again.status, again.html.includes('has been added already')]).toEqual([422, true]);
      expect(await passkeysOf(id)).toHaveLength(2);
      expect(optionsOn(await browser.open(creation))).toMatchObject({ excludeCredentials: [{}, {}] });
    });

    test.each<[string, (page: ReturnType<typeof optionsOn>) => string]>([
      ['another origin', (options) => aSoftwarePasskey().created(options, { origin: 'https://evil.example' })],
      ['another domain', (options) => aSoftwarePasskey().created(options, { rpId: 'evil.example' })],
      ['another challenge', (options) => aSoftwarePasskey().created({ ...options, challenge: 'AAAA' })],
      ['another purpose', (options) => aSoftwarePasskey().created(options, { type: 'webauthn.get' })],
      ['no JSON', () => 'x'],
      ['no object', () => 'null'],
      ['an empty object', () => '{}'],
      ['an answer without contents', () => '{"id":"a","rawId":"a","type":"public-key","response":{}}'],
      ['nothing', () => ''],
    ])('%s is refused', async (_, answer) => {
      const user = await aKnownUser(auth);
      const browser = await logInAs(auth, user);
      const page = await browser.open(creation);
      const refused = await browser.send(page, { name: 'Laptop', passkey: answer(optionsOn(page)) });
      expect([refused.status, refused.html.includes('The passkey was not created')]).toEqual([422, true]);
      expect(await passkeysOf(user.id)).toEqual([]);
    });

    test('ten minutes later is too late', async () => {
      const user = await aKnownUser(auth);
      const browser = await logInAs(auth, user);
      const page = await browser.open(creation);
      time = new Date(time.getTime() + 600_000);
      await auth.db.query('update sessions set confirmed_at = $2 where user_id = $1', [user.id, time]);
      const late = await browser.send(page, { name: 'Laptop', passkey: aSoftwarePasskey().created(optionsOn(page)) });
      expect(late.status).toBe(422);
    });
  });

  describe('logging in', () => {
    test('with a passkey opens a session, again and again', async () => {
      const user = await aUserWithPasskey();
      for (const count of [2, 3]) {
        const { browser, page } = await enteredPassword(user);
        expect(page.url).toBe(`${proofPath}?continue=%2Fback-office`);
        const done = await browser.send(page, { passkey: user.passkey.used(optionsOn(page)) });
        expect([done.url, await isLoggedIn(browser)]).toEqual(['/back-office', true]);
        expect(await passkeysOf(user.id)).toMatchObject([{ sign_count: String(count), used_at: time }]);
      }
    });

    test('a passkey that does not count is accepted', async () => {
      const user = await aUserWithPasskey();
      await auth.db.query('update second_factors set sign_count = 0 where user_id = $1', [user.id]);
      const { browser, page } = await enteredPassword(user);
      await browser.send(page, { passkey: user.passkey.used(optionsOn(page), { signCount: 0 }) });
      expect(await isLoggedIn(browser)).toBe(true);
    });

    test.each<
      [string, (user: Awaited<ReturnType<typeof aUserWithPasskey>>, page: ReturnType<typeof optionsOn>) => string]
    >([
      ['a counter that went back', ({ passkey }, page) => passkey.used(page, { signCount: 1 })],
      ['another origin', ({ passkey }, page) => passkey.used(page, { origin: 'https://evil.example' })],
      ['another domain', ({ passkey }, page) => passkey.used(page, { rpId: 'evil.example' })],
      ['another challenge', ({ passkey }, page) => passkey.used({ ...page, challenge: 'AAAA' })],
      ['another purpose', ({ passkey }, page) => passkey.used(page, { type: 'webauthn.create' })],
      ['an unknown passkey', (_user, page) => aSoftwarePasskey().used(page)],
      ['no JSON', () => 'x'],
      ['an empty object', () => '{}'],
    ])('%s is refused', async (_, answer) => {
      const user = await aUserWithPasskey();
      const { browser, page } = await enteredPassword(user);
      const refused = await browser.send(page, { passkey: answer(user, optionsOn(page)) });
      expect([refused.status, refused.html.includes('is wrong or has been used already')]).toEqual([422, true]);
      expect(await isLoggedIn(browser)).toBe(false);
    });

    test("another user's passkey is refused", async () => {
      const [user, other] = [await aUserWithPasskey(), await aUserWithPasskey()];
      const { browser, page } = await enteredPassword(user);
      expect((await browser.send(page, { passkey: other.passkey.used(optionsOn(page)) })).status).toBe(422);
    });

    test('a challenge works once, also after a wrong answer', async () => {
      const user = await aUserWithPasskey();
      const { browser, page } = await enteredPassword(user);
      const passkey = user.passkey.used(optionsOn(page));
      await browser.request('POST', page.url, new URLSearchParams({ form_token: tokenOn(page.html), passkey: 'x' }));
      const late = await browser.send(page, { passkey });
      expect([late.status, await isLoggedIn(browser)]).toEqual([422, false]);
    });

    test('a challenge belongs to its browser', async () => {
      const user = await aUserWithPasskey();
      const [one, other] = [await enteredPassword(user), await enteredPassword(user)];
      const passkey = user.passkey.used(optionsOn(one.page));
      expect((await other.browser.send(other.page, { passkey })).status).toBe(422);
    });

    test('a recovery code works for a user whose passkey is lost', async () => {
      const user = await aUserWithPasskey();
      const { browser, page } = await enteredPassword(user);
      expect((await browser.send(page, { code: user.codes[0] ?? '' })).url).toBe('/back-office');
    });
  });

  const tokenOn = (html: string) => / name="form_token" value="([^"]+)"/.exec(html)?.[1] ?? '';

  test('entering the password again takes a passkey too', async () => {
    const user = await aUserWithPasskey();
    await auth.db.query("update sessions set confirmed_at = confirmed_at - interval '1 hour' where user_id = $1", [
      user.id,
    ]);
    const page = await user.browser.open(creation);
    expect(page.url).toMatch(/^\/back-office\/confirm/);
    const { password } = user;
    const done = await user.browser.send(page, { password, passkey: user.passkey.used(optionsOn(page)) });
    expect(done.url).toBe(creation);
  });

  test('at an address without a name no passkey is offered', async () => {
    const hub = await startTestAuth({ env: { PUBLIC_URL: 'https://192.0.2.1' } });
    try {
      const browser = await logInAs(hub, await aKnownUser(hub));
      expect((await browser.open(secondFactorPath)).html).not.toContain('Add a passkey');
      const page = await browser.open(creation);
      expect(page.html).toContain('Browsers offer passkeys only with https and a host name.');
    } finally {
      await hub.close();
    }
  });
});
