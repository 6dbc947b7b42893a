import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { digest } from '@order-hub/shared/encryption';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { authorizePath } from './authorizing.ts';
import { logInAs, openBrowser, type Browser } from './browser.ts';
import { aConnectedTenant, anAccount, aLocation, back } from './builders.ts';
import { type MailServer, mailSettings, startMailServer } from './mail-server.ts';
import { aMember, aStaffedLocation, callAs, sessionOf } from './members.ts';
import { aKnownUser, anOwnerOfLocation, auditOfAccount, auditOfSubject } from './owner.ts';
import { addApp, secondFactorPath } from './second-factors.ts';
import { startTestAuth, type TestAuth } from './service.ts';

/** Accounts that require a second factor of their people (docs/api/back-office.md#required-second-factors). */
describe('an account that requires a second factor', () => {
  let auth: TestAuth;
  let server: MailServer;

  beforeAll(async () => {
    server = await startMailServer();
    auth = await startTestAuth({ env: mailSettings(server.url) });
  });

  afterAll(async () => {
    await auth.close();
    await server.close();
  });

  type Account = { id: string };

  const route = ({ id }: Account) => `POST /management/accounts/${id}`;

  const ruleOf = async (account: Account) =>
    (await auth.operator(`GET /management/accounts/${account.id}`)).body.second_factor;

  /** As the operator key does it, which needs no second factor. */
  async function requireFactor(account: Account, second_factor = 'required') {
    const { status } = await auth.operator(route(account), { second_factor });
    if (status !== 200) throw new Error(`Not required: ${status}`);
  }

  const roleOf = async (browser: Browser, ids: object) => {
    const { place, needs_second_factor } = await sessionOf(auth, browser, ids);
    return needs_second_factor ? 'needs a second factor' : (place?.role ?? null);
  };

  const digestOf = ({ cookies }: Browser) => digest(cookies.get('__Host-session') ?? cookies.get('hub-session') ?? '');

  describe('is made to by its owner', () => {
    test('who has one and has just entered the password; it is in the audit, once', async () => {
      const { account, browser, user } = await anOwnerOfLocation(auth);
      await addApp(browser);
      const given = { ids: { account_id: account.id }, body: { second_factor: 'required' } };
      expect((await callAs(auth, browser, route(account), given)).status).toBe(200);
      expect((await callAs(auth, browser, route(account), given)).status).toBe(200);
      expect(await ruleOf(account)).toBe('required');
      const entries = (await auditOfAccount(auth, account.id)).filter(({ action }) => action.endsWith('second_factor'));
      expect(entries).toMatchObject([{ actor_id: user.id, action: 'account.update_second_factor' }]);
      expect(JSON.parse(entries[0].details)).toEqual({ before: 'optional', after: 'required' });
      await requireFactor(account, 'optional');
      expect(await ruleOf(account)).toBe('optional');
    });

    test.each<[string, { hasFactor: boolean; is_confirmed: boolean }, number, object]>([
      ['without one', { hasFactor: false, is_confirmed: true }, 422, { errors: [{ field: 'second_factor' }] }],
      ['without the password', { hasFactor: true, is_confirmed: false }, 403, { code: 'password_needed' }],
    ])('and not %s', async (_, { hasFactor, is_confirmed }, status, body) => {
      const { account, browser, user } = await anOwnerOfLocation(auth);
      if (hasFactor) await addApp(browser);
      const principal = aPrincipal({ user: { id: user.id, email: user.email }, is_confirmed });
      const answer = await auth.call(route(account), { user: principal, body: { second_factor: 'required' } });
      expect(answer).toMatchObject({ status, body });
      expect(await ruleOf(account)).toBe('optional');
    });

    test('and not by others, nor with another word', async () => {
      const { account, manager, stranger } = await aStaffedLocation(auth);
      for (const { browser } of [manager, stranger]) {
        await addApp(browser);
        const answer = await callAs(auth, browser, route(account), { body: { second_factor: 'required' } });
        expect([403, 404]).toContain(answer.status);
      }
      const answer = await auth.operator(route(account), { second_factor: 'yes' });
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ field: 'second_factor' }] } });
      expect(await ruleOf(account)).toBe('optional');
    });
  });

  test('mails each of its people once', async () => {
    const { account, owner, manager, kitchen, elsewhere } = await aStaffedLocation(auth);
    await auth.operator('POST /management/members', {
      user_id: manager.id,
      location_id: elsewhere.id,
      role: 'kitchen',
    });
    await requireFactor(account);
    await requireFactor(account);
    for (const email of [owner.email, manager.email, kitchen.email]) {
      const mails = await eventually(async () => {
        const found = (await server.mailsTo(email)).filter(({ subject }) => subject.includes('second factor'));
        return found.length > 0 && found;
      });
      expect(mails.map(({ subject }) => subject)).toEqual(['“Chez Ada” requires a second factor now']);
    }
  });

  describe('gives somebody without one', () => {
    let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

    beforeAll(async () => {
      staff = await aStaffedLocation(auth);
      await requireFactor(staff.account);
    });

    test('no role, but the reason; a stranger not even that', async () => {
      const { account, location, owner, manager, kitchen, stranger } = staff;
      const location_id = location.id;
      const people = [owner, manager, kitchen, stranger];
      const roles = await Promise.all(people.map(({ browser }) => roleOf(browser, { location_id })));
      const needs = 'needs a second factor';
      expect(roles).toEqual([needs, needs, needs, null]);
      expect(await roleOf(owner.browser, { account_id: account.id })).toBe(needs);
      expect(await roleOf(manager.browser, { account_id: account.id })).toBe(null);
    });

    test('no live page', async () => {
      const visits = [staff.owner, staff.kitchen].map(({ browser }) => ({
        id_digest: digestOf(browser),
        location_id: staff.location.id,
      }));
      const asked = { internal: 'auth', from: 'back-office', body: { visits } } as const;
      expect((await auth.call('POST /internal/sessions/roles', asked)).body.roles).toEqual([null, null]);
    });

    test('nothing by another page either', async () => {
      const { account, location, owner, manager } = staff;
      const asked = (browser: Browser, path: string, body?: object) =>
        callAs(auth, browser, path, body ? { body } : {});
      const statuses = [
        await asked(owner.browser, `GET /management/accounts/${account.id}`),
        await asked(owner.browser, `GET /management/audit?account=${account.id}`),
        await asked(owner.browser, `GET /management/locations/${location.id}`),
        await asked(manager.browser, `GET /management/locations/${location.id}`),
        await asked(manager.browser, `GET /management/members?location_id=${location.id}`),
        await asked(owner.browser, 'POST /management/locations', {
          account_id: account.id,
          name: 'B',
          timezone: 'UTC',
        }),
      ].map(({ status }) => status);
      expect(statuses.filter((status) => ![403, 404, 422].includes(status))).toEqual([]);
      const lists = [
        (await asked(owner.browser, 'GET /management/user/people')).body.items,
        (await asked(owner.browser, 'GET /management/user/live_connections')).body.items,
      ];
      expect(lists).toEqual([[], []]);
    });

    test('but their names where the user chooses, and other accounts', async () => {
      const { owner, manager, location } = staff;
      const { items } = (await callAs(auth, owner.browser, 'GET /management/locations')).body;
      expect(items.map(({ id }: Account) => id)).toContain(location.id);
      expect((await callAs(auth, manager.browser, 'GET /management/workplaces')).body.items).toHaveLength(1);
      const other = (await auth.operator('POST /management/accounts', anAccount(owner.user.id))).body;
      expect(await roleOf(owner.browser, { account_id: other.id })).toBe('owner');
    });
  });

  test('gives the role back with the next request after the first one is added', async () => {
    const { account, location, kitchen } = await aStaffedLocation(auth);
    await requireFactor(account);
    await addApp(kitchen.browser);
    expect(await roleOf(kitchen.browser, { location_id: location.id })).toBe('kitchen');
  });

  test('says whose second factor is missing, to those who see its people and to those who must add one', async () => {
    const { account, owner, manager, kitchen } = await aStaffedLocation(auth);
    await addApp(manager.browser);
    const { items } = (await auth.operator(`GET /management/members?account_id=${account.id}`)).body;
    const has = new Map(items.map((member: any) => [member.user_id, member.has_second_factor]));
    expect([has.get(manager.id), has.get(kitchen.id)]).toEqual([true, false]);
    await requireFactor(account);
    expect((await owner.browser.open(secondFactorPath)).html).toContain(
      'requires a second factor of everybody who works there',
    );
    expect((await manager.browser.open(secondFactorPath)).html).not.toContain('of everybody who works there');
  });

  describe('the last second factor', () => {
    const remove = async (browser: Browser) => {
      const { html } = await browser.open(secondFactorPath);
      const [, factor = ''] = /factor=([0-9a-z]+)"/.exec(html) ?? [];
      return browser.send(await browser.open(`${secondFactorPath}/remove?factor=${factor}`), { factor });
    };

    test('cannot be removed while the account requires it', async () => {
      const { account, manager } = await aStaffedLocation(auth);
      await addApp(manager.browser);
      await requireFactor(account);
      const refused = await remove(manager.browser);
      expect(refused.status).toBe(422);
      expect(refused.html).toContain('is your last one, and Chez Ada requires one');
      await requireFactor(account, 'optional');
      expect((await remove(manager.browser)).status).toBe(200);
      expect(await auditOfSubject(auth, manager.id, 'second_factor.remove')).toHaveLength(1);
    });
  });

  describe('an application', () => {
    test('is let in only after a second factor was added, by a way that comes back', async () => {
      const { location, account, browser } = await anOwnerOfLocation(auth);
      const { client_id } = await aConnectedTenant(auth);
      await auth.operator(`POST /management/clients/${client_id}`, { redirect_uris: [back] });
      await requireFactor(account);
      const asked = { client_id, redirect_uri: back, scope: 'location[orders.write]' };
      const chosen = await browser.send(await browser.open(authorizePath(asked)), { place: location.id });
      expect(chosen.url).toMatch(/^\/back-office\/profile\/second-factor\?continue=%2Foauth2%2Fv1%2Fauthorize%2Fplace/);
      const [, next = ''] = /continue=([^&]+)/.exec(chosen.url) ?? [];
      await addApp(browser);
      const consent = await browser.send(await browser.open(decodeURIComponent(next)), { place: location.id });
      expect(consent.url).toContain('/oauth2/v1/authorize/consent');
    });

    test('that was let in before goes on', async () => {
      const { account, connection } = await aConnectedTenant(auth);
      await requireFactor(account);
      const { rows } = await auth.db.query('select disconnected_at, blocked_at from connections where id = $1', [
        connection.id,
      ]);
      expect(rows).toEqual([{ disconnected_at: null, blocked_at: null }]);
    });
  });

  describe('an invitation', () => {
    const invite = async (location: Account) => {
      const { body } = await auth.operator(`POST /management/locations/${location.id}/invitations`, {
        role: 'kitchen',
      });
      return (body.url as string).replace('https://hub.example', '');
    };

    test('says so, and can be accepted', async () => {
      const { account, location } = await anOwnerOfLocation(auth);
      const link = await invite(location);
      const says = 'Chez Ada</bdi> requires a second factor beside the password';
      expect((await openBrowser(auth).open(link)).html).not.toContain(says);
      await requireFactor(account);
      expect((await openBrowser(auth).open(link)).html).toContain(says);
      const browser = await logInAs(auth, await aKnownUser(auth));
      await browser.send(await browser.open(link));
      expect(await roleOf(browser, { location_id: location.id })).toBe('needs a second factor');
    });

    test('of somebody who has none any more is not valid', async () => {
      const { account, location } = await anOwnerOfLocation(auth);
      const manager = await aMember(auth, location.id, 'manager');
      const ids = { location_id: location.id };
      const { body } = await callAs(auth, manager.browser, `POST /management/locations/${location.id}/invitations`, {
        ids,
        body: { role: 'kitchen' },
      });
      await requireFactor(account);
      const browser = await logInAs(auth, await aKnownUser(auth));
      const page = await browser.send(await browser.open((body.url as string).replace('https://hub.example', '')));
      expect(page.status).toBe(422);
    });
  });

  test('does not hold off operators', async () => {
    const owner = await anOwnerOfLocation(auth);
    await requireFactor(owner.account);
    const location = aLocation(owner.account.id);
    expect((await auth.operator('POST /management/locations', location)).status).toBe(200);
  });
});
