import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ConnectionDeliveries } from '@order-hub/shared/events-calls';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { type Browser } from '../../auth/test/browser.ts';
import { aLocation, aLocationCaller, anAccount } from '../../auth/test/builders.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { aConnectedOwner, anOwner, anOwnerOfLocation, auditOfAccount } from '../../auth/test/owner.ts';
import { healthOf } from '../src/health/health.ts';
import { slotsIn, slotsText } from '../src/shop-state/time-slots.ts';
import { printOf, spanOf } from '../src/shop-state/week.ts';
import { type AnsweringService, type Answers, type ReceivedCall, startAnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

/** The pages of locations (docs/api/back-office.md#locations). */
describe('the page of a location', () => {
  let hub: TestBackOffice;

  beforeAll(async () => (hub = await startTestBackOffice()));

  afterAll(() => hub.close());

  const place = {
    name: 'Rue du Bac',
    address: '1 rue du Bac',
    postal_code: '75007',
    city: 'Paris',
    country: 'FR',
    timezone: 'Europe/Paris',
  };

  const rowOf = async (id: string) =>
    (
      await hub.db.query('select name, address, postal_code, city, country, timezone from locations where id = $1', [
        id,
      ])
    ).rows[0];

  const locationsOf = async (account_id: string) =>
    (await hub.db.query('select id from locations where account_id = $1', [account_id])).rows;

  const faults = [
    [{ name: ' ' }, 'Name must not be empty'],
    [{ name: 'x'.repeat(256) }, 'Name must have at most 255 characters'],
    [{ address: 'x'.repeat(501) }, 'Address must have at most 500 characters'],
    [{ postal_code: 'x'.repeat(501) }, 'Postal code must have at most 500 characters'],
    [{ city: 'x'.repeat(501) }, 'City must have at most 500 characters'],
    [{ country: 'Atlantis' }, 'Country must be chosen'],
    [{ timezone: 'Europe/Atlantis' }, 'Timezone must be the IANA name of a timezone'],
  ] as const;

  describe('a new location', () => {
    const pathOf = (account_id: string) => `/back-office/accounts/${account_id}/locations/new`;
    const add = async (browser: Browser, account_id: string, fields: Record<string, string>) =>
      browser.send(await browser.open(pathOf(account_id)), fields);

    test('belongs to the account; the audit says who created it', async () => {
      const { browser, account, user } = await anOwner(hub);
      const page = await add(browser, account.id, place);
      expect(page.html).toContain('<h1>Rue du Bac</h1>');
      const id = page.url.split('/').at(-1) ?? '';
      expect(await rowOf(id)).toEqual(place);
      expect(await auditOfAccount(hub, account.id)).toMatchObject([
        { actor_id: user.id, action: 'location.create', subject_id: id },
      ]);
    });

    test('needs no address', async () => {
      const { browser, account } = await anOwner(hub);
      const bare = { address: '', postal_code: ' ', city: '', country: '' };
      const page = await add(browser, account.id, { ...place, ...bare });
      const nothing = { address: null, postal_code: null, city: null, country: null };
      expect(await rowOf(page.url.split('/').at(-1) ?? '')).toEqual({ ...place, ...nothing });
    });

    test.each(faults)('with %j is refused beside the field; nothing is stored', async (fields, fault) => {
      const { browser, account } = await anOwner(hub);
      const page = await add(browser, account.id, { ...place, ...fields });
      expect(page.status).toBe(422);
      expect(page.html).toContain(fault);
      expect(await locationsOf(account.id)).toEqual([]);
      expect(await auditOfAccount(hub, account.id)).toEqual([]);
    });
  });

  describe('the page of a location', () => {
    test('shows its details, and what apps have set, in words', async () => {
      const { browser, ...tenant } = await anOwnerOfLocation(hub, place);
      const client = (await hub.operator('POST /management/clients', { user_id: tenant.user.id, name: 'Till' })).body;
      const path = `/back-office/locations/${tenant.location.id}`;
      const unset = await browser.open(path);
      expect(unset.html).toContain('Not set yet.');
      const as = await aLocationCaller(hub, { ...tenant, client, client_id: client.client_id });
      const settings = {
        opening_hours: {
          monday: [
            { from: '09:00', to: '14:00' },
            { from: '18:00', to: '02:00' },
            { from: '03:00', to: '04:00' },
          ],
        },
        order_acceptance: { mode: 'paused', reason: '<b>The oven</b>', resume_at: '2999-07-01T12:00:00+02:00' },
      };
      expect((await hub.call(`PATCH /locations/${tenant.location.id}`, { as, body: settings })).status).toBe(200);
      const { html } = await browser.open(path);
      for (const text of [
        '1 rue du Bac',
        '75007 Paris',
        'France',
        '09:00 to 14:00, 18:00 to 02:00, 03:00 to 04:00 the next day',
        'Closed',
        'Usually 15 minutes',
        'Paused',
        'No orders are accepted.',
        '&lt;b>The oven',
        '1 Jul 2999, 12:00',
      ])
        expect(html).toContain(text);
      for (const link of ['orders', 'events', 'update']) expect(html).toContain(`href="${path}/${link}"`);
    });

    test.each(['location', 'account'] as const)('says that it is suspended when its %s is', async (what) => {
      const owner = await anOwnerOfLocation(hub);
      await hub.operator(`POST /management/${what}s/${owner[what].id}/suspend`);
      const { html } = await owner.browser.open(`/back-office/locations/${owner.location.id}`);
      expect(html).toContain('This location is suspended');
    });
  });

  describe('editing a location', () => {
    const pathOf = (id: string) => `/back-office/locations/${id}/update`;
    const edit = async (browser: Browser, id: string, fields: Record<string, string>) =>
      browser.send(await browser.open(pathOf(id)), { ...place, ...fields });

    test('is announced to clients, as caused by no client, and to gateways; the audit says who did it', async () => {
      const { browser, location, account, user } = await anOwnerOfLocation(hub, place);
      const page = await edit(browser, location.id, { name: 'Broadway', timezone: 'America/New_York', city: '' });
      expect(page).toMatchObject({ status: 200, url: `/back-office/locations/${location.id}` });
      const after = { ...place, name: 'Broadway', timezone: 'America/New_York', city: null };
      expect(await rowOf(location.id)).toEqual(after);
      const [change] = await eventually(() => hub.bodiesOf('change', location.id));
      expect(change).toMatchObject({
        ...{ resource_type: 'location', event_type: 'update', client_id: null, account_id: account.id },
        ...{ location_id: location.id, timezone: 'America/New_York' },
      });
      expect(JSON.parse(change!.previous_state!)).toEqual(location);
      expect(JSON.parse(change!.new_state!)).toMatchObject({
        ...after,
        timezone: { name: 'America/New_York' },
        account: { id: account.id },
      });
      await eventually(() => hub.bodiesOf('location', location.id));
      expect(hub.bodiesOf('location', location.id)).toEqual([
        { id: location.id, account_id: account.id, timezone: 'America/New_York' },
      ]);
      expect(await auditOfAccount(hub, account.id)).toMatchObject([
        {
          ...{ actor_id: user.id, action: 'location.update', subject_id: location.id },
          details: JSON.stringify({
            before: { name: place.name, city: 'Paris', timezone: place.timezone },
            after: { name: 'Broadway', city: null, timezone: 'America/New_York' },
          }),
        },
      ]);
    });

    test('is announced to gateways only if the timezone changes', async () => {
      const { browser, location } = await anOwnerOfLocation(hub, place);
      await edit(browser, location.id, { name: 'Broadway' });
      await eventually(() => hub.bodiesOf('change', location.id));
      expect(hub.bodiesOf('location', location.id)).toEqual([]);
    });

    test('without a change announces nothing', async () => {
      const { browser, location, account } = await anOwnerOfLocation(hub, place);
      expect((await edit(browser, location.id, {})).status).toBe(200);
      await edit(browser, location.id, { name: 'Broadway' });
      await eventually(() => hub.bodiesOf('change', location.id));
      expect(hub.bodiesOf('change', location.id)).toHaveLength(1);
      expect(await auditOfAccount(hub, account.id)).toHaveLength(1);
    });

    test('concurrent edits are serialised: each event starts from the state of the one before', async () => {
      const { browser, location } = await anOwnerOfLocation(hub, place);
      const form = await browser.open(pathOf(location.id));
      await Promise.all(['A', 'B', 'C'].map((name) => browser.send(form, { ...place, name })));
      const changes = await eventually(() => {
        const found = hub.bodiesOf('change', location.id);
        return found.length === 3 && found;
      });
      const names = changes.map(({ previous_state, new_state }) =>
        [previous_state, new_state].map((state) => JSON.parse(state!).name),
      );
      expect(names.slice(1).map(([before]) => before)).toEqual(names.slice(0, -1).map(([, after]) => after));
      expect((await rowOf(location.id)).name).toBe(names.at(-1)?.[1]);
    });

    test('keeps a country and a timezone that are in no list', async () => {
      const odd = { country: 'Frankreich', timezone: 'Asia/Calcutta' };
      const { browser, location } = await anOwnerOfLocation(hub, { ...place, ...odd });
      const form = await browser.open(pathOf(location.id));
      expect(form.html).toContain('value="Frankreich"');
      expect(form.html).toContain('value="Asia/Calcutta"');
      // docs/api/conventions.md#timezones: today's name is offered too.
      expect(form.html).toContain('value="Asia/Kolkata"');
      expect((await browser.send(form, { ...place, ...odd, name: 'Bar' })).status).toBe(200);
      expect(await rowOf(location.id)).toEqual({ ...place, ...odd, name: 'Bar' });
    });

    test.each(faults)('%j is refused beside the field; nothing is stored or announced', async (fields, fault) => {
      const { browser, location, account } = await anOwnerOfLocation(hub, place);
      const page = await edit(browser, location.id, { city: 'Lyon', ...fields });
      expect(page.status).toBe(422);
      expect(page.html).toContain(fault);
      expect(await rowOf(location.id)).toEqual(place);
      expect(await auditOfAccount(hub, account.id)).toEqual([]);
      expect((await hub.db.query('select from outbox where key = $1', [location.id])).rowCount).toBe(0);
      expect(hub.bodiesOf('change', location.id)).toEqual([]);
    });
  });
});

/** Special days beside the opening hours, without script (docs/api/back-office.md#special-days). */
describe('special days', () => {
  let hub: TestBackOffice;

  beforeAll(async () => {
    hub = await startTestBackOffice({ now: () => new Date('2026-12-22T12:00:00Z') });
  });

  afterAll(() => hub.close());

  async function aShop() {
    const owner = await anOwnerOfLocation(hub);
    const hours = `/back-office/locations/${owner.location.id}/hours`;
    const { browser } = owner;
    await browser.send(await browser.open(hours), { thursday: '11–14, 18–23', preparation_time: '15' });
    const add = async (fields: object, by = browser) => by.send(await by.open(`${hours}/special-days`), { ...fields });
    return { ...owner, hours, add };
  }

  const labelIn = (html: string) => /class="week"[^>]*aria-label="([^"]*)"/.exec(html)?.[1] ?? '';

  const barsIn = (html: string) => html.match(/<rect class="closed"[^>]*>/g) ?? [];

  describe('the page of opening hours', () => {
    test('says that no special day is planned', async () => {
      const { browser, hours } = await aShop();
      const { html } = await browser.open(hours);
      expect(html).toContain('No special day is planned.');
      expect(barsIn(html)).toEqual([]);
    });

    test('lists the coming ones, and marks those of the next seven days in the week', async () => {
      const { add, browser, hours } = await aShop();
      for (const fields of [
        { day: '2026-12-24', closed: '13:00 - 19', note: '<b>Christmas</b>' },
        { day: '2026-12-29', closed: '', note: '' },
        { day: '2027-07-14', closed: '', note: 'Holiday' },
      ]) {
        const page = await add(fields);
        expect([page.status, page.url]).toEqual([200, hours]);
        expect(page.html).toContain('The special day is saved.');
      }
      const { html } = await browser.open(hours);
      for (const text of ['Thursday 24 December', '13:00–19:00', '&lt;b>Christmas', 'Tuesday 29 December', 'All day'])
        expect(html).toContain(text);
      expect(html).toContain('14 Jul 2027');
      expect(labelIn(html)).toContain('Closed in the next seven days: Thursday 13:00–19:00');
      expect(labelIn(html)).not.toContain('Tuesday All day');
      expect(barsIn(html)).toHaveLength(1);
    });

    test('removes one after a question', async () => {
      const { add, browser, hours } = await aShop();
      await add({ day: '2026-12-24', closed: '', note: '' });
      const question = await browser.open(`${hours}/special-days/2026-12-24/remove`);
      expect(question.html).toContain('Remove the special day Thursday 24 December');
      const page = await browser.send(question);
      expect([page.status, page.url]).toEqual([200, hours]);
      expect(page.html).toContain('No special day is planned.');
      expect((await browser.open(`${hours}/special-days/2026-12-24/remove`)).status).toBe(404);
    });
  });

  describe('a form with faults is shown again, with the fault beside its field', () => {
    test.each([
      [{ day: '' }, 'day'],
      [{ day: '2026-12-21' }, 'day'],
      [{ day: '2029-01-01' }, 'day'],
      [{ closed: 'in the afternoon' }, 'closed'],
      [{ closed: '9–12, 14–18' }, 'closed'],
      [{ closed: '14–12' }, 'closed'],
      [{ note: 'x'.repeat(201) }, 'note'],
    ])('%j', async (fields, field) => {
      const { add, browser, hours } = await aShop();
      const page = await add({ day: '2026-12-24', closed: '', note: 'Ours', ...fields });
      expect(page.status).toBe(422);
      expect(page.html).toContain(`id="fault-${field}"`);
      expect((await browser.open(hours)).html).toContain('No special day is planned.');
    });
  });

  test('the audit tells it as a sentence', async () => {
    const { account, browser, add, hours } = await aShop();
    await add({ day: '2026-12-24', closed: '', note: '' });
    await browser.send(await browser.open(`${hours}/special-days/2026-12-24/remove`));
    const { html } = await browser.open(`/back-office/accounts/${account.id}/audit?what=orders`);
    const text = html.replaceAll(/<[^>]+>/g, '');
    expect(text).toContain('The owner made 24 Dec 2026 a special day of Rue du Bac.');
    expect(text).toContain('The owner removed the special day 24 Dec 2026 of Rue du Bac.');
  });
});

