/** The pages of people: inviting, placing, removing and leaving (docs/api/back-office.md#people). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { openBrowser } from '../../auth/test/browser.ts';
import { aUser } from '../../auth/test/builders.ts';
import { aMember, aStaffedLocation } from '../../auth/test/members.ts';
import { auditOfSubject } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

let hub: TestBackOffice;
let staff: Awaited<ReturnType<typeof aStaffedLocation>>;
let path: string;
beforeAll(async () => {
  hub = await startTestBackOffice();
  staff = await aStaffedLocation(hub);
  path = `/back-office/locations/${staff.location.id}`;
});
afterAll(() => hub.close());

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
