/** What the link of an invitation opens (docs/api/back-office.md#people). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { logInAs, openBrowser, type Browser } from './browser.ts';
import { aUser } from './builders.ts';
import { aStaffedLocation, callAs, sessionOf } from './members.ts';
import { aKnownUser, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let staff: Awaited<ReturnType<typeof aStaffedLocation>>;
beforeAll(async () => {
  auth = await startTestAuth();
  staff = await aStaffedLocation(auth);
});
afterAll(() => auth.close());

const atLocation = () => ({ location_id: staff.location.id });

async function aLink(body: object = { role: 'kitchen' }): Promise<string> {
  const route = `POST /management/locations/${staff.location.id}/invitations`;
  const { url } = (await callAs(auth, staff.owner.browser, route, { ids: atLocation(), body })).body;
  return (url as string).replace('https://hub.example', '');
}

const roleOf = async (browser: Browser) => (await sessionOf(auth, browser, atLocation())).place?.role ?? null;

describe('a visitor who has not logged in', () => {
  test('reads who invites them where, and is led to log in or to sign up', async () => {
    const { html, status } = await openBrowser(auth).open(await aLink());
    expect(status).toBe(200);
    for (const text of ['Ada Lovelace', 'Rue du Bac', 'Chez Ada', 'without prices']) expect(html).toContain(text);
    expect(html).toContain('href="/back-office/join/sign-up?token=');
    expect(html).toContain('href="/back-office/log-in?continue=%2Fback-office%2Fjoin%3Ftoken%3D');
    expect(html).not.toContain('Accept the invitation');
  });

  test('logs in, and comes back to accept', async () => {
    const user = await aKnownUser(auth);
    const browser = openBrowser(auth);
    const link = await aLink();
    await browser.open(link);
    const page = await browser.send(
      await browser.open(`/back-office/log-in?continue=${encodeURIComponent(link)}`),
      user,
    );
    expect([page.url, page.html.includes(`You are logged in as`)]).toEqual([link, true]);
    expect(await roleOf(browser)).toBeNull();
    const joined = await browser.request('POST', link, formOf(page.html));
    expect([joined.status, joined.headers.get('location')]).toEqual([
      303,
      `/back-office/locations/${staff.location.id}`,
    ]);
    expect(await roleOf(browser)).toBe('kitchen');
    const entry = (await auditOfSubject(auth, staff.location.id, 'member.add')).at(-1);
    expect(entry).toMatchObject({ actor: 'user', actor_id: user.id, account_id: staff.account.id });
  });

  test('signs up without a business, and accepts', async () => {
    const browser = openBrowser(auth);
    const link = await aLink({ role: 'manager', email: 'anna@example.com' });
    const form = await browser.open(link.replace('/join?', '/join/sign-up?'));
    expect(form.html).toContain('value="anna@example.com"');
    const { email, password } = aUser();
    const names = { first_name: 'Anna', last_name: '' };
    const page = await browser.send(form, { ...names, email, password });
    expect(page.url).toBe(link);
    await browser.send(page);
    expect(await roleOf(browser)).toBe('manager');
    const { rows } = await auth.db.query(
      `select u.timezone, (select count(*)::int from accounts a where a.user_id = u.id) as accounts
       from users u where u.email = $1`,
      [email],
    );
    expect(rows).toEqual([{ timezone: 'Europe/Paris', accounts: 0 }]);
  });

  test.each([
    [{ email: 'nobody', password: 'correct horse battery' }, 'Email must be an email address'],
    [{ email: `${newId()}@example.com`, password: '12345678' }, 'too easy to guess'],
    [{ email: `${newId()}@example.com`, password: 'x' }, 'at least 8 characters'],
  ])('reads what is wrong with %j', async (fields, fault) => {
    const browser = openBrowser(auth);
    const link = await aLink();
    const form = await browser.open(link.replace('/join?', '/join/sign-up?'));
    const page = await browser.send(form, { first_name: '', last_name: '', ...fields });
    expect([page.status, page.html.includes(fault)]).toEqual([422, true]);
  });

  test('cannot sign up there without an invitation', async () => {
    const browser = openBrowser(auth);
    const form = await browser.open((await aLink()).replace('/join?', '/join/sign-up?'));
    const { email, password } = aUser();
    const fields = { first_name: '', last_name: '', email, password };
    const page = await browser.send({ ...form, url: `/back-office/join/sign-up?token=${'0'.repeat(48)}` }, fields);
    expect([page.status, page.html.includes('no longer valid')]).toEqual([422, true]);
    const { rowCount } = await auth.db.query('select from users where email = $1', [email]);
    expect(rowCount).toBe(0);
  });

  test('cannot accept, but is sent to log in', async () => {
    const browser = openBrowser(auth);
    const link = await aLink();
    const signUp = await browser.open(link.replace('/join?', '/join/sign-up?'));
    const { status, headers } = await browser.request('POST', link, formOf(signUp.html));
    expect([status, headers.get('location')?.startsWith('/back-office/log-in?')]).toEqual([303, true]);
  });
});

/** The hidden fields of the page's own form. */
const formOf = (html: string) => {
  const [, token = ''] = /name="form_token" value="([^"]+)"/.exec(html) ?? [];
  return new URLSearchParams({ form_token: token });
};