/** The pages of today (docs/api/back-office.md#today). */
describe('today', () => {
  const route = 'POST /internal/day-figures';

  const answers: Answers = {};

  let events: AnsweringService;

  let hub: TestBackOffice;

  beforeAll(async () => {
    events = await startAnsweringService(answers);
    hub = await startTestBackOffice({ env: { EVENTS_URL: events.url } });
  });

  afterAll(async () => {
    await hub.close();
    await events.close();
  });

  const nothing = { figures: [], late: [], trouble: [], first_day: null };

  beforeEach(() => {
    answers[route] = () => nothing;
    events.asked.length = 0;
  });

  /** The first page of a user asks events for other things. */
  const asked = () => events.asked.filter((call) => call.route === route);

  type Shop = { location_id: string; account_id: string; days: [string, string] };

  const shopsOf = ({ body }: ReceivedCall) => body.shops as Shop[];

  /** Figures of a day whose first hour has all orders. */
  const day = (location_id: string, of: string, [orders, turnover]: [number, string], currency = 'EUR') => ({
    ...{ location_id, day: of, currency, orders, turnover, rejected: 0, cancelled: 0, channels: [] },
    hours: [{ hour: 0, orders, turnover }],
  });

  const pathOf = (id: string) => `/back-office/locations/${id}/today`;

  const titlesOf = (html: string) => [...html.matchAll(/<(h2|h3)[^>]*>(.*?)<\/\1>/g)].map(([, , title]) => title);

  describe('today at a location', () => {
    test('says that all is well when it is, and that nothing has come yet', async () => {
      const { browser, location } = await anOwnerOfLocation(hub);
      const { status, html } = await browser.open(pathOf(location.id));
      expect(status).toBe(200);
      expect(html).toContain('<h1>Today at <bdi>Rue du Bac</bdi></h1>');
      expect(html).toContain('No order is late, and every app gets its messages.');
      expect(html).toContain('No order has come yet today.');
      expect(html).toContain('There are no figures of last week to compare with yet.');
      expect(asked()).toHaveLength(1);
    });

    test('shows figures and pictures beside those of last week, each with a text that says the same', async () => {
      const { browser, location } = await anOwnerOfLocation(hub);
      answers[route] = (asked) => {
        const [{ days } = { days: ['', ''] }] = shopsOf(asked);
        const channels = [
          { channel: '<b>Website', orders: 3, turnover: '30.00' },
          { channel: null, orders: 1, turnover: '12.50' },
        ];
        const today = { ...day(location.id, days[1], [4, '42.50']), rejected: 2, cancelled: 1, channels };
        return { ...nothing, first_day: days[0], figures: [day(location.id, days[0], [5, '60.00']), today] };
      };
      const { html } = await browser.open(pathOf(location.id));
      for (const text of [
        '€42.50',
        '€10.63',
        ': 5 until',
        '€60.00 in all',
        '2 declined, 1 cancelled; not in the turnover',
      ])
        expect(html).toContain(text);
      expect(html).toContain('&lt;b>Website');
      expect(html).not.toContain('<b>Website');
      expect(html).toContain('3 orders, €30.00; a week ago 0');
      expect(html).toContain('All other channels');
      expect(html).not.toContain('There are no figures of last week');
      expect(titlesOf(html).slice(-3)).toEqual(['Orders by hour', 'Turnover so far', 'By channel']);
      const pictures = [...html.matchAll(/<svg class="picture" role="img" aria-label="([^"]+)"/g)].map(
        ([, label]) => label,
      );
      expect(pictures).toEqual([
        'Orders by hour: Most orders came between 00:00 and 01:00: 4.',
        expect.stringMatching(
          /^Turnover so far: €42\.50 until now\. \w+ \d+ \w+: €60\.00 until \d\d:00, €60\.00 in all\.$/,
        ),
      ]);
      for (const picture of pictures) expect(html).toContain(`<p>${picture?.split(': ').slice(1).join(': ')}</p>`);
      expect(html).not.toMatch(/<figure>(?!<figcaption>)|style=/);
    });

    test('names what is late and which app has trouble first, with ways there', async () => {
      const { browser, connection, location, account } = await aConnectedOwner(hub);
      const late = {
        ...{
          order_id: 'order1',
          location_id: location.id,
          channel: '<i>Phone',
          status: 'accepted',
          service_type: null,
        },
        due_at: '2026-11-26T11:40:00.000Z',
      };
      const of = { connection_id: connection.id, account_id: account.id, location_id: location.id, reason: null };
      const since = '2026-11-26T11:00:00.000Z';
      const trouble = [
        { ...of, kind: 'silent', status: null, since },
        { ...of, kind: 'refusing', status: 401, since: null },
        { ...of, kind: 'refusing', status: 404, since: null },
        { ...of, kind: 'failing', status: 503, since },
        { ...of, kind: 'failing', status: null, since },
        { ...of, kind: 'failing', status: 200, reason: 'slower than its events come', since },
      ];
      answers[route] = () => ({ ...nothing, late: [late], trouble });
      const { html } = await browser.open(pathOf(location.id));
      expect(html).toContain(
        `<a href="/back-office/locations/${location.id}/orders/order1">An order from <bdi>&lt;i>Phone</bdi></a> was due at 12:40. It is still: accepted.`,
      );
      const app = (path: string) => `<a href="/back-office/connections/${connection.id}${path}"><bdi>Till</bdi></a>`;
      expect(html).toContain(`${app('')} has not fetched new orders since 26 Nov 2026, 12:00. Is it switched on?`);
      expect(html).toContain(`${app('/deliveries')} answers 401 to each message: its secret may be wrong.`);
      expect(html).toContain(`${app('/deliveries')} answers 404 to each message: it may have changed`);
      expect(html).toContain(`${app('/deliveries')} answered the last message with 503.`);
      expect(html).toContain(`The last message did not reach ${app('/deliveries')}.`);
      expect(html).toContain(`${app('/deliveries')} takes messages more slowly than they come.`);
      expect(html.indexOf('What matters now')).toBeLessThan(html.indexOf('Turnover'));
    });

    test('says when a silent till was last heard from: the hour today, the date before', async () => {
      const { browser, connection, location, account } = await aConnectedOwner(hub);
      const { db } = hub;
      const of = { connection_id: connection.id, account_id: account.id, location_id: location.id, reason: null };
      answers[route] = () => ({ ...nothing, trouble: [{ ...of, kind: 'silent', status: null, since: null }] });
      const said = async () =>
        /Is it switched on\?(.*?)<\/li>/.exec((await browser.open(pathOf(location.id))).html)?.[1];
      expect(await said()).toBe('');
      const use = (at: string) =>
        db.query(
          `insert into connection_uses values ($1, ${at}) on conflict (connection_id) do update set used_at = ${at}`,
          [connection.id],
        );
      await use('now()');
      expect(await said()).toMatch(/^ It was last heard from at \d\d:\d\d\.$/);
      await use(`'2026-01-02T17:04:00Z'`);
      expect(await said()).toBe(' It was last heard from on 2 Jan 2026, 18:04.');
    });

    test('shows a manager no way to pages of the owner alone', async () => {
      const { location, account, manager, owner } = await aStaffedLocation(hub);
      const client = (await hub.operator('POST /management/clients', { user_id: owner.user.id, name: 'Till' })).body;
      const grant = { client_id: client.client_id, location_id: location.id, scope: 'location[orders.read]' };
      const { id } = (await hub.operator('POST /management/connections', grant)).body;
      const of = {
        account_id: account.id,
        location_id: location.id,
        kind: 'silent',
        status: null,
        reason: null,
        since: null,
      };
      answers[route] = () => ({ ...nothing, trouble: [{ ...of, connection_id: id }] });
      const { html } = await manager.browser.open(pathOf(location.id));
      expect(html).toContain('<bdi>Till</bdi> has not fetched new orders');
      expect(html).not.toMatch(/href="\/back-office\/(connections|accounts)/);
    });

    test('shows ten late orders, and says that there are more', async () => {
      const { browser, location } = await anOwnerOfLocation(hub);
      const one = {
        location_id: location.id,
        channel: 'Web',
        status: 'new',
        service_type: null,
        due_at: '2026-11-26T11:40:00.000Z',
      };
      answers[route] = () => ({
        ...nothing,
        late: Array.from({ length: 11 }, (_, at) => ({ ...one, order_id: `o${at}` })),
      });
      const { html } = await browser.open(pathOf(location.id));
      expect(html.match(/An order from/g)).toHaveLength(10);
      expect(html).toContain('There is more than what is shown here.');
    });

    test.each([
      ['owner', 200],
      ['manager', 200],
      ['kitchen', 403],
      ['otherManager', 404],
      ['stranger', 404],
    ] as const)('answers the %s %i', async (who, status) => {
      const { location, ...people } = await aStaffedLocation(hub);
      expect((await people[who].browser.open(pathOf(location.id))).status).toBe(status);
      expect(asked().length).toBe(status === 200 ? 1 : 0);
    });

    test('says in the language of the user what it says', async () => {
      const { browser, location } = await anOwnerOfLocation(hub);
      const answer = await fetch(hub.urlOf(pathOf(location.id)), {
        headers: {
          cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
          'accept-language': 'de',
        },
      });
      expect(await answer.text()).toContain('Jetzt wichtig');
    });

    test('answers 503 without the events service', async () => {
      answers[route] = () => undefined;
      const { browser, location } = await anOwnerOfLocation(hub);
      expect((await browser.open(pathOf(location.id))).status).toBe(503);
    });
  });

  describe('today at all locations', () => {
    const path = '/back-office/today';

    test('invites a user without a location to add one', async () => {
      const { browser } = await anOwner(hub);
      const { html, status } = await browser.open(path);
      expect([status, html.includes('There is none yet')]).toEqual([200, true]);
      expect(asked()).toEqual([]);
    });

    test('has a row for each location, and sums for each currency', async () => {
      const { browser, location, account, user } = await anOwnerOfLocation(hub, { name: 'Bac' });
      const create = async (name: string, body: object) => (await hub.operator(`POST /management/${name}`, body)).body;
      const second = await create('locations', aLocation(account.id, { name: 'Halles' }));
      const pub = await create('accounts', anAccount(user.id, { name: 'Ada’s Pub', currency: 'GBP' }));
      const london = await create('locations', aLocation(pub.id, { name: 'Soho', timezone: 'Europe/London' }));
      answers[route] = (asked) => {
        const shops = shopsOf(asked);
        const of = (id: string) => shops.find(({ location_id }) => location_id === id)?.days ?? ['', ''];
        const figures = [
          day(location.id, of(location.id)[1], [4, '40.10']),
          day(location.id, of(location.id)[0], [2, '20.00']),
          day(second.id, of(second.id)[1], [1, '0.20']),
          day(london.id, of(london.id)[1], [3, '9.00'], 'GBP'),
        ];
        const late = {
          order_id: 'o',
          location_id: second.id,
          channel: 'Web',
          status: 'new',
          service_type: null,
          due_at: '2026-11-26T11:40:00.000Z',
        };
        return { ...nothing, figures, late: [late] };
      };
      const { html } = await browser.open(path);
      expect(titlesOf(html)).toEqual([
        'What matters now',
        '2 locations, Euro (EUR)',
        '1 location, British Pound (GBP)',
        'Locations',
      ]);
      for (const text of ['€40.30', '€8.06', '£9.00', '4 (2)', '€40.10 (€20.00)', '1 late order', 'Ada’s Pub'])
        expect(html).toContain(text);
      for (const { id } of [location, second, london]) expect(html).toContain(`href="${pathOf(id)}"`);
      expect(html.match(/<svg class="picture small" role="img"/g)).toHaveLength(3);
      expect(html).toContain('aria-label="4 orders today; a week ago 2 until this hour, 2 in all"');
      expect(asked()).toHaveLength(1);
    });

    test('does not tell of locations of others', async () => {
      const { location, manager, kitchen, owner } = await aStaffedLocation(hub);
      const shopsAsked = async ({ browser }: { browser: typeof owner.browser }) => {
        events.asked.length = 0;
        expect((await browser.open(path)).status).toBe(200);
        return asked().flatMap(({ body }) => body.shops.map(({ location_id }: Shop) => location_id));
      };
      expect(await shopsAsked(owner)).toHaveLength(2);
      expect(await shopsAsked(manager)).toEqual([location.id]);
      expect(await shopsAsked(kitchen)).toEqual([]);
    });
  });

  test('every text comes from messages', async () => {
    const { browser, connection, location, account, user } = await aConnectedOwner(hub);
    await hub.operator('POST /management/locations', aLocation(account.id, { name: 'Halles' }));
    const of = { connection_id: connection.id, account_id: account.id, location_id: location.id, reason: null };
    answers[route] = (asked) => {
      const days = shopsOf(asked)[0]?.days ?? ['', ''];
      const channels = [{ channel: 'Website', orders: 3, turnover: '30.00' }];
      const late = { order_id: 'o', location_id: location.id, channel: 'Website', status: 'new', service_type: null };
      const trouble = (['silent', 'refusing', 'failing'] as const).map((kind) => ({
        ...of,
        kind,
        status: 401,
        since: null,
      }));
      return {
        ...{ first_day: null, late: [{ ...late, due_at: '2026-11-26T11:40:00.000Z' }], trouble },
        figures: [{ ...day(location.id, days[1], [4, '42.50']), channels }],
      };
    };
    for (const path of [pathOf(location.id), '/back-office/today', '/back-office']) {
      const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
      const headers = { cookie, 'accept-language': 'en-XA' };
      const html = await (await fetch(hub.urlOf(path), { headers })).text();
      expect(html).toContain('⟦Today');
      if (path !== '/back-office') expect(unmarkedTexts(html, [location.name, account.name, user.email])).toEqual([]);
    }
  });

  test('the location in the path decides, whatever else the request names', async () => {
    const { browser, location } = await anOwnerOfLocation(hub);
    await browser.open(`${pathOf(location.id)}?location_id=${newId()}`);
    expect(asked().flatMap(({ body }) => body.shops.map(({ location_id }: Shop) => location_id))).toEqual([
      location.id,
    ]);
  });
});

