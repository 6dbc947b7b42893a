/** The pages of the user's own profile, password and sessions (docs/api/back-office.md#profile). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { logInAs, openBrowser, type Browser } from '../../auth/test/browser.ts';
import { anOwner, auditOfSubject } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

const rowOf = async (id: string) =>
  (await hub.db.query('select first_name, last_name, timezone, locales, password_hash from users where id = $1', [id]))
    .rows[0];

const isLoggedIn = async (browser: Browser) => (await browser.open('/back-office')).url === '/back-office';

describe('the profile', () => {
  const profile = { first_name: 'Ada', last_name: 'Byron', timezone: 'Asia/Tokyo', locales: 'fr-FR, en' };
  const save = async (browser: Browser, fields: Record<string, string>) =>
    browser.send(await browser.open('/back-office/profile'), { ...profile, ...fields });

  test('is saved, except the email address; the audit names the fields', async () => {
    const { browser, user, email } = await anOwner(hub);
    const page = await save(browser, { last_name: '', email: 'other@example.com' });
    expect(page.html).toContain('Your profile has been saved.');
    expect(page.html).toContain(email);
    expect(await rowOf(user.id)).toMatchObject({
      ...{ first_name: 'Ada', last_name: null, timezone: 'Asia/Tokyo' },
      locales: ['fr-FR', 'en'],
    });
    const [entry, ...others] = await auditOfSubject(hub, user.id, 'user.update');
    expect(others).toEqual([]);
    expect(entry).toMatchObject({ actor: 'user', actor_id: user.id, account_id: null });
    expect(JSON.parse(entry.details)).toEqual({ fields: ['last_name', 'timezone', 'locales'] });
  });

  test('says whether the user wants mails about apps with trouble: yes, until they choose', async () => {
    const { browser, user } = await anOwner(hub);
    const shown = async () =>
      /<option value="(on|off)" selected>/.exec((await browser.open('/back-office/profile')).html)?.[1];
    expect(await shown()).toBe('on');
    await save(browser, { trouble_mails: 'off' });
    expect(await shown()).toBe('off');
    const entries = await auditOfSubject(hub, user.id, 'user.update');
    expect(JSON.parse(entries[0].details).fields).toContain('trouble_mails');
    expect((await save(browser, { trouble_mails: 'perhaps' })).status).toBe(422);
    await save(browser, { trouble_mails: 'on' });
    expect(await shown()).toBe('on');
  });

  test('the same values again change nothing', async () => {
    const { browser, user } = await anOwner(hub);
    await save(browser, {});
    await save(browser, {});
    expect(await auditOfSubject(hub, user.id, 'user.update')).toHaveLength(1);
  });

  test.each([
    [{ first_name: 'x'.repeat(256) }, 'First name must have at most 255 characters'],
    [{ last_name: 'x'.repeat(256) }, 'Last name must have at most 255 characters'],
    [{ timezone: 'Paris' }, 'Timezone must be the IANA name of a timezone'],
    [{ locales: 'fr-FR, français!' }, '>Must be up to 20 language tags, such as fr-FR, en<'],
    [{ locales: Array(21).fill('fr').join(',') }, '>Must be up to 20 language tags, such as fr-FR, en<'],
  ])('%j is refused, and nothing is saved', async (fields, fault) => {
    const { browser, user } = await anOwner(hub);
    const before = await rowOf(user.id);
    const page = await save(browser, fields);
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    expect(await rowOf(user.id)).toEqual(before);
    expect(await auditOfSubject(hub, user.id, 'user.update')).toEqual([]);
  });
});

describe('the password', () => {
  const change = async (browser: Browser, fields: Record<string, string>) =>
    browser.send(await browser.open('/back-office/profile/password'), fields);
  const right = { password: 'correct horse battery', new_password: 'staple the correct battery' };

  test('is changed; all other browsers are logged out, and the audit has an entry', async () => {
    const { browser, user, given } = await anOwner(hub);
    const other = await logInAs(hub, given);
    const cookies = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const page = await change(browser, right);
    expect(page).toMatchObject({ status: 200, url: '/back-office/profile' });
    expect(page.html).toContain('Your password has been changed.');
    expect(await isLoggedIn(browser)).toBe(true);
    expect(await isLoggedIn(other)).toBe(false);
    // A copy of this browser's earlier cookie is invalid.
    expect(await isLoggedIn(openBrowser(hub, { cookie: cookies }))).toBe(false);
    expect(await isLoggedIn(await logInAs(hub, given))).toBe(false);
    expect(await isLoggedIn(await logInAs(hub, { ...given, password: right.new_password }))).toBe(true);
    const [entry] = await auditOfSubject(hub, user.id, 'user.password');
    expect(entry).toMatchObject({ actor: 'user', actor_id: user.id });
    expect(JSON.stringify(entry)).not.toContain('battery');
  });

  test.each([
    [{ ...right, password: 'wrong' }, 'Password is wrong'],
    [{ ...right, new_password: 'short' }, 'New password must have at least 8 characters'],
    [{ ...right, new_password: 'x'.repeat(1_025) }, 'New password must have at most 1024 characters'],
  ])('%j is refused, all browsers stay logged in, and no password is shown again', async (fields, fault) => {
    const { browser, user, given } = await anOwner(hub);
    const other = await logInAs(hub, given);
    const before = await rowOf(user.id);
    const page = await change(browser, fields);
    expect(page.status).toBe(422);
    expect(page.html).toContain(fault);
    for (const typed of Object.values(fields)) expect(page.html).not.toContain(`"${typed}"`);
    expect(await rowOf(user.id)).toEqual(before);
    expect([await isLoggedIn(browser), await isLoggedIn(other)]).toEqual([true, true]);
    expect(await auditOfSubject(hub, user.id, 'user.password')).toEqual([]);
  });
});

describe('the browsers of a user', () => {
  const path = '/back-office/profile/sessions';
  const onLinux = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
  const handles = (html: string) =>
    [...html.matchAll(/name="session" value="(\w{12})"/g)].map(([, handle = '']) => handle);

  async function logInOnLinux(given: { email: string; password: string }) {
    const browser = openBrowser(hub, onLinux);
    await browser.send(await browser.open('/back-office/log-in'), given);
    return browser;
  }

  test('are listed by name, and one can be logged out', async () => {
    const { browser, user, given } = await anOwner(hub);
    const [other, third] = [await logInOnLinux(given), await logInAs(hub, given)];
    const page = await browser.open(path);
    expect(page.html.match(/This browser/g)).toHaveLength(1);
    expect(page.html).toContain('Firefox on Linux');
    for (const cookie of browser.cookies.values()) expect(page.html).not.toContain(cookie);
    const [, handle = ''] = /value="(\w{12})"\/?><button aria-label="Log out Firefox on Linux"/.exec(page.html) ?? [];
    const after = await browser.send(page, { session: handle });
    expect(after.html).toContain('The browser is logged out.');
    expect([await isLoggedIn(browser), await isLoggedIn(other), await isLoggedIn(third)]).toEqual([true, false, true]);
    expect(await auditOfSubject(hub, user.id, 'session.close')).toMatchObject([
      { actor: 'user', actor_id: user.id, details: JSON.stringify({ session: handle }) },
    ]);
  });

  test('can all be logged out, except this one', async () => {
    const { browser, user, given } = await anOwner(hub);
    const others = [await logInAs(hub, given), await logInAs(hub, given)];
    const page = await browser.send(await browser.open(path), { session: 'others' });
    expect(page.html).toContain('You are logged out everywhere else.');
    expect(handles(page.html)).toEqual([]);
    expect(await isLoggedIn(browser)).toBe(true);
    for (const other of others) expect(await isLoggedIn(other)).toBe(false);
    expect(await auditOfSubject(hub, user.id, 'session.close_others')).toMatchObject([
      { actor_id: user.id, details: '{"sessions":2}' },
    ]);
  });

  test('404 for the session of another user, of this browser, and for one that has ended', async () => {
    const [owner, stranger] = [await anOwner(hub), await anOwner(hub)];
    await logInAs(hub, owner.given);
    const [theirs = ''] = handles((await owner.browser.open(path)).html);
    // A page has no form unless there is another browser.
    await logInAs(hub, stranger.given);
    const page = await stranger.browser.open(path);
    const { rows } = await hub.db.query('select left(id_digest, 12) as handle from sessions where user_id = $1', [
      stranger.user.id,
    ]);
    const own = rows.map(({ handle }) => handle as string).find((handle) => !handles(page.html).includes(handle));
    for (const session of [theirs, own ?? '', 'nothing', '%', ''])
      expect((await stranger.browser.send(page, { session })).status).toBe(404);
    expect([await isLoggedIn(owner.browser), await isLoggedIn(stranger.browser)]).toEqual([true, true]);
    expect(handles((await owner.browser.open(path)).html)).toEqual([theirs]);
    expect(await auditOfSubject(hub, stranger.user.id, 'session.close')).toEqual([]);
  });
});

test.each(['/back-office/profile', '/back-office/profile/password', '/back-office/profile/sessions'])(
  '%s redirects to the log-in page',
  async (path) => {
    expect((await openBrowser(hub).open(path)).url).toBe(`/back-office/log-in?continue=${encodeURIComponent(path)}`);
  },
);