describe('a link', () => {
  test('works once, however many accept it at once', async () => {
    const link = await aLink();
    const users = await Promise.all(Array.from({ length: 5 }, () => aKnownUser(auth)));
    const browsers = await Promise.all(users.map((user) => logInAs(auth, user)));
    const pages = await Promise.all(browsers.map((browser) => browser.open(link)));
    await Promise.all(browsers.map((browser, at) => browser.request('POST', link, formOf(pages[at]!.html))));
    const roles = await Promise.all(browsers.map(roleOf));
    expect(roles.filter((role) => role === 'kitchen')).toHaveLength(1);
    expect((await openBrowser(auth).open(link)).html).toContain('no longer valid');
  });

  test('does not work after the invitation was withdrawn', async () => {
    const link = await aLink();
    const query = `GET /management/invitations?location_id=${staff.location.id}&count=100`;
    const { items } = (await callAs(auth, staff.owner.browser, query, { ids: atLocation() })).body;
    for (const { id } of items as { id: string }[])
      await callAs(auth, staff.owner.browser, `POST /management/invitations/${id}/withdraw`, { ids: atLocation() });
    expect((await openBrowser(auth).open(link)).html).toContain('no longer valid');
  });

  test.each(['', 'x', '0'.repeat(48), 'x'.repeat(100), '%00', '%27'])('with the token %j is none', async (token) => {
    const { status, html } = await openBrowser(auth).open(`/back-office/join?token=${token}`);
    expect([200, 400, 422]).toContain(status);
    expect(html).not.toContain('Accept');
  });

  test('is not for the owner, and not for who works there', async () => {
    const link = await aLink();
    const owned = await staff.owner.browser.open(link);
    expect([owned.html.includes('You own this location'), owned.html.includes('Accept the')]).toEqual([true, false]);
    const works = await staff.kitchen.browser.open(link);
    expect([works.html.includes('You work at this location'), works.html.includes('Accept the')]).toEqual([
      true,
      false,
    ]);
    const elsewhere = await openBrowser(auth).open(link);
    expect(elsewhere.html).toContain('href="/back-office/join/sign-up');
    const other = await staff.kitchen.browser.open('/back-office/profile/sessions');
    const forced = await staff.kitchen.browser.request('POST', link, formOf(other.html));
    expect([403, 422]).toContain(forced.status);
    expect(await roleOf(staff.kitchen.browser)).toBe('kitchen');
    expect((await openBrowser(auth).open(link)).html).toContain('Rue du Bac');
  });

  test('is read in the language of the browser', async () => {
    const { html } = await openBrowser(auth, { 'accept-language': 'de' }).open(await aLink());
    expect(html).toContain('Ada Lovelace</bdi> lädt Sie ein, bei <bdi>Rue du Bac</bdi>');
  });
});