describe('the week of a location', () => {
  describe('the times of a day', () => {
    test.each([
      ['', []],
      ['11:30–14:00', [['11:30', '14:00']]],
      [
        '9-14, 18:00 - 22.30',
        [
          ['09:00', '14:00'],
          ['18:00', '22:30'],
        ],
      ],
      ['18h00 — 24', [['18:00', '24:00']]],
      [
        '9 to 17; 18 bis 2,',
        [
          ['09:00', '17:00'],
          ['18:00', '02:00'],
        ],
      ],
    ])('%s', (text, slots) => {
      expect(slotsIn(text)).toEqual(slots.map(([from, to]) => ({ from, to })));
    });

    test.each(['closed', '9', '9-', '25-26', '18-24:01', '9:60-10', '9-10-11', '9-10 18-22', '９-10'])(
      '%s cannot be read',
      (text) => {
        expect(slotsIn(text)).toBeUndefined();
      },
    );

    test('what is written is read again', () => {
      const slots = [
        { from: '09:00', to: '14:00' },
        { from: '18:00', to: '24:00' },
      ];
      expect(slotsIn(slotsText(slots))).toEqual(slots);
    });
  });

  describe('a slot in the picture, with a cut-off time of 06:00', () => {
    test.each([
      ['09:00', '14:00', 180, 480],
      ['18:00', '02:00', 720, 1_200],
      ['01:00', '03:00', 1_140, 1_260],
      ['05:00', '14:00', 0, 480],
      ['22:00', '06:00', 960, 1_440],
    ])('%s to %s', (from, to, start, end) => {
      expect(spanOf({ from, to }, '06:00')).toEqual({ start, end });
    });
  });

  test('the print of what is shown differs with each of its parts', () => {
    const location = { opening_hours: null, preparation_time: 15, cutoff_time: '06:00' };
    const week = {
      monday: [{ from: '09:00', to: '14:00' }],
      tuesday: [],
      wednesday: [],
      thursday: [],
      friday: [],
      saturday: [],
      sunday: [],
    };
    const prints = [
      location,
      { ...location, preparation_time: 20 },
      { ...location, cutoff_time: '05:00' },
      { ...location, opening_hours: week },
    ].map(printOf);
    expect(new Set(prints).size).toBe(4);
    expect(printOf({ ...location })).toBe(prints[0]);
  });
});

