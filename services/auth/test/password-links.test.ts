/** Links for forgotten passwords (docs/api/back-office.md#forgotten-passwords). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openLog } from '@order-hub/shared/log';
import { digest } from '@order-hub/shared/encryption';
import { logInAs, openBrowser, sessionsPath } from './browser.ts';
import { anOwner, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let time = new Date();
const logged: string[] = [];
beforeAll(async () => {
  const log = openLog('auth', 'debug', { write: (line: string) => void logged.push(line) });
  auth = await startTestAuth({ log, now: () => time });
});
afterAll(() => auth.close());

const logInThenReview = '/back-office/log-in?continue=%2Fback-office%2Fprofile%2Fconnections';

const new_password = 'staple the correct battery';

async function aLink(user_id: string) {
  const { status, body } = await auth.operator(`POST /management/users/${user_id}/password_link`);
  expect(status).toBe(200);
  const { pathname, search, origin, searchParams } = new URL(body.url);
  expect(origin + pathname).toBe('https://hub.example/back-office/new-password');
  return { path: pathname + search, token: searchParams.get('token') ?? '', expires_at: body.expires_at as string };
}

const isLoggedIn = async (owner: Awaited<ReturnType<typeof anOwner>>) =>
  (await owner.browser.open(sessionsPath)).url === sessionsPath;

describe('a link', () => {
  test('sets a new password, once, and ends every session; the audit names its creator and its user', async () => {
    const owner = await anOwner(auth);
    const { path, token, expires_at } = await aLink(owner.user.id);
    expect(Date.parse(expires_at) - time.getTime()).toBeLessThanOrEqual(3_600_000);
    const browser = openBrowser(auth);
    const form = await browser.open(path);
    expect(form.html).toContain('<h1>Set a new password</h1>');
    const page = await browser.send(form, { new_password });
    expect(page).toMatchObject({ status: 200, url: logInThenReview });
    expect(page.html).toContain('Your new password is set.');
    expect(await isLoggedIn(owner)).toBe(false);
    const again = await logInAs(auth, { email: owner.email, password: new_password });
    expect((await again.open(sessionsPath)).url).toBe(sessionsPath);
    const repeated = await browser.send(form, { new_password: 'another password again' });
    expect(repeated.status).toBe(422);
    expect(repeated.html).toContain('This link is no longer valid');
    expect((await again.open(sessionsPath)).url).toBe(sessionsPath);
    const entries = await auditOfSubject(auth, owner.user.id, 'user.password_link', 'user.new_password');
    expect(entries).toMatchObject([
      { actor: 'operator', action: 'user.password_link' },
      { actor: 'user', action: 'user.new_password', actor_id: owner.user.id, actor_name: owner.email },
    ]);
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  test('is stored as a digest, and is neither in the page nor in a log', async () => {
    const owner = await anOwner(auth);
    const { path, token } = await aLink(owner.user.id);
    const { rows } = await auth.db.query('select * from password_links where user_id = $1', [owner.user.id]);
    expect(rows).toMatchObject([{ token_digest: digest(token) }]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const browser = openBrowser(auth);
    const form = await browser.open(path);
    expect(form.html).not.toContain(token);
    expect(form.headers.get('cache-control')).toBe('no-store');
    await browser.send(form, { new_password: 'short' });
    await browser.send(form, { new_password });
    await browser.open(`/back-office/not-there?token=${token}`);
    expect(logged.join('')).toContain('password_link');
    expect(logged.join('')).not.toContain(token);
  });

  test('is invalid after a newer link, after an hour, and after a change of the password', async () => {
    const owner = await anOwner(auth);
    const replaced = await aLink(owner.user.id);
    const newest = await aLink(owner.user.id);
    const opened = async (path: string) => (await openBrowser(auth).open(path)).html;
    expect(await opened(replaced.path)).toContain('no longer valid');
    expect(await opened(newest.path)).toContain('name="new_password"');
    time = new Date(Date.parse(newest.expires_at));
    expect(await opened(newest.path)).toContain('no longer valid');
    const last = await aLink(owner.user.id);
    expect(await opened(last.path)).toContain('name="new_password"');
    await owner.browser.send(await owner.browser.open('/back-office/profile/password'), {
      password: owner.given.password,
      new_password,
    });
    expect(await opened(last.path)).toContain('no longer valid');
  });

  test('a password that is too short is refused, and the link still works', async () => {
    const owner = await anOwner(auth);
    const { path } = await aLink(owner.user.id);
    const browser = openBrowser(auth);
    const page = await browser.send(await browser.open(path), { new_password: 'short' });
    expect(page.status).toBe(422);
    expect(page.html).toContain('New password must have at least 8 characters');
    expect(await isLoggedIn(owner)).toBe(true);
    expect((await browser.send(await browser.open(path), { new_password })).url).toBe(logInThenReview);
  });

  test("ends the waits for the user's email address, and makes this browser the only known one", async () => {
    const owner = await anOwner(auth);
    const { path } = await aLink(owner.user.id);
    const address = { 'x-forwarded-for': '192.0.2.60' };
    const guesser = openBrowser(auth, address);
    const form = await guesser.open('/back-office/log-in');
    for (let count = 0; count < 12; count += 1) await guesser.send(form, { email: owner.email, password: 'wrong' });
    const browser = openBrowser(auth, address);
    const tryNew = async (from = browser) =>
      from.send(await from.open('/back-office/log-in'), { email: owner.email, password: new_password });
    expect((await tryNew()).status).toBe(429);
    await browser.send(await browser.open(path), { new_password });
    const known = async () =>
      (await auth.db.query('select browser_digest from known_browsers where user_id = $1', [owner.user.id])).rows;
    expect(await known()).toEqual([{ browser_digest: digest(browser.cookies.get('__Host-browser') ?? '') }]);
    expect((await tryNew(openBrowser(auth, address))).url).toBe('/back-office');
    expect((await tryNew()).url).toBe('/back-office');
  });

  test('used many times at once, sets one password', async () => {
    const owner = await anOwner(auth);
    const { path } = await aLink(owner.user.id);
    const browser = openBrowser(auth);
    const form = await browser.open(path);
    const passwords = Array.from({ length: 8 }, (_, n) => `staple the battery ${n}`);
    const pages = await Promise.all(passwords.map((password) => browser.send(form, { new_password: password })));
    expect(pages.map(({ url }) => url).filter((url) => url === logInThenReview)).toHaveLength(1);
    const won = passwords[pages.findIndex(({ url }) => url === logInThenReview)] ?? '';
    const again = await logInAs(auth, { email: owner.email, password: won });
    expect((await again.open(sessionsPath)).url).toBe(sessionsPath);
  });

  test.each(['', '?token=', `?token=${'0'.repeat(48)}`, '?token=%00', `?token=${'x'.repeat(101)}`])(
    'the page with %j has no form',
    async (query) => {
      const page = await openBrowser(auth).open(`/back-office/new-password${query}`);
      expect(page.status).toBeLessThan(500);
      expect(page.html).not.toContain('name="new_password"');
    },
  );

  test('is for operators only: 401; 404 for an unknown user', async () => {
    const { user } = await anOwner(auth);
    expect((await auth.call(`POST /management/users/${user.id}/password_link`, {})).status).toBe(401);
    expect((await auth.operator('POST /management/users/nothing/password_link')).status).toBe(404);
  });
});

describe('finding a user by the email address', () => {
  test('gives a page of one, in whatever case, or of none', async () => {
    const { user, email } = await anOwner(auth);
    const find = async (address: string) =>
      (await auth.operator(`GET /management/users?email=${encodeURIComponent(address)}`)).body;
    expect(await find(email.toUpperCase())).toEqual({ items: [user], next: null });
    expect(await find('nobody@example.com')).toEqual({ items: [], next: null });
  });

  test('is for operators only: 401', async () => {
    expect((await auth.call('GET /management/users?email=a@b.example', {})).status).toBe(401);
  });
});
