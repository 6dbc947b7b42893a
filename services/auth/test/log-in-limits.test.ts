/** How often users log in and send forms, and how many sessions they have (docs/api/limits.md#pages). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { openBrowser, sessionsPath, type Browser } from './browser.ts';
import { aKnownUser, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let now = new Date('2027-03-01T10:00:18.000Z');
const nextMinute = () => (now = new Date(now.getTime() + 60_000));

const env = {
  LOG_INS_PER_ADDRESS_MINUTE: '6',
  LOG_INS_PER_USER_MINUTE: '4',
  FORMS_PER_USER_MINUTE: '3',
  SESSIONS_PER_USER: '3',
};
beforeAll(async () => (auth = await startTestAuth({ env, now: () => now })));
afterAll(() => auth.close());

type User = Awaited<ReturnType<typeof aKnownUser>>;

let last = 0;
const browserAt = (address = `10.3.0.${(last += 1)}`) => openBrowser(auth, { 'x-forwarded-for': address });

const logIn = async (browser: Browser, { email, password }: { email: string; password: string }) =>
  browser.send(await browser.open('/back-office/log-in'), { email, password });

const sessionsOf = async ({ id }: User) =>
  (await auth.db.query('select id_digest from sessions where user_id = $1', [id])).rows.length;

const isLoggedIn = async (browser: Browser) => (await browser.open(sessionsPath)).url === sessionsPath;

describe('log-ins', () => {
  test('of a user beyond the limit of a minute are refused, and leave neither session nor audit entry', async () => {
    const user = await aKnownUser(auth);
    for (let count = 0; count < 4; count += 1) expect((await logIn(browserAt(), user)).url).toBe('/back-office');
    const entries = await auditOfSubject(auth, user.id, 'session.open');
    const refused = await logIn(browserAt(), user);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '42']);
    expect(refused.html).toContain('Please try again in 42 seconds');
    // No password is checked.
    expect((await logIn(browserAt(), { ...user, password: 'wrong' })).status).toBe(429);
    expect(await auditOfSubject(auth, user.id, 'session.open')).toEqual(entries);
    nextMinute();
    expect((await logIn(browserAt(), user)).url).toBe('/back-office');
  });

  test("by strangers who do not know the password leave the user's own", async () => {
    const user = await aKnownUser(auth);
    for (let count = 0; count < 10; count += 1) await logIn(browserAt(), { ...user, password: 'wrong' });
    expect((await logIn(browserAt(), user)).url).toBe('/back-office');
  });

  test('from one address beyond the limit of a minute are refused, whoever logs in', async () => {
    const address = '192.0.2.100';
    for (let count = 0; count < 6; count += 1)
      expect((await logIn(browserAt(address), await aKnownUser(auth))).url).toBe('/back-office');
    const user = await aKnownUser(auth);
    expect((await logIn(browserAt(address), user)).status).toBe(429);
    expect((await logIn(browserAt(), user)).url).toBe('/back-office');
    nextMinute();
    expect((await logIn(browserAt(address), user)).url).toBe('/back-office');
  });

  test('repeated in the same browser replace its session, and only the first is audited', async () => {
    const user = await aKnownUser(auth);
    const browser = browserAt();
    await logIn(browser, user);
    const before = new Map(browser.cookies);
    await logIn(browser, user);
    expect(browser.cookies.get('__Host-session')).not.toBe(before.get('__Host-session'));
    expect(await sessionsOf(user)).toBe(1);
    expect(await auditOfSubject(auth, user.id, 'session.open', 'session.close')).toHaveLength(1);
    const old = browserAt();
    for (const [name, value] of before) old.cookies.set(name, value);
    expect([await isLoggedIn(old), await isLoggedIn(browser)]).toEqual([false, true]);
  });
});

describe('sessions', () => {
  test('beyond the limit end those that were not used for longest', async () => {
    const user = await aKnownUser(auth);
    const browsers = [];
    for (let count = 0; count < 3; count += 1) {
      const browser = browserAt();
      await logIn(browser, user);
      browsers.push(browser);
      nextMinute();
    }
    nextMinute();
    // The first is used again, so the second is the one to end.
    await isLoggedIn(browsers[0] as Browser);
    const next = browserAt();
    await logIn(next, user);
    expect(await Promise.all([...browsers, next].map(isLoggedIn))).toEqual([true, false, true, true]);
    const [entry] = (await auditOfSubject(auth, user.id, 'session.open')).slice(-1);
    expect(JSON.parse(entry.details).ended).toHaveLength(1);
  });

  test('opened at once keep to the limit', async () => {
    const user = await aKnownUser(auth);
    await Promise.all(Array.from({ length: 4 }, () => logIn(browserAt(), user)));
    expect(await sessionsOf(user)).toBe(3);
  });
});

describe('forms', () => {
  const change = async (browser: Browser) =>
    browser.send(await browser.open('/back-office/profile/password'), { password: 'wrong', new_password: newId() });

  test('of a user beyond the limit of a minute are refused, from all sessions together', async () => {
    now = new Date('2027-03-02T10:00:18.000Z');
    const user = await aKnownUser(auth);
    const [one, other] = [browserAt(), browserAt()];
    await logIn(one, user);
    await logIn(other, user);
    expect([(await change(one)).status, (await change(other)).status, (await change(one)).status]).toEqual([
      ...[422, 422, 422],
    ]);
    const refused = await change(other);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '42']);
    expect(refused.html).toContain('You have sent too many forms. Please go on in 42 seconds.');
    expect((await other.open(sessionsPath)).status).toBe(200);
    nextMinute();
    expect((await change(other)).status).toBe(422);
  });
});
