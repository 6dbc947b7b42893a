/** Passkeys as second factors (docs/api/back-office.md#second-factors). e2e/test/browser has those of a real browser. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { logInAs, openBrowser, sessionsPath, type Browser } from './browser.ts';
import { aKnownUser, auditOfSubject } from './owner.ts';
import { codesOn, proofPath, secondFactorPath } from './second-factors.ts';
import { startTestAuth, type TestAuth } from './service.ts';
import { aSoftwarePasskey, optionsOn } from './software-passkey.ts';

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
