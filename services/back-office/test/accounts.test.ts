import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { eventually, aCaller, testOperatorKey } from '@order-hub/testing/call';
import { newId } from '@order-hub/shared/ids';
import { backOfficeClient } from '@order-hub/shared/user-caller';
import { type Browser, logInAs, openBrowser } from '../../auth/test/browser.ts';
import { aLocation, aUser, aTenant, authorize } from '../../auth/test/builders.ts';
import { aMember, aStaffedLocation } from '../../auth/test/members.ts';
import { anOwner, auditOfAccount, auditOfSubject, anOperator } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

/** The pages of accounts (docs/api/back-office.md#accounts). */
describe('accounts', () => {
  const place = { address: '', postal_code: '', city: '', country: '', timezone: 'Europe/Paris' };

  const accountsOf = async (user_id: string) =>
    (await hub.db.query('select id, name, currency from accounts where user_id = $1 order by id', [user_id])).rows;

  const idOf = ({ url }: { url: string }) => url.split('/').at(-1) ?? '';

  describe('the home of the back office', () => {
    test('shows the locations of a single account', async () => {
      const { browser, account } = await anOwner(hub);
      const empty = await browser.open('/back-office');
      expect(empty.html).toContain(`/back-office/accounts/${account.id}/locations/new`);
      await hub.operator('POST /management/locations', aLocation(account.id, { city: 'Paris', country: 'FR' }));
      const { html } = await browser.open('/back-office');
      for (const text of ['Rue du Bac', 'Paris, France', 'Chez Ada']) expect(html).toContain(text);
    });

    test('lists many accounts, a hundred at a time, each once', async () => {
      const { browser, user, account } = await anOwner(hub);
      await hub.db.query(
        `insert into accounts (id, user_id, name, currency, created_at)
       select $1 || lpad(n::text, 3, '0'), $2, 'Number ' || n, 'EUR', now() from generate_series(1, 101) n`,
        [account.id, user.id],
      );
      const first = await browser.open('/back-office');
      const [, more = ''] = /href="([^"]*\?after=[^"]*)"/.exec(first.html) ?? [];
      const second = await browser.open(more);
      const links = (html: string) => [...html.matchAll(/accounts\/(\w{12,})"/g)].map(([, id]) => id);
      expect([links(first.html).length, links(second.html).length]).toEqual([100, 2]);
      expect([...links(first.html), ...links(second.html)]).toEqual((await accountsOf(user.id)).map(({ id }) => id));
      expect(second.html).not.toContain('?after=');
    });

    test('explains the first step to a user without accounts', async () => {
      const given = aUser();
      await hub.operator('POST /management/users', given);
      const { html } = await (await logInAs(hub, given)).open('/back-office');
      expect(html).toContain('You have none yet');
      expect(html).toContain('href="/back-office/accounts/new"');
    });
  });

  describe('a new account', () => {
    const add = async (browser: Browser, fields: Record<string, string>) =>
      browser.send(await browser.open('/back-office/accounts/new'), fields);

    test('belongs to the user, and the audit names them', async () => {
      const { browser, user, email } = await anOwner(hub);
      const page = await add(browser, { name: ' Da Bruno ', currency: 'JPY', user_id: 'another' });
      expect(page.html).toContain('<h1>Da Bruno</h1>');
      expect(page.html).toContain('Japanese Yen (JPY)');
      const id = idOf(page);
      expect(await accountsOf(user.id)).toContainEqual({ id, name: 'Da Bruno', currency: 'JPY' });
      expect(await auditOfAccount(hub, id)).toMatchObject([
        { actor_id: user.id, actor_name: email, action: 'account.create', subject_id: id },
      ]);
    });

    test.each([
      [{ name: '', currency: 'EUR' }, 'Name must not be empty'],
      [{ name: 'A', currency: '' }, 'Currency must be an ISO 4217 currency code'],
      [{ name: 'A', currency: 'eur' }, 'Currency must be an ISO 4217 currency code'],
      [{ name: 'x'.repeat(256), currency: 'EUR' }, 'Name must have at most 255 characters'],
    ])('with %j is refused beside the field, and nothing is created', async (fields, fault) => {
      const { browser, user } = await anOwner(hub);
      const page = await add(browser, fields);
      expect(page.status).toBe(422);
      expect(page.html).toContain(fault);
      expect(await accountsOf(user.id)).toHaveLength(1);
    });

    test('is refused to a user with a hundred accounts', async () => {
      const { browser, user, account } = await anOwner(hub);
      await hub.db.query(
        `insert into accounts (id, user_id, name, currency, created_at)
       select $1 || n, $2, 'Number ' || n, 'EUR', now() from generate_series(1, 99) n`,
        [account.id, user.id],
      );
      const page = await add(browser, { name: 'One more', currency: 'EUR' });
      expect(page.status).toBe(422);
      expect(page.html).toContain('You may have at most 100 businesses.');
      expect(await accountsOf(user.id)).toHaveLength(100);
    });
  });

  describe('the page of an account', () => {
    test('shows its facts and its suspension', async () => {
      const { browser, account } = await anOwner(hub);
      const path = `/back-office/accounts/${account.id}`;
      const active = await browser.open(path);
      for (const text of ['<h1>Chez Ada</h1>', 'Euro (EUR)', account.id, 'Active']) expect(active.html).toContain(text);
      await hub.operator(`POST /management/accounts/${account.id}/suspend`);
      expect((await browser.open(path)).html).toContain('its subscription has not been paid');
    });

    test('lists its locations, fifty at a time, each once', async () => {
      const { browser, account } = await anOwner(hub);
      for (let n = 0; n < 51; n += 1) await hub.operator('POST /management/locations', aLocation(account.id));
      const first = await browser.open(`/back-office/accounts/${account.id}`);
      const [, more = ''] = /href="([^"]*\?after=[^"]*)"/.exec(first.html) ?? [];
      const second = await browser.open(more);
      const links = (html: string) => [...html.matchAll(/locations\/(\w{12,})"/g)].map(([, id]) => id);
      expect([links(first.html).length, links(second.html).length]).toEqual([50, 1]);
      expect(new Set([...links(first.html), ...links(second.html)]).size).toBe(51);
    });
  });

  describe('renaming an account', () => {
    const rename = async (browser: Browser, id: string, name: string) =>
      browser.send(await browser.open(`/back-office/accounts/${id}/update`), { name });

    test('changes the name, and the audit names the user', async () => {
      const { browser, account, user, email } = await anOwner(hub);
      await rename(browser, account.id, ' Da Bruno ');
      expect((await browser.open('/back-office')).html).toContain('Da Bruno');
      expect(await auditOfAccount(hub, account.id)).toMatchObject([
        {
          actor: 'user',
          actor_id: user.id,
          actor_name: email,
          action: 'account.rename',
          details: '{"before":"Chez Ada","after":"Da Bruno"}',
          address: expect.any(String),
        },
      ]);
    });

    test('sends no event: no location changes', async () => {
      const { browser, account } = await anOwner(hub);
      const location = (await hub.operator('POST /management/locations', aLocation(account.id))).body;
      await rename(browser, account.id, 'Da Bruno');
      // The event of a later change has the new name before and after.
      await browser.send(await browser.open(`/back-office/locations/${location.id}/update`), { ...place, name: 'Bar' });
      const [change, ...others] = await eventually(() => hub.bodiesOf('change', location.id));
      expect(others).toEqual([]);
      expect(JSON.parse(change!.previous_state!).account.name).toBe('Da Bruno');
    });

    test('the same name again changes nothing', async () => {
      const { browser, account } = await anOwner(hub);
      await rename(browser, account.id, account.name);
      expect(await auditOfAccount(hub, account.id)).toEqual([]);
    });

    test.each([
      ['', 'must not be empty'],
      ['x'.repeat(256), 'at most 255 characters'],
    ])('the name %p is refused beside its field', async (name, message) => {
      const { browser, account } = await anOwner(hub);
      const page = await rename(browser, account.id, name);
      expect(page.status).toBe(422);
      expect(page.html).toContain(message);
    });
  });

  test('audit entries can be neither updated nor deleted', async () => {
    for (const statement of [
      'update audit_entries set action = null',
      'delete from audit_entries',
      'truncate audit_entries',
    ])
      await expect(hub.db.query(statement)).rejects.toThrow('only added to');
  });

  test('an unknown path gets a page with 404', async () => {
    const page = await openBrowser(hub).open('/back-office/none/of/them');
    expect(page.status).toBe(404);
    expect(page.html).toContain('<h1>There is no such page</h1>');
  });
});

/** The pages of people: inviting, placing, removing and leaving (docs/api/back-office.md#people). */
describe('people', () => {
  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  let path: string;

  beforeAll(async () => {
    staff = await aStaffedLocation(hub);
    path = `/back-office/locations/${staff.location.id}`;
  });

  const linkIn = (html: string) => /\/back-office\/join\?token=[0-9a-f]{48}/.exec(html)?.[0] ?? '';

  describe('inviting', () => {
    test('shows the link once; whoever signs up by it works at the location', async () => {
      const { browser } = staff.owner;
      const page = await browser.send(await browser.open(`${path}/people/invite`), {
        role: 'manager',
        email: 'anna@example.com',
      });
      expect(page.html).toContain('The invitation is ready');
      const link = linkIn(page.html);
      const people = await browser.open(`${path}/people`);
      expect(people.html).toContain('anna@example.com');
      expect(people.html).not.toContain(link.slice(-48));
      const guest = openBrowser(hub);
      const { email, password } = aUser();
      const form = await guest.open(link.replace('/join?', '/join/sign-up?'));
      const joined = await guest.send(await guest.send(form, { first_name: 'Anna', last_name: 'Bo', email, password }));
      expect([joined.status, joined.url]).toEqual([200, path]);
      expect(joined.html).toContain('Welcome. You now work at Rue du Bac.');
      expect((await browser.open(`${path}/people`)).html).toContain('Anna Bo');
      expect((await browser.open(`/back-office/accounts/${staff.account.id}/people`)).html).toContain('Anna Bo');
    });

    test('is for the owner, and for managers who invite the kitchen', async () => {
      const { browser } = staff.manager;
      const form = await browser.open(`${path}/people/invite`);
      expect([form.html.includes('value="kitchen"'), form.html.includes('value="manager"')]).toEqual([true, false]);
      expect((await browser.send(form, { role: 'manager', email: '' })).status).toBe(422);
      expect(linkIn((await browser.send(form, { role: 'kitchen', email: '' })).html)).not.toBe('');
    });

    test.each([
      [{ role: 'chef', email: '' }, 'role'],
      [{ role: 'kitchen', email: 'nobody' }, 'email'],
      [{ role: 'kitchen', email: `${'x'.repeat(300)}@example.com` }, 'email'],
    ])('with %j is refused beside the field', async (fields, field) => {
      const { browser } = staff.owner;
      const page = await browser.send(await browser.open(`${path}/people/invite`), fields);
      expect([page.status, page.html.includes(`id="field-${field}"`)]).toEqual([422, true]);
    });

    test('is withdrawn', async () => {
      const { browser } = staff.owner;
      const page = await browser.send(await browser.open(`${path}/people/invite`), {
        role: 'kitchen',
        email: 'eve@example.com',
      });
      const people = await browser.open(`${path}/people`);
      const [row = ''] = /<tr><td[^>]*><bdi>eve@example\.com.*?<\/tr>/s.exec(people.html) ?? [];
      const [, withdraw = ''] = /href="([^"]*\/withdraw)"/.exec(row) ?? [];
      expect((await browser.send(await browser.open(withdraw))).html).toContain('The invitation has been withdrawn.');
      expect((await openBrowser(hub).open(linkIn(page.html))).html).toContain('no longer valid');
    });
  });

  describe('members', () => {
    test('get another role from the owner', async () => {
      const member = await aMember(hub, staff.location.id, 'kitchen');
      const { browser } = staff.owner;
      const update = `${path}/people/${member.member_id}/update`;
      expect((await browser.send(await browser.open(update), { role: 'manager' })).html).toContain(
        'The role has been changed',
      );
      expect((await member.browser.open(`${path}/people`)).status).toBe(200);
    });

    test('lose everything with their next request when they are removed', async () => {
      const member = await aMember(hub, staff.location.id, 'kitchen');
      expect((await member.browser.open(path)).status).toBe(200);
      const { browser } = staff.manager;
      const remove = `${path}/people/${member.member_id}/remove`;
      expect((await browser.send(await browser.open(remove))).html).toContain('This person no longer works here.');
      expect((await member.browser.open(path)).status).toBe(404);
      expect((await member.browser.open('/back-office')).html).not.toContain('Rue du Bac');
      const entry = (await auditOfSubject(hub, staff.location.id, 'member.remove')).at(-1);
      expect(entry).toMatchObject({ actor_name: staff.manager.email, account_id: staff.account.id });
    });

    test('leave by themselves', async () => {
      const member = await aMember(hub, staff.location.id, 'manager');
      const page = await member.browser.send(await member.browser.open(`${path}/leave`));
      expect([page.url, page.html.includes('You have left the location.')]).toEqual(['/back-office', true]);
      expect((await member.browser.open(path)).status).toBe(404);
    });

    test('of another location are not there', async () => {
      const { browser } = staff.owner;
      for (const verb of ['update', 'remove'])
        expect((await browser.open(`${path}/people/${staff.otherManager.member_id}/${verb}`)).status).toBe(404);
      const own = await staff.manager.browser.open(`${path}/people/invite`);
      const foreign = `${path}/people/${staff.otherManager.member_id}/remove`;
      expect((await staff.manager.browser.send({ ...own, url: foreign })).status).toBe(404);
    });

    test('are fifty on a page', async () => {
      const large = await aStaffedLocation(hub);
      await hub.db.query(
        `with made as (
         insert into users (id, email, email_key, password_hash, timezone, locales, created_at)
         select $1 || n, $1 || n || '@example.com', $1 || n || '@example.com', '-', 'UTC', '{}', now()
         from generate_series(1, 60) n returning id)
       insert into members (id, account_id, location_id, user_id, role, created_at)
       select 'zz' || id, $2, $3, id, 'kitchen', now() from made`,
        [large.kitchen.id, large.account.id, large.location.id],
      );
      const first = await large.owner.browser.open(`/back-office/locations/${large.location.id}/people`);
      const [, more = ''] = /href="(\?after=[^"]*)"/.exec(first.html) ?? [];
      const second = await large.owner.browser.open(`/back-office/locations/${large.location.id}/people${more}`);
      const rows = ({ html }: { html: string }) => html.split('/remove"').length - 1;
      expect([rows(first), rows(second)]).toEqual([50, 12]);
    });
  });

  describe('the home', () => {
    test('of somebody in the kitchen of one location is its board', async () => {
      const member = await aMember(hub, staff.location.id, 'kitchen');
      const { headers, status } = await member.browser.request('GET', '/back-office');
      expect([status, headers.get('location')]).toEqual([303, `${path}/orders`]);
    });

    test('of somebody with several locations lists them, and of an owner both', async () => {
      const member = await aMember(hub, staff.location.id, 'kitchen');
      const there = { user_id: member.id, location_id: staff.elsewhere.id, role: 'manager' };
      await hub.operator('POST /management/members', there);
      const { html } = await member.browser.open('/back-office');
      for (const text of ['Where you work', 'Rue du Bac', 'Halles', 'Kitchen', 'Manager']) expect(html).toContain(text);
      expect(html).not.toContain('You have none yet');
      const owner = { ...there, user_id: staff.stranger.user.id };
      await hub.operator('POST /management/members', owner);
      const own = (await staff.stranger.browser.open('/back-office')).html;
      for (const text of ['Where you work', 'Halles', 'Open the business']) expect(own).toContain(text);
    });
  });

  test('the page of a location shows members no connections, no events and no way to change its details', async () => {
    const owned = (await staff.owner.browser.open(path)).html;
    for (const text of ['Connections', `${path}/events`, `${path}/update`]) expect(owned).toContain(text);
    for (const { browser } of [staff.manager, staff.kitchen]) {
      const { html, status } = await browser.open(path);
      expect(status).toBe(200);
      for (const text of ['Connections', `${path}/events`, `${path}/update`, '/back-office/accounts/'])
        expect(html).not.toContain(text);
      expect(html).toContain(`${path}/leave`);
    }
  });
});

