/** Who works at which location, and what becomes of their rights (docs/api/back-office.md#people). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aKnownUser, anOwnerOfLocation, auditOfSubject } from './owner.ts';
import { aMember, aStaffedLocation, callAs, sessionOf } from './members.ts';
import { startTestAuth, type TestAuth } from './service.ts';

let auth: TestAuth;
let staff: Awaited<ReturnType<typeof aStaffedLocation>>;
beforeAll(async () => {
  auth = await startTestAuth();
  staff = await aStaffedLocation(auth);
});
afterAll(() => auth.close());

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
    const at = (location: { id: string }) => ({ location_id: location.id, role: 'kitchen', account_name: 'Chez Ada' });
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
    expect(JSON.parse(entries[0].details)).toMatchObject({ email: member.email, before: 'kitchen', after: 'manager' });
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
    callAs(auth, browser, `POST /management/members/${member_id}/remove`, { ids: { location_id: staff.location.id } });

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
