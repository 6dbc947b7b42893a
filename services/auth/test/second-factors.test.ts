import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { openLog, silentLog } from '@order-hub/shared/log';
import { verifyUserToken } from '@order-hub/shared/user-token';
import { testVerifyingKeys } from '@order-hub/testing/keys';
import { totpCode } from '@order-hub/testing/totp';
import { startClearingSetups } from '../src/second-factor/clear-expired-setups.ts';
import { startClearingPendingSessions } from '../src/sessions/pending/clear-pending-sessions.ts';
import { type Browser, hiddenFields, logInAs, openBrowser, sessionsPath } from './browser.ts';
import { aKnownUser, aNewOperator, auditOfSubject } from './owner.ts';
import { addApp, codesOn, keyOn, proofPath, secondFactorPath } from './second-factors.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { aSoftwarePasskey, optionsOn } from './software-passkey.ts';

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

  async function logInWith(user: User, code: string, browser?: Browser) {
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
      expect(audit).toMatchObject([{ actor: 'user', actor_id: id, details: '{"kind":"app","name":"Phone"}' }]);
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
      expect(used.map(({ details }) => details)).toEqual(['{"left":9}', '{"left":8}']);
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

    test('401 for others; 404 for an unknown user', async () => {
      const { id } = await aKnownUser(auth);
      expect((await auth.call(path(id), {})).status).toBe(401);
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
        { details: '{"kind":"passkey","name":"Laptop"}' },
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
