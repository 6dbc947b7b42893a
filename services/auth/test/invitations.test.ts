/** Invitations: who makes them, and how they are accepted (docs/api/back-office.md#people). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { logInAs, type Browser } from './browser.ts';
import { aMember, aStaffedLocation, callAs } from './members.ts';
import { aKnownUser, auditOfSubject } from './owner.ts';
import { startTestAuth, type TestAuth } from './service.ts';

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
