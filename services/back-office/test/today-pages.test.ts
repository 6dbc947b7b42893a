/** The pages of today (docs/api/back-office.md#today). */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { aLocation, anAccount } from '../../auth/test/builders.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { aConnectedOwner, anOwner, anOwnerOfLocation } from '../../auth/test/owner.ts';
import { startAnsweringService, type AnsweringService, type Answers, type ReceivedCall } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

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
    expect(events.asked.map(({ route: asked }) => asked)).toEqual([route]);
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
      ...{ order_id: 'order1', location_id: location.id, channel: '<i>Phone', status: 'accepted', service_type: null },
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
    expect(html.indexOf('What matters now')).toBeLessThan(html.indexOf('Turnover'));
  });

  test('says when a silent till was last heard from: the hour today, the date before', async () => {
    const { browser, connection, location, account } = await aConnectedOwner(hub);
    const { db } = hub;
    const of = { connection_id: connection.id, account_id: account.id, location_id: location.id, reason: null };
    answers[route] = () => ({ ...nothing, trouble: [{ ...of, kind: 'silent', status: null, since: null }] });
    const said = async () => /Is it switched on\?(.*?)<\/li>/.exec((await browser.open(pathOf(location.id))).html)?.[1];
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
    expect(events.asked.length).toBe(status === 200 ? 1 : 0);
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
    expect(events.asked).toEqual([]);
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
    expect(events.asked).toHaveLength(1);
  });

  test('does not tell of locations of others', async () => {
    const { location, manager, kitchen, owner } = await aStaffedLocation(hub);
    const asked = async ({ browser }: { browser: typeof owner.browser }) => {
      events.asked.length = 0;
      expect((await browser.open(path)).status).toBe(200);
      return events.asked.flatMap(({ body }) => body.shops.map(({ location_id }: Shop) => location_id));
    };
    expect(await asked(owner)).toHaveLength(2);
    expect(await asked(manager)).toEqual([location.id]);
    expect(await asked(kitchen)).toEqual([]);
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
  expect(events.asked.flatMap(({ body }) => body.shops.map(({ location_id }: Shop) => location_id))).toEqual([
    location.id,
  ]);
});
