import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { type Browser, logInAs, openBrowser } from './browser.ts';
import { aLocationCaller, anAccount, aTenant, aUser, aUserCaller, authorize, type Tenant } from './builders.ts';
import { aMember, aStaffedLocation, callAs, sessionOf } from './members.ts';
import { aKnownUser, anOwnerOfLocation, auditOfSubject } from './owner.ts';
import { callerOf, startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
beforeAll(async () => (auth = await startTestAuth()));
afterAll(() => auth.close());

/** Who works at which location, and what becomes of their rights (docs/api/back-office.md#people). */
describe('members', () => {
  test('of all accounts of a user are told to the user alone, the newest first', async () => {
    const { owner, manager, kitchen, otherManager, stranger, account } = await aStaffedLocation(auth);
    const peopleOf = async (browser: typeof owner.browser) =>
      (await callAs(auth, browser, 'GET /management/user/people')).body.items;
    const people = await peopleOf(owner.browser);
    expect(people.map(({ user_id }: { user_id: string }) => user_id)).toEqual([
      otherManager.id,
      kitchen.id,
      manager.id,
    ]);
    expect(people[1]).toMatchObject({ account_id: account.id, role: 'kitchen', email: kitchen.email });
    expect([await peopleOf(kitchen.browser), await peopleOf(stranger.browser)]).toEqual([[], []]);
  });

  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  beforeAll(async () => (staff = await aStaffedLocation(auth)));

  type Person = 'owner' | 'manager' | 'kitchen' | 'otherManager' | 'stranger';

  const everybody: Person[] = ['owner', 'manager', 'kitchen', 'otherManager', 'stranger'];

  const roleAt = async (person: Person, ids: object) =>
    (await sessionOf(auth, staff[person].browser, ids)).place?.role ?? null;

  describe('the role at a place', () => {
    test('is that of the owner or of the member, and of nobody else', async () => {
      const roles = (ids: object) => Promise.all(everybody.map((person) => roleAt(person, ids)));
      const location_id = staff.location.id;
      expect(await roles({ location_id })).toEqual(['owner', 'manager', 'kitchen', null, null]);
      expect(await roles({ location_id: staff.elsewhere.id })).toEqual(['owner', null, null, 'manager', null]);
      expect(await roles({ account_id: staff.account.id })).toEqual(['owner', null, null, null, null]);
    });

    test('comes with the names of the location and the account', async () => {
      const { place } = await sessionOf(auth, staff.kitchen.browser, { location_id: staff.location.id });
      expect(place).toMatchObject({ location_name: 'Rue du Bac', account_name: 'Chez Ada', timezone: 'Europe/Paris' });
    });

    test('a user has one at each location, also where they own another account', async () => {
      const owner = await anOwnerOfLocation(auth);
      const body = { user_id: owner.user.id, role: 'kitchen' };
      for (const { id: location_id } of [staff.location, staff.elsewhere])
        expect((await auth.operator('POST /management/members', { ...body, location_id })).status).toBe(200);
      const { items } = (await callAs(auth, owner.browser, 'GET /management/workplaces')).body;
      const at = (location: { id: string }) => ({
        location_id: location.id,
        role: 'kitchen',
        account_name: 'Chez Ada',
      });
      expect(items).toMatchObject([at(staff.location), at(staff.elsewhere)]);
      for (const { location_id } of items as { location_id: string }[])
        await callAs(auth, owner.browser, `POST /management/locations/${location_id}/leave`, { ids: { location_id } });
      expect((await callAs(auth, owner.browser, 'GET /management/workplaces')).body.items).toEqual([]);
    });
  });

  describe('a location', () => {
    test.each<[Person, number]>([
      ['owner', 200],
      ['manager', 200],
      ['kitchen', 200],
      ['otherManager', 404],
      ['stranger', 404],
    ])('is shown to %s with %i', async (person, status) => {
      const ids = { location_id: staff.location.id };
      const route = `GET /management/locations/${staff.location.id}`;
      expect((await callAs(auth, staff[person].browser, route, { ids })).status).toBe(status);
    });

    test('no member reads the account, its connections or its audit, or changes the location', async () => {
      const ids = { location_id: staff.location.id };
      const update = { name: 'Mine', timezone: 'UTC' };
      for (const { browser } of [staff.manager, staff.kitchen]) {
        const ask = (route: string, body?: object) => callAs(auth, browser, route, { ids, ...(body && { body }) });
        const statuses = [
          await ask(`GET /management/accounts/${staff.account.id}`),
          await ask(`GET /management/audit_entries?account=${staff.account.id}`),
          await ask(`POST /management/locations/${staff.location.id}`, update),
          await ask(`POST /management/accounts/${staff.account.id}`, { name: 'Mine' }),
        ].map(({ status }) => status);
        for (const status of statuses) expect([403, 404]).toContain(status);
      }
    });

    test('nobody but its owner opens examples with it', async () => {
      const ids = { location_id: staff.location.id };
      const body = { location_id: staff.location.id, right: 'read' };
      const { status } = await callAs(auth, staff.manager.browser, 'POST /management/user/example_connection', {
        ids,
        body,
      });
      expect([403, 404, 422]).toContain(status);
    });
  });

  describe('GET /management/members', () => {
    const list = (person: Person, query: string, ids: object) =>
      callAs(auth, staff[person].browser, `GET /management/members?${query}`, { ids });

    test('the owner sees the people of the account and of a location', async () => {
      const account_id = staff.account.id;
      const { items } = (await list('owner', `account_id=${account_id}`, { account_id })).body;
      const emails = (items as { email: string }[]).map(({ email }) => email);
      expect(emails).toEqual([staff.manager.email, staff.kitchen.email, staff.otherManager.email]);
      const location_id = staff.location.id;
      expect((await list('owner', `location_id=${location_id}`, { location_id })).body.items).toHaveLength(2);
    });

    test('a manager sees those of the location alone', async () => {
      const location_id = staff.location.id;
      const { items } = (await list('manager', `location_id=${location_id}`, { location_id })).body;
      expect(items).toMatchObject([
        { email: staff.manager.email, role: 'manager' },
        { email: staff.kitchen.email, role: 'kitchen', location_name: 'Rue du Bac' },
      ]);
      expect([403, 404]).toContain((await list('manager', `account_id=${staff.account.id}`, { location_id })).status);
    });

    test.each<Person>(['kitchen', 'otherManager', 'stranger'])('%s sees none', async (person) => {
      const location_id = staff.location.id;
      expect([403, 404]).toContain((await list(person, `location_id=${location_id}`, { location_id })).status);
    });

    test('is read in pages', async () => {
      const account_id = staff.account.id;
      const first = (await list('owner', `account_id=${account_id}&count=2`, { account_id })).body;
      const second = (await list('owner', `account_id=${account_id}&count=2&after=${first.next}`, { account_id })).body;
      expect([first.items.length, second.items.length, second.next]).toEqual([2, 1, null]);
    });
  });

  describe('a role', () => {
    const update = (person: Person, member_id: string, role: string) =>
      callAs(auth, staff[person].browser, `POST /management/members/${member_id}`, {
        ids: { location_id: staff.location.id },
        body: { role },
      });

    test('is changed by the owner, takes effect at once, and is audited with both', async () => {
      const member = await aMember(auth, staff.location.id, 'kitchen');
      expect((await update('owner', member.member_id, 'manager')).body).toEqual({});
      const { place } = await sessionOf(auth, member.browser, { location_id: staff.location.id });
      expect(place.role).toBe('manager');
      await update('owner', member.member_id, 'manager');
      const entries = await auditOfSubject(auth, staff.location.id, 'member.update');
      expect(entries).toHaveLength(1);
      expect(entries[0]).toMatchObject({ actor_id: staff.owner.user.id, account_id: staff.account.id });
      expect(JSON.parse(entries[0].details)).toMatchObject({
        email: member.email,
        before: 'kitchen',
        after: 'manager',
      });
      await update('owner', member.member_id, 'kitchen');
    });

    test.each<Person>(['manager', 'kitchen', 'otherManager', 'stranger'])('is not changed by %s', async (person) => {
      const member = await aMember(auth, staff.location.id, 'kitchen');
      expect([403, 404]).toContain((await update(person, member.member_id, 'manager')).status);
      expect((await sessionOf(auth, member.browser, { location_id: staff.location.id })).place.role).toBe('kitchen');
    });

    test.each(['owner', '', 'chef'])('%j is none', async (role) => {
      const { status, body } = await update('owner', staff.kitchen.member_id, role);
      expect([status, body.errors[0].field]).toEqual([422, 'role']);
    });
  });

  describe('the end', () => {
    const remove = (browser: Parameters<typeof callAs>[1], member_id: string) =>
      callAs(auth, browser, `POST /management/members/${member_id}/remove`, {
        ids: { location_id: staff.location.id },
      });

    test.each<[Person, 'manager' | 'kitchen', boolean]>([
      ['owner', 'manager', true],
      ['owner', 'kitchen', true],
      ['manager', 'kitchen', true],
      ['manager', 'manager', false],
      ['kitchen', 'kitchen', false],
      ['otherManager', 'kitchen', false],
      ['stranger', 'kitchen', false],
    ])('%s removes a %s: %s', async (person, role, isAllowed) => {
      const member = await aMember(auth, staff.location.id, role);
      const { status } = await remove(staff[person].browser, member.member_id);
      expect(isAllowed ? [200] : [403, 404]).toContain(status);
      const { place } = await sessionOf(auth, member.browser, { location_id: staff.location.id });
      expect(place?.role ?? null).toBe(isAllowed ? null : role);
    });

    test('members leave by themselves, and the audit says so', async () => {
      const member = await aMember(auth, staff.location.id, 'kitchen');
      const route = `POST /management/locations/${staff.location.id}/leave`;
      const ids = { location_id: staff.location.id };
      expect((await remove(member.browser, member.member_id)).status).toBe(403);
      expect((await callAs(auth, member.browser, route, { ids })).status).toBe(200);
      for (const { browser } of [member, staff.owner, staff.stranger])
        expect([403, 404]).toContain((await callAs(auth, browser, route, { ids })).status);
      expect((await sessionOf(auth, member.browser, { location_id: staff.location.id })).place).toBeNull();
      const entries = await auditOfSubject(auth, staff.location.id, 'member.leave');
      expect(entries.at(-1)).toMatchObject({ actor_id: member.id, actor_name: member.email });
    });

    test('happens once, however many ask at once', async () => {
      const member = await aMember(auth, staff.location.id, 'kitchen');
      const before = (await auditOfSubject(auth, staff.location.id, 'member.remove')).length;
      const answers = await Promise.all(Array.from({ length: 8 }, () => remove(staff.owner.browser, member.member_id)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect((await auditOfSubject(auth, staff.location.id, 'member.remove')).length).toBe(before + 1);
    });
  });

  describe('POST /management/members', () => {
    const add = (body: object) => auth.operator('POST /management/members', body);

    test('422 names what is wrong', async () => {
      const { id: user_id } = await aKnownUser(auth);
      const location_id = staff.location.id;
      const faulty: [object, string][] = [
        [{ user_id: newId(), location_id, role: 'kitchen' }, 'user_id'],
        [{ user_id, location_id: newId(), role: 'kitchen' }, 'location_id'],
        [{ user_id, location_id, role: 'owner' }, 'role'],
        [{ user_id: staff.owner.user.id, location_id, role: 'kitchen' }, 'user_id'],
        [{ user_id: staff.kitchen.id, location_id, role: 'manager' }, 'user_id'],
        [{ user_id: 'x'.repeat(10_000), location_id, role: 'kitchen' }, 'user_id'],
      ];
      for (const [body, field] of faulty) {
        const answer = await add(body);
        expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
      }
    });

    test('is audited for the account', async () => {
      const member = await aMember(auth, staff.elsewhere.id, 'kitchen');
      const entry = (await auditOfSubject(auth, staff.elsewhere.id, 'member.add')).at(-1);
      expect(entry).toMatchObject({ actor: 'operator', account_id: staff.account.id });
      expect(JSON.parse(entry.details)).toEqual({ email: member.email, role: 'kitchen', location: 'Halles' });
    });
  });
});

/**
 * Begins requests while nothing can be stored in `invitations`: each as soon as the one before waits for a lock. Then lets all go on,
 * and returns their results.
 */
async function whileNoInvitationChanges<Result>(
  db: Database,
  begins: readonly (() => Promise<Result>)[],
): Promise<Result[]> {
  const areWaiting = async (trx: Queryable, count: number) => {
    const text = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    return (await trx.query(text)).rowCount === count;
  };
  const begun: Promise<Result>[] = [];
  await transaction(db, async (trx) => {
    await trx.query('lock table invitations in share mode');
    for (const begin of begins) {
      begun.push(begin());
      await eventually(() => areWaiting(trx, begun.length));
    }
  });
  return Promise.all(begun);
}

/** Invitations: who makes them, and how they are accepted (docs/api/back-office.md#people). */
describe('invitations', () => {
  let auth: TestAuth;

  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  let time = new Date();

  beforeAll(async () => {
    auth = await startTestAuth({ now: () => time, env: { PEOPLE_PER_ACCOUNT_MAX: '40' } });
    staff = await aStaffedLocation(auth);
  });

  afterAll(() => auth.close());

  const atLocation = () => ({ location_id: staff.location.id });

  const invite = (browser: Browser, body: object = { role: 'kitchen' }) =>
    callAs(auth, browser, `POST /management/locations/${staff.location.id}/invitations`, { ids: atLocation(), body });

  const list = async () =>
    (
      await callAs(auth, staff.owner.browser, `GET /management/invitations?location_id=${staff.location.id}`, {
        ids: atLocation(),
      })
    ).body.items as { id: string }[];

  describe('who invites whom', () => {
    test.each<['owner' | 'manager' | 'kitchen' | 'otherManager' | 'stranger', string, number[]]>([
      ['owner', 'manager', [200]],
      ['owner', 'kitchen', [200]],
      ['manager', 'kitchen', [200]],
      ['manager', 'manager', [422]],
      ['kitchen', 'kitchen', [403, 404]],
      ['otherManager', 'kitchen', [403, 404]],
      ['stranger', 'kitchen', [403, 404]],
    ])('%s a %s: %j', async (person, role, statuses) => {
      const before = (await list()).length;
      const { status } = await invite(staff[person].browser, { role });
      expect(statuses).toContain(status);
      expect((await list()).length).toBe(before + (status === 200 ? 1 : 0));
    });

    test('nobody who has not just entered the password', async () => {
      const route = `POST /management/locations/${staff.location.id}/invitations`;
      const { id, email } = staff.owner.user;
      const ask = (is_confirmed: boolean) =>
        auth.call(route, { user: aPrincipal({ user: { id, email }, is_confirmed }), body: { role: 'kitchen' } });
      const before = (await list()).length;
      const refused = await ask(false);
      expect([refused.status, refused.body.code, (await list()).length]).toEqual([403, 'password_needed', before]);
      expect((await ask(true)).status).toBe(200);
    });

    test('422 names the field', async () => {
      const faulty: [object, string][] = [
        [{ role: 'owner' }, 'role'],
        [{}, 'role'],
        [{ role: 'kitchen', email: 'nobody' }, 'email'],
        [{ role: 'kitchen', email: `${'x'.repeat(300)}@example.com` }, 'email'],
      ];
      for (const [body, field] of faulty) {
        const answer = await invite(staff.owner.browser, body);
        expect([answer.status, answer.body.errors[0].field]).toEqual([422, field]);
      }
    });
  });

  test('an invitation is stored without its token, which only its first answer has', async () => {
    const { body } = await invite(staff.owner.browser, { role: 'kitchen', email: 'anna@example.com' });
    expect(body).toMatchObject({ role: 'kitchen', email: 'anna@example.com', location_name: 'Rue du Bac' });
    const [, token = ''] = /^https:\/\/hub\.example\/back-office\/join\?token=([0-9a-f]{48})$/.exec(body.url) ?? [];
    expect(token).not.toBe('');
    const { rows } = await auth.db.query('select * from invitations where id = $1', [body.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
    const again = await callAs(auth, staff.owner.browser, `GET /management/invitations/${body.id}`, {
      ids: atLocation(),
    });
    expect([again.body.email, again.body.url]).toEqual(['anna@example.com', undefined]);
    const entry = (await auditOfSubject(auth, staff.location.id, 'invitation.create')).at(-1);
    expect(entry).toMatchObject({ actor_id: staff.owner.user.id, account_id: staff.account.id });
    expect(JSON.parse(entry.details)).toEqual({ email: 'anna@example.com', role: 'kitchen', location: 'Rue du Bac' });
  });

  describe('withdrawing', () => {
    const withdraw = (browser: Browser, id: string) =>
      callAs(auth, browser, `POST /management/invitations/${id}/withdraw`, { ids: atLocation() });

    test.each<['owner' | 'manager' | 'kitchen' | 'otherManager' | 'stranger', string, number[]]>([
      ['owner', 'manager', [200]],
      ['manager', 'kitchen', [200]],
      ['manager', 'manager', [403, 404]],
      ['kitchen', 'kitchen', [403, 404]],
      ['otherManager', 'kitchen', [403, 404]],
      ['stranger', 'kitchen', [403, 404]],
    ])('%s, of a %s: %j', async (person, role, statuses) => {
      const { body } = await invite(staff.owner.browser, { role });
      const { status } = await withdraw(staff[person].browser, body.id);
      expect(statuses).toContain(status);
      expect((await list()).some(({ id }) => id === body.id)).toBe(status !== 200);
      await withdraw(staff.owner.browser, body.id);
    });

    test('ends the invitation once', async () => {
      const { body } = await invite(staff.owner.browser);
      const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(staff.owner.browser, body.id)));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404, 404, 404]);
    });

    test('leaves none of a manager who is removed while they invite', async () => {
      const manager = await aMember(auth, staff.location.id, 'manager');
      const removal = `POST /management/members/${manager.member_id}/remove`;
      const [, removed] = await whileNoInvitationChanges(auth.db, [
        () => invite(manager.browser),
        () => callAs(auth, staff.owner.browser, removal, { ids: atLocation() }),
      ]);
      expect(removed?.status).toBe(200);
      expect((await auth.db.query('select from invitations where invited_by = $1', [manager.id])).rows).toEqual([]);
    });

    test('happens with the inviter, who leaves or is no longer a manager', async () => {
      for (const end of ['remove', 'demote']) {
        const manager = await aMember(auth, staff.location.id, 'manager');
        const { body } = await invite(manager.browser);
        const route = `POST /management/members/${manager.member_id}${end === 'remove' ? '/remove' : ''}`;
        await callAs(auth, staff.owner.browser, route, { ids: atLocation(), body: { role: 'kitchen' } });
        expect((await list()).some(({ id }) => id === body.id)).toBe(false);
      }
    });
  });

  describe('seven days', () => {
    test('are the life of an invitation', async () => {
      const { body } = await invite(staff.owner.browser);
      const made = time;
      const isListed = async () => (await list()).some(({ id }) => id === body.id);
      time = new Date(made.getTime() + 7 * 86_400_000 - 60_000);
      staff.owner.browser = await logInAs(auth, staff.owner.given);
      expect(await isListed()).toBe(true);
      time = new Date(made.getTime() + 7 * 86_400_000 + 60_000);
      staff.owner.browser = await logInAs(auth, staff.owner.given);
      expect(await isListed()).toBe(false);
      await invite(staff.owner.browser);
      const { rowCount } = await auth.db.query('select from invitations where id = $1', [body.id]);
      expect(rowCount).toBe(0);
    });
  });

  test('an account has at most its quota of people, open invitations included, also at the same moment', async () => {
    const full = await aStaffedLocation(auth);
    const route = `POST /management/locations/${full.location.id}/invitations`;
    const ids = { location_id: full.location.id };
    const make = () => callAs(auth, full.owner.browser, route, { ids, body: { role: 'kitchen' } });
    const answers = await Promise.all(Array.from({ length: 45 }, make));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(37);
    const refused = answers.find(({ status }) => status === 422);
    expect(JSON.stringify(refused?.body)).toContain('people and open invitations of an account, at most 40');
    const { id: user_id } = await aKnownUser(auth);
    expect((await auth.operator('POST /management/members', { user_id, ...ids, role: 'kitchen' })).status).toBe(200);
  });
});

/** What the link of an invitation opens (docs/api/back-office.md#people). */
describe('the link of an invitation', () => {
  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  beforeAll(async () => (staff = await aStaffedLocation(auth)));

  const atLocation = () => ({ location_id: staff.location.id });

  async function aLink(body: object = { role: 'kitchen' }, browser = staff.owner.browser): Promise<string> {
    const route = `POST /management/locations/${staff.location.id}/invitations`;
    const { url } = (await callAs(auth, browser, route, { ids: atLocation(), body })).body;
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

    test.each<[string, boolean, (maker: string) => [text: string, values: string[]]]>([
      ['still manages', true, () => ['select 1', []]],
      ['is in the kitchen now', false, (id) => [`update members set role = 'kitchen' where user_id = $1`, [id]]],
      ['works there no longer', false, (id) => ['delete from members where user_id = $1', [id]]],
    ])('is judged by its maker when it is accepted: who %s', async (_name, works, change) => {
      const manager = await aMember(auth, staff.location.id, 'manager');
      const link = await aLink({ role: 'kitchen' }, manager.browser);
      await auth.db.query(...change(manager.id));
      const browser = await logInAs(auth, await aKnownUser(auth));
      const answer = await browser.request('POST', link, formOf((await browser.open(link)).html));
      expect([answer.status, await roleOf(browser)]).toEqual(works ? [303, 'kitchen'] : [422, null]);
    });

    test('that is accepted just before its maker is removed works, and both requests succeed', async () => {
      const manager = await aMember(auth, staff.location.id, 'manager');
      const link = await aLink({ role: 'kitchen' }, manager.browser);
      const browser = await logInAs(auth, await aKnownUser(auth));
      const form = formOf((await browser.open(link)).html);
      const removal = `POST /management/members/${manager.member_id}/remove`;
      const answers = await whileNoInvitationChanges<{ status: number }>(auth.db, [
        () => browser.request('POST', link, form),
        () => callAs(auth, staff.owner.browser, removal, { ids: atLocation() }),
      ]);
      expect([...answers.map(({ status }) => status), await roleOf(browser)]).toEqual([303, 200, 'kitchen']);
    });

    test('of an operator works while they are one', async () => {
      for (const [change, role] of [
        ['operator_since = operator_since', 'kitchen'],
        ['operator_since = null', null],
      ] as const) {
        const operator = await aKnownUser(auth);
        const link = await aLink();
        await auth.db.query('update users set operator_since = now() where id = $1', [operator.id]);
        const token = digest(new URL(link, 'https://hub.example').searchParams.get('token') ?? '');
        await auth.db.query('update invitations set invited_by = $1 where token_digest = $2', [operator.id, token]);
        await auth.db.query(`update users set ${change} where id = $1`, [operator.id]);
        const browser = await logInAs(auth, await aKnownUser(auth));
        await browser.request('POST', link, formOf((await browser.open(link)).html));
        expect(await roleOf(browser)).toBe(role);
      }
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
});

describe('GET /user', () => {
  let tenant: Tenant;

  beforeAll(async () => (tenant = await aTenant(auth)));

  describe('200', () => {
    test('a profile connection reads the user without the email', async () => {
      const as = await aUserCaller(auth, tenant, 'profile');
      const { status, body } = await auth.call('GET /user', { as });
      expect(status).toBe(200);
      expect(body).toEqual({
        id: tenant.user.id,
        first_name: 'Ada',
        last_name: 'Lovelace',
        timezone: { name: 'UTC', offset: 0 },
        locales: [],
      });
    });

    test('profile_with_email shows the email too', async () => {
      const as = await aUserCaller(auth, tenant, 'profile_with_email');
      expect((await auth.call('GET /user', { as })).body).toMatchObject({ email: tenant.user.email });
      expect((await auth.call('GET /user', { as })).body.email_verified).toBe(false);
    });

    test('a connection of a location or an account reads the user too, if its scope includes it', async () => {
      const { id } = tenant.location;
      for (const place of [{ location_id: id }, { account_id: tenant.account.id }]) {
        const level = 'location_id' in place ? 'location' : 'account';
        const grant = { ...place, scope: `${level}[orders.read],profile_with_email`, name: `profile of ${level}` };
        const { access_token } = await authorize(auth, tenant, grant);
        const { status, body } = await auth.call('GET /user', { as: await callerOf(auth, digest(access_token), id) });
        expect([status, body.email]).toEqual([200, tenant.user.email]);
      }
    });

    test('a user has a timezone and locales', async () => {
      const { status, body } = await auth.operator(
        'POST /management/users',
        aUser({ timezone: 'America/New_York', locales: ['fr-FR', 'en'] }),
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ timezone: { name: 'America/New_York', offset: -18_000 }, locales: ['fr-FR', 'en'] });
      expect(Object.keys(body)).not.toContain('password');
    });
  });

  test('403: a scope without profile', async () => {
    expect((await auth.call('GET /user', { as: await aLocationCaller(auth, tenant) })).status).toBe(403);
  });

  describe('422', () => {
    test.each([
      [{ email: 'nobody' }, 'email'],
      [{ email: null }, 'email'],
      [{ password: 'short' }, 'password'],
      [{ password: 'x'.repeat(1_025) }, 'password'],
      [{ timezone: 'Mars/Olympus' }, 'timezone'],
      [{ locales: ['not a locale'] }, 'locales.0'],
      [{ first_name: '' }, 'first_name'],
    ])('a user with %j', async (fault, field) => {
      const { status, body } = await auth.operator('POST /management/users', aUser(fault));
      expect([status, body.errors[0].field]).toEqual([422, field]);
    });

    test('concurrent requests with one email address in different cases: one user', async () => {
      const email = 'Émile.Zola@example.com';
      const answers = await Promise.all(
        [email, email.toLowerCase(), email.toUpperCase()].map((spelling) =>
          auth.operator('POST /management/users', aUser({ email: spelling.replace('É', 'E').replace('é', 'e') })),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
      const refused = answers.find(({ status }) => status === 422);
      expect(refused?.body.errors).toEqual([{ field: 'email', message: 'is used by another user', code: 'taken' }]);
    });

    test.each([
      [{ user_id: 'nobody' }, 'user_id'],
      [{ currency: 'EURO' }, 'currency'],
      [{ currency: 'eur' }, 'currency'],
      [{ name: ' ' }, 'name'],
    ])('an account with %j', async (fault, field) => {
      const { status, body } = await auth.operator('POST /management/accounts', anAccount(tenant.user.id, fault));
      expect([status, body.errors[0].field]).toEqual([422, field]);
    });

    test.each([
      [{ user_id: 'nobody' }, 'user_id'],
      [{ name: '' }, 'name'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris.0'],
      [{ redirect_uris: ['https://app.example/cb#fragment'] }, 'redirect_uris.0'],
      [{ redirect_uris: ['https://user:secret@app.example/cb'] }, 'redirect_uris.0'],
    ])('a client with %j', async (fault, field) => {
      const { status, body } = await auth.operator('POST /management/clients', {
        user_id: tenant.user.id,
        name: 'Till',
        ...fault,
      });
      expect([status, body.errors[0].field]).toEqual([422, field]);
    });
  });
});
