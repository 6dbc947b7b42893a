import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { backOfficeClient } from '@order-hub/shared/user-caller';
import { aCaller, eventually, testOperatorKey } from '@order-hub/testing/call';
import { openBrowser } from '../../auth/test/browser.ts';
import { aTenant, authorize } from '../../auth/test/builders.ts';
import { aMember, aStaffedLocation } from '../../auth/test/members.ts';
import { anOperator, anOwner } from '../../auth/test/owner.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { type HubWithCatalog, startBackOfficeWithCatalog } from './catalog-service.ts';
import { openMenuTests, type OwnerOfMenu as Owner, partPathOf, pathOf, saveProduct as save } from './menus.ts';

/** The pages of the audit (docs/api/back-office.md#audit). */
describe('the pages of the audit', () => {
  let hub: TestBackOffice;

  beforeAll(async () => (hub = await startTestBackOffice()));

  afterAll(() => hub.close());

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
  let hub: TestBackOffice;

  let staff: Awaited<ReturnType<typeof aStaffedLocation>>;

  beforeAll(async () => {
    hub = await startTestBackOffice();
    staff = await aStaffedLocation(hub);
  });

  afterAll(() => hub.close());

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
