/** The audit in sentences: who did what, filtered, in the reader's language (docs/api/back-office.md#audit). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { aCaller } from '@order-hub/testing/call';
import { backOfficeClient } from '@order-hub/shared/user-caller';
import { openBrowser } from '../../auth/test/browser.ts';
import { authorize } from '../../auth/test/builders.ts';
import { aMember, aStaffedLocation } from '../../auth/test/members.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

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
    await browser.send(await browser.open(`${place()}/people/invite`), { role: 'manager', email: 'anna@example.com' });
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