/** The pages of the user's own profile, password and sessions (docs/api/back-office.md#profile). */
describe('the profile of a user', () => {
  const rowOf = async (id: string) =>
    (
      await hub.db.query('select first_name, last_name, timezone, locales, password_hash from users where id = $1', [
        id,
      ])
    ).rows[0];

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
      expect([await isLoggedIn(browser), await isLoggedIn(other), await isLoggedIn(third)]).toEqual([
        true,
        false,
        true,
      ]);
      expect(await auditOfSubject(hub, user.id, 'session.close')).toMatchObject([
        { actor: 'user', actor_id: user.id, details: JSON.stringify({ session: handle, browser: 'node' }) },
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
        { actor_id: user.id, details: '{"sessions":2,"browser":"node"}' },
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
});

/** The pages of the audit (docs/api/back-office.md#audit). */
describe('the pages of the audit', () => {
  const address = '203.0.113.7';

  /** With the operator key, from an address that the audit shows. */
  const asOperator = (route: string) =>
    hub.call(route, { operatorKey: testOperatorKey, body: {}, headers: { 'x-forwarded-for': address } });

  const toldIn = (html: string) => html.split('<details>').length - 1;

  const rowsIn = (html: string) => html.split('<tr>').length - 2;

  describe('the audit of an account', () => {
    test('the owner reads its entries, and no others', async () => {
      const [owner, stranger] = [await anOwner(hub), await anOwner(hub)];
      await asOperator(`POST /management/accounts/${stranger.account.id}/suspend`);
      await owner.browser.send(await owner.browser.open(`/back-office/accounts/${owner.account.id}/update`), {
        name: '<b>New</b>',
      });
      const page = await owner.browser.open(`/back-office/accounts/${owner.account.id}/audit`);
      expect(page.status).toBe(200);
      for (const text of [
        'The owner renamed the business from <bdi>Chez Ada</bdi> to <bdi>&lt;b>New&lt;/b></bdi>.',
        'An operator of the hub created the business.',
        'account.rename',
        owner.user.email,
      ])
        expect(page.html).toContain(text);
      expect(toldIn(page.html)).toBe(2);
      expect(page.html).not.toContain('account.suspend');
      const foreign = await owner.browser.open(`/back-office/accounts/${stranger.account.id}/audit`);
      expect(foreign.status).toBe(404);
      expect((await owner.browser.open(`/back-office/accounts/${newId()}/audit`)).html).toBe(foreign.html);
    });

    test('the owner sees that an operator acted, and why, but not which one or from where', async () => {
      const [owner, operator] = [await anOwner(hub), await anOperator(hub)];
      const path = `/back-office/operator/accounts/${owner.account.id}/suspend`;
      await operator.browser.send(await operator.browser.open(path), { reason: 'Not paid' });
      const { html } = await owner.browser.open(`/back-office/accounts/${owner.account.id}/audit`);
      expect(html).toContain('An operator of the hub');
      expect(html).toContain('Reason: <bdi>Not paid</bdi>');
      expect(html).not.toContain(operator.email);
      expect(html).not.toContain('127.0.0.1');
    });
  });

  describe('the audit of the hub', () => {
    test('operators filter it, newest first, page by page', async () => {
      const operator = await anOperator(hub);
      const tenant = await aTenant(hub);
      const { id } = await authorize(hub, tenant, { location_id: tenant.location.id });
      for (let time = 0; time < 30; time += 1)
        for (const verb of ['block', 'unblock']) await asOperator(`POST /management/connections/${id}/${verb}`);
      const open = async (query: string) => {
        const page = await operator.browser.open(`/back-office/operator/audit?${query}`);
        expect(page.status).toBe(200);
        return page.html;
      };
      const first = await open(`account=${tenant.account.id}&actor=operator&by=&action=`);
      expect(rowsIn(first)).toBe(50);
      const [, earlier = ''] = /href="([^"]*before=[^"]*)"/.exec(first) ?? [];
      const last = await open(earlier.replaceAll('&amp;', '&').split('?')[1] ?? '');
      expect(rowsIn(last)).toBe(13);
      const verbs = [...first.matchAll(/connection\.(block|unblock)/g)].map(([, verb]) => verb);
      expect(verbs).toEqual(Array.from({ length: 25 }, () => ['unblock', 'block']).flat());
      expect(last).toContain('account.create');
      expect(last).not.toContain('before=');
      expect(rowsIn(await open(`account=${tenant.account.id}&action=connection.grant`))).toBe(1);
      expect(rowsIn(await open(`by=${operator.id}`))).toBe(2);
      expect(await open(`by=${operator.id}`)).toContain('session.open');
      expect(await open(`by=${operator.id}`)).toContain('second_factor.add');
      expect(await open('account=none')).toContain('None matches this filter');
      expect(await open('actor=nobody')).toContain('None matches this filter');
      expect(first).toContain(address);
    });
  });
});

/** The audit in sentences: who did what, filtered, in the reader's language (docs/api/back-office.md#audit). */
describe('the audit as sentences', () => {
  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  beforeAll(async () => {
    staff = await aStaffedLocation(hub);
  });

  const audit = async (query = '') =>
    (await staff.owner.browser.open(`/back-office/accounts/${staff.account.id}/audit${query}`)).html;

  /** The sentences on a page, newest first, without markup. */
  const sentencesIn = (html: string) =>
    [...html.matchAll(/<\/small><\/p><p>(.*?)<\/p>/gs)].map(([, text = '']) => text.replaceAll(/<[^>]+>/g, ''));

  const place = () => `/back-office/locations/${staff.location.id}`;

  describe('what people did', () => {
    test('is told with their names, the place and the app', async () => {
      const { browser } = staff.owner;
      const client = (
        await hub.operator('POST /management/clients', { user_id: staff.stranger.user.id, name: 'Till Pro' })
      ).body;
      const tenant = { client_id: client.client_id, user: staff.owner.user } as never;
      await authorize(hub, tenant, { location_id: staff.location.id, scope: 'location[orders.write]' });
      await authorize(hub, tenant, { location_id: staff.elsewhere.id, scope: 'location[orders.read,inventory.write]' });
      await browser.send(await browser.open(`${place()}/people/invite`), {
        role: 'manager',
        email: 'anna@example.com',
      });
      await browser.send(await browser.open(`${place()}/people/invite`), { role: 'kitchen', email: '' });
      const member = await aMember(hub, staff.location.id, 'kitchen');
      await browser.send(await browser.open(`${place()}/people/${member.member_id}/update`), { role: 'manager' });
      await member.browser.send(await member.browser.open(`${place()}/leave`));
      expect(sentencesIn(await audit()).slice(0, 7)).toEqual([
        'Ada Lovelace left Rue du Bac.',
        `The owner changed the role of ${member.email} at Rue du Bac: manager.`,
        `An operator of the hub gave ${member.email} a role at Rue du Bac: kitchen.`,
        'The owner invited somebody to Rue du Bac for the kitchen.',
        'The owner invited anna@example.com to Rue du Bac as a manager.',
        expect.stringContaining('An operator of the hub gave Till Pro these rights at Halles: orders (read only)'),
        'An operator of the hub gave Till Pro the right to change orders of Rue du Bac.',
      ]);
    });

    test('through the API names the member, not the client of the back office', async () => {
      const { id } = staff.manager;
      const as = aCaller({
        ...{ connection_id: id, user_id: id, client_id: backOfficeClient.id, client_name: backOfficeClient.name },
        ...{ account: { id: staff.account.id, currency: 'EUR' }, location_id: staff.location.id },
        location: { id: staff.location.id, timezone: 'Europe/Paris' },
      });
      const update = (body: object) => hub.call(`PATCH /locations/${staff.location.id}`, { as, body });
      const day = [{ from: '10:00', to: '22:00' }];
      const week = Object.fromEntries(
        ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'].map((name) => [name, day]),
      );
      expect((await update({ opening_hours: week })).status).toBe(200);
      expect((await update({ preparation_time: 25 })).status).toBe(200);
      expect((await update({ order_acceptance: { mode: 'paused' } })).status).toBe(200);
      await hub.db.query(`update users set first_name = 'Anna', last_name = null where id = $1`, [id]);
      expect(sentencesIn(await audit()).slice(0, 3)).toEqual([
        'Anna paused the orders of Rue du Bac.',
        'Anna changed the preparation time of Rue du Bac from 15 to 25 minutes.',
        'Anna changed the opening hours of Rue du Bac.',
      ]);
    });
  });

  describe('the filter', () => {
    test.each([
      ['who=client', 0],
      ['what=menu', 0],
      ['when=1&what=business', 1],
      ['what=menu&who=operator', 0],
    ])('%s finds %i', async (query, count) => {
      expect(sentencesIn(await audit(`?${query}`))).toHaveLength(count);
    });

    test('by a person finds what they did, and never an operator', async () => {
      const own = sentencesIn(await audit(`?who=${staff.owner.user.id}`));
      expect(own.length).toBeGreaterThan(2);
      expect(own.every((sentence) => sentence.startsWith('The owner'))).toBe(true);
      const people = sentencesIn(await audit('?what=people&when=7'));
      expect(people.every((sentence) => /role|invited|left|works/.test(sentence))).toBe(true);
      const operators = sentencesIn(await audit('?who=operator'));
      expect(operators.every((sentence) => sentence.startsWith('An operator of the hub'))).toBe(true);
    });

    test.each(['what=all', 'when=2', `who=${'x'.repeat(100)}`, 'when=1%00'])('%s is refused', async (query) => {
      const { status } = await staff.owner.browser.open(`/back-office/accounts/${staff.account.id}/audit?${query}`);
      expect([400, 422]).toContain(status);
    });
  });

  test('an action of a later release is told as a change, and odd details break nothing', async () => {
    const insert = (id: string, action: string, details: string | null) =>
      hub.db.query(
        `insert into audit_entries (id, at, actor, actor_id, actor_name, action, account_id, subject_id, details, request_id)
       values ($1, now(), 'user', 'x', null, $2, $3, 's', $4, 'r')`,
        [`zz${id}`, action, staff.account.id, details],
      );
    await insert('1', 'robot.dance', '{"a":1}');
    await insert('2', 'connection.grant', '{"scope":"nonsense[[","location_id":5}');
    await insert('3', 'location.update', '{"before":null,"after":[1]}');
    await insert('4', 'member.update', '[]');
    const told = sentencesIn(await audit()).slice(0, 4);
    expect(told[3]).toBe('Somebody made a change: robot.dance.');
    expect(told).toHaveLength(4);
  });

  test('is in the language of the reader', async () => {
    const german = openBrowser(hub, { 'accept-language': 'de' });
    const { given: owner } = staff.owner;
    await german.send(await german.open('/back-office/log-in'), { email: owner.email, password: owner.password });
    const { html } = await german.open(`/back-office/accounts/${staff.account.id}/audit?who=operator`);
    expect(sentencesIn(html).join(' ')).toContain('Ein Betreiber des Hubs hat');
  });
});