describe('health', () => {
  const now = new Date('2026-07-01T12:00:00.000Z');

  const callback = { url: 'https://till.example', events: [], created_at: '', updated_at: '' };

  const deliveries = (given: Partial<ConnectionDeliveries> = {}): ConnectionDeliveries => ({
    ...{ connection_id: 'c', callback, waiting: 0, oldest_waiting_at: null, last_attempt: null, refusals: null },
    is_behind: false,
    ...given,
  });

  const failed = (status: number | null) => ({
    ...{ at: '2026-07-01T11:59:00.000Z', outcome: 'failed' as const, status, reason: null },
  });

  const received = { ...failed(200), outcome: 'acknowledged' as const };

  const polling = { ...callback, url: null };

  test.each([
    ['works', deliveries()],
    ['works', deliveries({ last_attempt: received })],
    ['works', deliveries({ callback: polling })],
    ['works', deliveries({ callback: polling, oldest_waiting_at: '2026-07-01T11:50:00.000Z' })],
    ['fetches_nothing', deliveries({ callback: polling, oldest_waiting_at: '2026-07-01T11:49:59.999Z' })],
    ['no_events', deliveries({ callback: null })],
    ['no_events', null],
    ['unknown', 'unavailable'],
    ['secret', deliveries({ last_attempt: failed(401) })],
    ['secret', deliveries({ last_attempt: { ...received, status: 403 } })],
    ['address', deliveries({ last_attempt: failed(404) })],
    ['address', deliveries({ last_attempt: failed(410) })],
    ['refuses', deliveries({ last_attempt: failed(422) })],
    ['faulty', deliveries({ last_attempt: failed(500) })],
    ['works', deliveries({ last_attempt: { ...received, status: 302 } })],
    ['silent', deliveries({ last_attempt: failed(null) })],
    ['behind', deliveries({ last_attempt: received, is_behind: true })],
    ['silent', deliveries({ last_attempt: failed(null), is_behind: true })],
  ] as const)('an app %s', (kind, described) => {
    expect(healthOf({ status: 'active' }, described, now).kind).toBe(kind);
  });

  test('an app fails since the oldest event that waits, or else since the last attempt', () => {
    const silent = (oldest_waiting_at: string | null) =>
      healthOf(
        { status: 'active' },
        deliveries({ last_attempt: failed(null), oldest_waiting_at }),
        now,
      ).since?.toISOString();
    expect(silent('2026-07-01T10:05:00.000Z')).toBe('2026-07-01T10:05:00.000Z');
    expect(silent(null)).toBe('2026-07-01T11:59:00.000Z');
  });

  test.each(['blocked', 'suspended', 'disconnected'] as const)(
    'what is %s says so, whatever the app answers',
    (status) => {
      const blocked_at = new Date('2026-07-01T09:00:00.000Z');
      const health = healthOf({ status, blocked_at }, deliveries({ last_attempt: failed(401) }), now);
      expect(health).toEqual({ kind: status, since: status === 'blocked' ? blocked_at : null, status: null });
    },
  );
});
