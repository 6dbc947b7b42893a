import { afterAll, beforeAll, describe, expect, test, beforeEach } from '@jest/globals';
import type { UserVisit } from '@order-hub/pages/visit';
import { digest } from '@order-hub/shared/encryption';
import { newId } from '@order-hub/shared/ids';
import { listUserConnections } from '@order-hub/shared/management/connections';
import { aPrincipal, eventually } from '@order-hub/testing/call';
import { renderToString } from 'preact-render-to-string';
import type { LoggedRequest } from '@order-hub/shared/management/requests';
import { type Browser, openBrowser } from '../../auth/test/browser.ts';
import { authorize } from '../../auth/test/builders.ts';
import { clientHeader, sendForm } from '../../auth/test/issued-codes.ts';
import { aMember } from '../../auth/test/members.ts';
import { aConnectedOwner, auditOfSubject } from '../../auth/test/owner.ts';
import { ConnectionsSection } from '../src/connections/connections-section.tsx';
import { curlLine } from '../src/requests/curl-line.ts';
import { type AnsweringService, type Answers, startAnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

/** What catalog, customers and events answer. */
const answers: Answers = {};

let neighbour: AnsweringService;
let hub: TestBackOffice;

beforeAll(async () => {
  neighbour = await startAnsweringService(answers);
  const { url } = neighbour;
  hub = await startTestBackOffice({ env: { CATALOG_URL: url, CUSTOMERS_URL: url, EVENTS_URL: url } });
});

afterAll(async () => {
  await hub.close();
  await neighbour.close();
});

/** The pages of connections (docs/api/back-office.md#connections). */
describe('connections', () => {
  const deliveriesRoute = 'POST /internal/connection-deliveries';

  /** What was done to a connection after it was granted. */
  const auditAfterGrant = async (id: string) =>
    (await auditOfSubject(hub, id)).filter(({ action }) => action !== 'connection.grant');

  const statusOf = async ({ access_token }: { access_token: string }) =>
    (await hub.internal(`GET /internal/connections/${digest(access_token)}`)).body.status;

  const answerSoon = (id: string, status: string) =>
    eventually(() => hub.bodiesOf('connection', id).some((message) => message.status === status));

  const nothing = { callback: null, waiting: 0, oldest_waiting_at: null, last_attempt: null };

  const describeAs = (connection_id: string, described: object) => {
    answers[deliveriesRoute] = () => ({ connections: [{ connection_id, ...nothing, ...described }] });
  };

  describe('the page of a connection', () => {
    test('shows the client, the place, the grant and the permissions', async () => {
      const { browser, path, location, account } = await aConnectedOwner(hub, {
        name: 'Bar',
        scope: 'location[orders.read],profile',
      });
      const { html, status } = await browser.open(path);
      expect(status).toBe(200);
      for (const known of [
        '<h1>Connection of <bdi>Till</bdi></h1>',
        '<dd>Ada Lovelace</dd>',
        '<dd>Bar</dd>',
        'Active',
        `href="/back-office/locations/${location.id}"><bdi>Rue du Bac</bdi><`,
        `href="/back-office/accounts/${account.id}"><bdi>Chez Ada</bdi><`,
        ', by you',
        'Not yet, or long ago',
        '<li>See the orders and deliveries of <bdi>Rue du Bac</bdi>, and who ordered</li>',
        '<li>See your name, timezone and languages</li>',
      ])
        expect(html).toContain(known);
      expect(html).toContain('>Events</h2>');
      expect(html).not.toContain('hub_');
    });

    test('shows when it was last used', async () => {
      const { browser, path, connection } = await aConnectedOwner(hub);
      await hub.db.query('insert into connection_uses values ($1, $2)', [connection.id, '2026-03-01T12:00:00Z']);
      expect((await browser.open(path)).html).toContain('<time datetime="2026-03-01T12:00:00Z">');
    });

    test('names the catalog and the customer list that it is bound to; the id of one without a known name', async () => {
      const scope = 'location[catalog.write,customer_list.read]';
      const { browser, path, account, connection } = await aConnectedOwner(hub);
      // Bound when both existed; the list is gone since.
      await hub.db.query(
        `update connections set scope = $2, catalog_id = 'catalog1', customer_list_id = 'list1' where id = $1`,
        [connection.id, scope],
      );
      const catalog = { name: 'Lunch', location_id: null };
      answers[`GET /internal/accounts/${account.id}/catalogs/catalog1`] = () => catalog;
      const { html, status } = await browser.open(path);
      expect(status).toBe(200);
      expect(html).toContain(
        '<li>See the catalog “<bdi>Lunch</bdi>”, and change it unless the whole account shares it</li>',
      );
      expect(html).toContain('<dd>Lunch</dd>');
      expect(html).toContain('<dd>list1</dd>');
    });

    test('of general permissions only belongs to its grantor, and has no events', async () => {
      const owner = await aConnectedOwner(hub);
      const connection = await authorize(hub, owner.tenant, { scope: 'profile_with_email' });
      const { html } = await owner.browser.open(`/back-office/connections/${connection.id}`);
      expect(html).toContain('None: your profile only');
      expect(html).toContain('<li>See your name, email address, timezone and languages</li>');
      expect(html).not.toContain('>Events</h2>');
    });
  });

  describe('the events of a connection', () => {
    const callback = {
      url: 'https://shop.example/hook',
      events: ['order.create', 'order.update'],
      created_at: '2026-03-01T10:00:00.000Z',
      updated_at: '2026-03-01T10:00:00.000Z',
    };
    const at = '2026-03-01T12:00:00.000Z';

    test.each([
      [
        'a callback that works',
        { callback, last_attempt: { at, outcome: 'acknowledged', status: 204, reason: null } },
        ['https://shop.example/hook', 'order.create, order.update', 'Received', 'answered with 204', '<dd>0</dd>'],
      ],
      [
        'a callback that fails',
        {
          callback,
          waiting: 1_000,
          oldest_waiting_at: at,
          last_attempt: { at, outcome: 'failed', status: null, reason: 'the host is unknown' },
        },
        ['Failed', 'the host is unknown', '1,000 or more', 'the oldest since'],
      ],
      [
        'no callback: the client polls',
        { callback: { ...callback, url: null }, waiting: 2, oldest_waiting_at: at },
        ['None: it polls its events', '2, the oldest since'],
      ],
      [
        'a callback that refuses its events (docs/api/back-office.md#connections)',
        { callback, refusals: { count: 1_020, status: 401 } },
        [
          '</bdi> answered 401 to the last 1,020 events: its secret may be wrong',
          'class="notice bad"',
          '/deliveries?state=refused"',
        ],
      ],
      [
        'a callback that does not know its path any more',
        { callback, refusals: { count: 20, status: 404 } },
        ['</bdi> answered 404 to the last 20 events: it may have changed'],
      ],
      ['no subscription', {}, ['does not subscribe to changes']],
    ])('%s', async (_what, described, texts) => {
      const { browser, path, connection } = await aConnectedOwner(hub);
      describeAs(connection.id, described);
      const { html } = await browser.open(path);
      for (const text of texts) expect(html).toContain(text);
    });

    test('are unavailable while the events service is; the rest is shown', async () => {
      const { browser, path } = await aConnectedOwner(hub);
      answers[deliveriesRoute] = () => undefined;
      const { html, status } = await browser.open(path);
      expect(status).toBe(200);
      expect(html).toContain('This is unavailable at the moment');
      expect(html).toContain('Active');
    });
  });

  describe('stopping a connection', () => {
    const act = async (browser: Browser, path: string, step: string) =>
      browser.send(await browser.open(`${path}/${step}`));

    test('block: it is refused until it is unblocked; the audit has both', async () => {
      const { browser, path, connection, user, account } = await aConnectedOwner(hub);
      const blocked = await act(browser, path, 'block');
      expect(blocked).toMatchObject({ status: 200, url: path });
      expect(blocked.html).toContain('The connection has been blocked.');
      expect(blocked.html).toContain(`${path}/unblock`);
      expect(blocked.html).not.toContain(`${path}/block"`);
      expect(await statusOf(connection)).toBe('blocked');
      await answerSoon(connection.id, 'blocked');
      const working = await act(browser, path, 'unblock');
      expect(working.html).toContain(`${path}/block"`);
      expect(await statusOf(connection)).toBe('active');
      const entry = { actor: 'user', actor_id: user.id, account_id: account.id, details: '{"client_name":"Till"}' };
      expect(await auditAfterGrant(connection.id)).toMatchObject([
        { ...entry, action: 'connection.block' },
        { ...entry, action: 'connection.unblock' },
      ]);
    });

    test('disconnect: it ends for good', async () => {
      const { browser, path, connection } = await aConnectedOwner(hub);
      const question = await browser.open(`${path}/disconnect`);
      expect(question.html).toContain('Its callback and its waiting events are deleted');
      expect(await statusOf(connection)).toBe('active');
      const ended = await browser.send(question);
      expect(ended.html).toContain('Disconnected');
      expect(ended.html).not.toContain(`${path}/disconnect`);
      await answerSoon(connection.id, 'disconnected');
      for (const step of ['block', 'unblock']) {
        const { html } = await act(browser, path, step);
        expect(html).toContain('Connection id is of a disconnected connection; authorise the client again');
      }
      expect((await auditAfterGrant(connection.id)).map(({ action }) => action)).toEqual(['connection.disconnect']);
    });

    test('a second time changes nothing', async () => {
      const { browser, path, connection } = await aConnectedOwner(hub);
      for (const step of ['block', 'block', 'disconnect', 'disconnect']) await act(browser, path, step);
      expect((await auditAfterGrant(connection.id)).map(({ action }) => action)).toEqual([
        'connection.block',
        'connection.disconnect',
      ]);
    });

    test('by an operator or the client is in the audit too', async () => {
      const { connection, tenant } = await aConnectedOwner(hub);
      await hub.operator(`POST /management/connections/${connection.id}/block`);
      await sendForm(hub, 'revoke', { token: connection.access_token }, clientHeader(tenant));
      expect(await auditAfterGrant(connection.id)).toMatchObject([
        { actor: 'operator', actor_id: null, action: 'connection.block' },
        { actor: 'client', actor_id: tenant.client_id, actor_name: 'Till', action: 'connection.revoke' },
      ]);
    });
  });

  test('the user who registered its client gets 404', async () => {
    const [developer, owner] = [await aConnectedOwner(hub), await aConnectedOwner(hub)];
    const connection = await authorize(hub, owner.tenant, {
      client_id: developer.client_id,
      account_id: owner.account.id,
    });
    expect((await developer.browser.open(`/back-office/connections/${connection.id}`)).status).toBe(404);
    expect((await owner.browser.open(`/back-office/connections/${connection.id}`)).status).toBe(200);
  });

  /** The connections that a user is shown of a place. */
  async function listFor({ id, email }: { id: string; email: string }, query: Record<string, string>) {
    const route = `GET /management/user/connections?${new URLSearchParams(query).toString()}`;
    const { body } = await hub.call(route, { user: aPrincipal({ user: { id, email } }) });
    return listUserConnections.reply.parse(body);
  }

  describe('the connections of a place', () => {
    test('are those of a location, those of an account alone, and those of a profile alone; newest first', async () => {
      const { tenant, user, account, location, connection } = await aConnectedOwner(hub);
      const ofAccount = await authorize(hub, tenant, { account_id: account.id });
      const ofProfile = await authorize(hub, tenant, { scope: 'profile' });
      const named = await authorize(hub, tenant, { location_id: location.id, name: 'Bar' });
      const idsOf = async (place: Record<string, string>) => (await listFor(user, place)).items.map(({ id }) => id);
      expect(await idsOf({ location_id: location.id })).toEqual([named.id, connection.id]);
      expect(await idsOf({ account_id: account.id })).toEqual([ofAccount.id]);
      expect(await idsOf({})).toEqual([ofProfile.id]);
    });

    test("come page by page, and never another user's", async () => {
      const { tenant, user, location, connection } = await aConnectedOwner(hub);
      const named = await authorize(hub, tenant, { location_id: location.id, name: 'Bar' });
      const place = { location_id: location.id };
      const first = await listFor(user, { ...place, count: '1' });
      expect(first).toMatchObject({ items: [{ id: named.id, client_name: 'Till', name: 'Bar' }], next: named.id });
      const second = await listFor(user, { ...place, count: '1', after: named.id });
      const visit = { language: 'en', user: { timezone: 'UTC' } } as UserVisit;
      const [html, end] = [first, second].map((connections) =>
        renderToString(ConnectionsSection({ connections, visit })),
      );
      for (const text of [`/back-office/connections/${named.id}">Till<`, 'Bar', 'Active', 'orders', 'not yet'])
        expect(html).toContain(text);
      expect(html).toContain(`href="?connections_after=${named.id}"`);
      expect(end).not.toContain('connections_after');
      expect(second).toMatchObject({ items: [{ id: connection.id }], next: null });
      const stranger = await aConnectedOwner(hub);
      for (const foreign of [place, { account_id: tenant.account.id }]) {
        expect(await listFor(stranger.user, foreign)).toEqual({ items: [], next: null });
      }
    });
  });
});

/** The review of a user's connections after a new password (docs/api/back-office.md#forgotten-passwords). */
describe('the live page of connections', () => {
  let hub: TestBackOffice;

  // The clock stands still: no minute ends while forms are counted.
  const now = new Date();

  beforeAll(async () => (hub = await startTestBackOffice({ env: { FORMS_PER_USER_MINUTE: '4' }, now: () => now })));

  afterAll(() => hub.close());

  const path = '/back-office/profile/connections';

  /** An owner with a connection to a location, one to the account, and one for the profile alone, who has logged in. */
  async function anOwnerOfThree() {
    const owner = await aConnectedOwner(hub, { name: 'Of the location' });
    await authorize(hub, owner.tenant, { account_id: owner.account.id, name: 'Of the account' });
    await authorize(hub, owner.tenant, { scope: 'profile', name: 'Of the profile' });
    return owner;
  }

  const liveOf = async ({ user }: { user: { id: string } }) =>
    (
      await hub.db.query(
        `select c.name from connections c left join accounts a on a.id = c.account_id
       where coalesce(a.user_id, c.user_id) = $1 and c.disconnected_at is null order by c.id`,
        [user.id],
      )
    ).rows.map(({ name }) => name as string);

  describe('the page', () => {
    test("follows the log-in after a password link, and shows the user's connections everywhere", async () => {
      const owner = await anOwnerOfThree();
      const stranger = await aConnectedOwner(hub, { name: 'Of a stranger' });
      const { url } = (await hub.operator(`POST /management/users/${owner.user.id}/password_link`)).body;
      const { pathname, search } = new URL(url as string);
      const browser = openBrowser(hub);
      const new_password = 'staple the correct battery';
      const logIn = await browser.send(await browser.open(pathname + search), { new_password });
      const page = await browser.send(logIn, { email: owner.user.email, password: new_password });
      expect(page).toMatchObject({ url: path, status: 200 });
      for (const place of ['Rue du Bac', 'Chez Ada', 'Your profile']) expect(page.html).toContain(`>${place}</td>`);
      expect(page.html.match(/aria-label="Disconnect Till"/g)).toHaveLength(3);
      expect(page.html).not.toContain(stranger.connection.id);
    });

    test('shows the people of every account and the second factors, and leads to removing them', async () => {
      const owner = await aConnectedOwner(hub);
      const empty = await owner.browser.open(path);
      expect(empty.html).toContain('Nobody works at your locations.');
      expect(empty.html).toContain('You have no second factor.');
      const member = await aMember(hub, owner.tenant.location.id, 'kitchen');
      const stranger = await aConnectedOwner(hub);
      const other = await aMember(hub, stranger.tenant.location.id, 'manager');
      await hub.db.query(
        `insert into second_factors (id, user_id, kind, name, created_at, totp_secret, last_step)
         values ($1, $1, 'app', 'My old phone', now(), 'x', 0)`,
        [owner.user.id],
      );
      const { html } = await owner.browser.open(path);
      expect(html).toContain(member.email);
      expect(html).toContain(`/people/${member.member_id}/remove"`);
      expect(html).toContain('My old phone');
      expect(html).not.toContain(other.email);
    });

    test('disconnects one connection, or all of the list; the audit names each', async () => {
      const owner = await anOwnerOfThree();
      const { browser, connection } = owner;
      const one = await browser.send(await browser.open(path), { connection: connection.id });
      expect(one.html).toContain('The app is disconnected.');
      expect(await liveOf(owner)).toEqual(['Of the account', 'Of the profile']);
      const all = await browser.send(await browser.open(path), { connection: 'all' });
      expect(all.html).toContain('All apps in the list are disconnected.');
      expect(all.html).toContain('No app is connected.');
      expect(await liveOf(owner)).toEqual([]);
      expect(await auditOfSubject(hub, connection.id, 'connection.disconnect')).toHaveLength(1);
    });

    test("disconnects no one else's", async () => {
      const [owner, stranger] = [await anOwnerOfThree(), await aConnectedOwner(hub)];
      const { browser } = stranger;
      expect((await browser.send(await browser.open(path), { connection: owner.connection.id })).status).toBe(404);
      expect(await liveOf(owner)).toHaveLength(3);
    });
  });

  test('forms of a user beyond the limit of a minute are refused, on pages of both services together', async () => {
    const owner = await anOwnerOfThree();
    const { browser } = owner;
    const send = async (to: string) => (await browser.send(await browser.open(to), { connection: 'none' })).status;
    const statuses = [];
    for (const to of [path, '/back-office/profile/password', path, '/back-office/profile/password'])
      statuses.push(await send(to));
    expect(statuses).toEqual([404, 422, 404, 422]);
    const refused = await browser.send(await browser.open(path), { connection: 'all' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)]);
    expect(refused.html).toContain('You have sent too many forms. Please go on in');
    expect(await liveOf(owner)).toHaveLength(3);
  });
});

/** The events that wait at a location, as its owner sees them (docs/api/back-office.md#waiting-events). */
describe('waiting events', () => {
  let eventsOf: (asked: { location_id: string; after?: string | null }) => object | undefined = () => undefined;

  beforeAll(() => {
    answers['GET /internal/waiting-events'] = ({ place, query }) =>
      eventsOf({ location_id: place?.location_id ?? '', after: query.get('after') });
  });

  const pathOf = (location_id: string, page: string) => `/back-office/locations/${location_id}/${page}`;

  describe('the page of waiting events', () => {
    const anEvent = (overrides: object = {}) => ({
      id: newId(),
      connection_id: 'c',
      type: 'order.create',
      resource_id: 'o1',
      created_at: '2026-07-01T18:30:00.000Z',
      attempts: 2,
      next_attempt_at: null,
      given_up_at: null,
      ...overrides,
    });

    test('names the app of each, and what becomes of it', async () => {
      const [owner, foreign] = [await aConnectedOwner(hub), await aConnectedOwner(hub)];
      const { id } = owner.connection;
      eventsOf = ({ location_id }) =>
        location_id === owner.location.id
          ? {
              events: [
                anEvent({ connection_id: id, next_attempt_at: '2026-07-01T19:30:00.000Z' }),
                anEvent({ connection_id: id, given_up_at: '2026-07-01T19:30:00.000Z' }),
                anEvent({ connection_id: foreign.connection.id }),
              ],
              more: true,
            }
          : undefined;
      const page = await owner.browser.open(pathOf(owner.location.id, 'events'));
      for (const text of [
        'Till',
        'Will be sent again',
        'Given up',
        'Waits to be fetched',
        'A connection',
        'Older events',
      ])
        expect(page.html).toContain(text);
      expect(page.html.match(/>Till</g)).toHaveLength(2);
    });

    test('goes on from an event', async () => {
      const { browser, location } = await aConnectedOwner(hub);
      eventsOf = ({ after }) => ({ events: after === 'e9' ? [] : [anEvent()], more: false });
      expect((await browser.open(pathOf(location.id, 'events?after=e9'))).html).toContain('Nothing is waiting');
    });
  });
});

/** The pages of the delivery log (docs/api/back-office.md#delivery-log). The test answers for events. */
describe('the log of deliveries', () => {
  const attempt = {
    ...{ id: 'a1', event_id: 'e1', resource_type: 'order', event_type: 'create', resource_id: 'o77' },
    ...{ ended_at: '2026-07-01T10:00:07Z', attempt: 2, state: 'refused', status: 401, fault: null, duration_ms: 1_038 },
    ...{ retry_at: null, request_headers: { 'Webhook-Id': 'e1' }, response_headers: { 'x-why': '<b>secret</b>' } },
    response_body: 'The signature of <Ada> is wrong',
  };

  const usual: Answers = {
    'POST /internal/attempts': () => ({ items: [attempt], next: 'a1' }),
    'POST /internal/attempts/a1': () => attempt,
    'POST /internal/attempts/a1/resend': () => ({ resent: 1, more: false }),
    'POST /internal/resent-events': () => ({ resent: 5_000, more: true }),
    'POST /internal/sending': () => ({ subscribed: ['order.create'], kept: { count: 12, more: false } }),
    'POST /internal/test-events': () => ({ events: 1 }),
  };

  beforeEach(() => void Object.assign(answers, usual));

  const lastAsked = (route: string) => neighbour.asked.findLast((call) => call.route === route)?.body;

  /** The owner of an account, a client and their connection: the paths of its log as the one and as the other. */
  async function aLog() {
    const owner = await aConnectedOwner(hub);
    const { client_id, connection, path } = owner;
    return {
      ...owner,
      id: connection.id as string,
      ofAccount: `${path}/deliveries`,
      ofClient: `/back-office/clients/${client_id}/connections/${connection.id}/deliveries`,
    };
  }

  describe('the log', () => {
    test('shows each attempt, and leads to it, to older ones and to what can be sent', async () => {
      const { browser, ofAccount, path } = await aLog();
      const { html, status } = await browser.open(`${ofAccount}?state=refused&type=order.create&event_id=e1&after=`);
      expect(status).toBe(200);
      for (const text of [
        'order.create',
        'o77',
        'Refused',
        '401',
        '1,038 ms',
        `${ofAccount}/a1"`,
        `${ofAccount}?state=refused&amp;type=order.create&amp;event_id=e1&amp;after=a1`,
        `${ofAccount}/resend"`,
        `${ofAccount}/test"`,
        'Kept: 12 events',
      ])
        expect(html).toContain(text);
      expect(lastAsked('POST /internal/attempts')).toMatchObject({
        ...{ state: 'refused', type: 'order.create', event_id: 'e1', count: 50, with_personal_data: true },
      });
      expect((await browser.open(path)).html).toContain(`${ofAccount}"`);
    });

    test('for the owner of the client is reached from its page, and asks for nothing personal', async () => {
      const { browser, client_id, ofClient } = await aLog();
      expect((await browser.open(`/back-office/clients/${client_id}`)).html).toContain(`${ofClient}"`);
      expect((await browser.open(ofClient)).status).toBe(200);
      expect(lastAsked('POST /internal/attempts').with_personal_data).toBe(false);
      const { html } = await browser.open(`${ofClient}/a1`);
      expect(lastAsked('POST /internal/attempts/a1').with_personal_data).toBe(false);
      expect(html).toContain('are not shown');
    });

    test('says when the next attempt is made; without attempts and without a callback it says so', async () => {
      const { browser, ofAccount } = await aLog();
      const waiting = { ...attempt, state: 'retrying', status: null, fault: 'ECONNREFUSED' };
      answers['POST /internal/attempts'] = () => ({
        items: [{ ...waiting, retry_at: '2026-07-01T10:08:07Z' }],
        next: null,
      });
      const { html } = await browser.open(ofAccount);
      for (const text of ['Will be sent again', 'datetime="2026-07-01T10:08:07Z"', 'ECONNREFUSED'])
        expect(html).toContain(text);
      answers['POST /internal/attempts'] = () => ({ items: [], next: null });
      answers['POST /internal/sending'] = () => ({ subscribed: null, kept: { count: 0, more: false } });
      const empty = (await browser.open(`${ofAccount}?state=retrying`)).html;
      for (const text of ['No attempt of the last 7 days matches', 'has no callback now'])
        expect(empty).toContain(text);
      expect(empty).not.toContain(`${ofAccount}/resend"`);
    });

    test.each(['state=lost', 'type=order.eaten'])('?%s is refused', async (query) => {
      const { browser, ofAccount } = await aLog();
      expect([400, 422]).toContain((await browser.open(`${ofAccount}?${query}`)).status);
    });
  });

  describe('an attempt', () => {
    test('shows what was sent and answered, and why it is not sent again', async () => {
      const { browser, ofAccount } = await aLog();
      const { html } = await browser.open(`${ofAccount}/a1`);
      for (const text of [
        'Webhook-Id: e1',
        'x-why: &lt;b>secret&lt;/b>',
        'The signature of &lt;Ada> is wrong',
        'The app answered 401. A status from 400 to 499 acknowledges the event',
        `${ofAccount}?event_id=e1`,
        `${ofAccount}/a1/resend"`,
      ])
        expect(html).toContain(text);
    });

    test('that was acknowledged cannot be sent again; one that the log does not know is a 404', async () => {
      const { browser, ofAccount } = await aLog();
      const acknowledged = {
        ...attempt,
        state: 'acknowledged',
        status: 200,
        response_headers: null,
        response_body: null,
      };
      answers['POST /internal/attempts/a1'] = () => acknowledged;
      const { html } = await browser.open(`${ofAccount}/a1`);
      expect(html).toContain('No answer is in the log.');
      expect(html).not.toContain(`${ofAccount}/a1/resend"`);
    });
  });

  describe.each(['ofAccount', 'ofClient'] as const)('sending, %s', (side) => {
    test('one again', async () => {
      const { [side]: log, browser, id } = await aLog();
      const sent = await browser.send(await browser.open(`${log}/a1/resend`));
      expect(sent).toMatchObject({ status: 200, html: expect.stringContaining('The event is being sent again.') });
      expect(lastAsked('POST /internal/attempts/a1/resend').caller.connection_id).toBe(id);
      expect(await auditOfSubject(hub, id, 'event.resend')).toHaveLength(1);
    });

    test('all that match: how many is confirmed first, and the rest is offered', async () => {
      const { [side]: log, browser, id } = await aLog();
      const query = 'state=refused&since=2026-07-01T12:00:00Z';
      const page = await browser.open(`${log}/resend?${query}`);
      expect(page.html).toContain('<strong>12 events</strong> that the app refused since 2026-07-01T12:00:00Z');
      expect(page.html).toContain('Send 12 events again');
      expect(await auditOfSubject(hub, id, 'event.resend')).toEqual([]);
      const sent = await browser.send(page);
      expect(sent.html).toContain('5,000 events will be sent again. There are more: send again.');
      const asked = { state: 'refused', since: '2026-07-01T12:00:00.000Z' };
      expect(lastAsked('POST /internal/resent-events')).toMatchObject(asked);
      const [{ details }] = await auditOfSubject(hub, id, 'event.resend');
      expect(JSON.parse(details)).toEqual({ client_name: 'Till', ...asked });
    });

    test('none when none matches', async () => {
      const { [side]: log, browser } = await aLog();
      answers['POST /internal/sending'] = () => ({ subscribed: ['order.create'], kept: { count: 0, more: false } });
      const { html } = await browser.open(`${log}/resend?state=&since=`);
      expect(html).toContain('No kept event matches.');
      expect(html).not.toContain('again</button>');
      expect((await browser.open(`${log}/resend?since=yesterday`)).status).toBe(400);
    });

    test('a test event of one kind', async () => {
      const { [side]: log, browser, id } = await aLog();
      const sent = await browser.send(await browser.open(`${log}/test`), { type: 'order.create' });
      expect(sent.html).toContain('1 test event is being sent.');
      expect(lastAsked('POST /internal/test-events')).toMatchObject({
        type: 'order.create',
        caller: { connection_id: id },
      });
      expect(await auditOfSubject(hub, id, 'event.test')).toHaveLength(1);
    });
  });
});

/** The pages of the request log (docs/api/back-office.md#request-log). The test answers for events. */
describe('the log of requests', () => {
  const request = {
    ...{ id: 'r1', started_at: '2026-07-01T10:00:07Z', method: 'PATCH', path: '/v1/location/orders/…' },
    ...{ query: 'email=…', status: 422, code: 'invalid_fields', fields: ['items.0.price'], duration_ms: 1_038 },
    ...{ bytes_in: 2_310, bytes_out: 1, has_idempotency_key: true, user_agent: 'till/2.1', unlisted: 1_204 },
  };

  /** The owner of an account, a client and their connection: the paths of its log as the one and as the other. */
  async function aLog() {
    const owner = await aConnectedOwner(hub);
    const { client_id, connection, path } = owner;
    const connection_id = connection.id as string;
    const items = [{ ...request, connection_id }];
    answers['POST /internal/requests'] = () => ({ items, next: 'r1' });
    answers[`POST /internal/clients/${client_id}/requests`] = () => ({ items, next: 'r1' });
    return {
      ...{ ...owner, connection_id, items },
      ofAccount: `${path}/requests`,
      ofConnection: `/back-office/clients/${client_id}/connections/${connection_id}/requests`,
      ofClient: `/back-office/clients/${client_id}/requests`,
    };
  }

  const lastAsked = (route: string) => neighbour.asked.findLast((call) => call.route === route)?.body;

  beforeEach(() => void neighbour.asked.splice(0));

  describe.each(['ofAccount', 'ofConnection', 'ofClient'] as const)('the log, %s', (side) => {
    test('shows each request, how many are not listed, and leads to it and to older ones', async () => {
      const { browser, [side]: log, client_id, ofConnection } = await aLog();
      const filter = 'status=failed&method=PATCH&request_id=r1&since=2026-07-01T12%3A00%3A00%2B02%3A00';
      const { html, status } = await browser.open(`${log}?${filter}&until=&after=`);
      expect(status).toBe(200);
      const page = side === 'ofClient' ? ofConnection : log;
      for (const text of [
        'PATCH /v1/location/orders/…?email=…',
        'datetime="2026-07-01T10:00:07Z"',
        '422',
        'invalid_fields',
        '1,038 ms',
        '1,204 earlier requests not listed',
        `${page}/r1"`,
        `${page}/r1#as-curl"`,
        `${log}?${filter.replaceAll('&', '&amp;')}&amp;after=r1"`,
      ])
        expect(html).toContain(text);
      const route = side === 'ofClient' ? `POST /internal/clients/${client_id}/requests` : 'POST /internal/requests';
      expect(lastAsked(route)).toMatchObject({
        ...{ status: 'failed', method: 'PATCH', request_id: 'r1', since: '2026-07-01T10:00:00.000Z', count: 50 },
      });
    });

    test('says which fields of a request were ignored', async () => {
      const { browser, [side]: log, ofConnection, items } = await aLog();
      const ignoring = { ...items[0], status: 200, code: null, fields: ['asap'] };
      answers['POST /internal/requests'] = () => ({ items: [ignoring], next: null });
      const { html } = await browser.open(`${side === 'ofClient' ? ofConnection : log}/r1`);
      expect(html).toMatch(/Ignored fields[^]*<code>asap<\/code>[^]*The hub does not know these fields/);
      expect(html).not.toContain('Fields at fault');
      const doubtful = { ...ignoring, fields: ['data.option_lists.3.min_selections'] };
      answers['POST /internal/requests'] = () => ({ items: [doubtful], next: null });
      const { html: other } = await browser.open(`${side === 'ofClient' ? ofConnection : log}/r1`);
      expect(other).toMatch(/Doubtful fields[^]*min_selections of an option list is more than a guest can choose/);
    });

    test('says that it is empty, or that older requests may match', async () => {
      const { browser, [side]: log, client_id } = await aLog();
      for (const [next, text] of [
        [null, 'No request of the last days matches.'],
        ['r0', 'None of the latest requests matches.'],
      ] as const) {
        for (const route of ['POST /internal/requests', `POST /internal/clients/${client_id}/requests`])
          answers[route] = () => ({ items: [], next });
        expect((await browser.open(`${log}?method=DELETE`)).html).toContain(text);
      }
    });

    test.each(['status=200', 'method=get', 'since=yesterday'])('?%s is refused', async (query) => {
      const { browser, [side]: log } = await aLog();
      expect([400, 422]).toContain((await browser.open(`${log}?${query}`)).status);
    });
  });

  test('the pages of the connection and of the client lead to the log', async () => {
    const { browser, path, client_id, ofAccount, ofConnection, ofClient } = await aLog();
    expect((await browser.open(path)).html).toContain(`${ofAccount}"`);
    const { html } = await browser.open(`/back-office/clients/${client_id}`);
    for (const log of [ofConnection, ofClient]) expect(html).toContain(`${log}"`);
  });

  test('the log of a client names the place of each request', async () => {
    const { browser, ofClient, ofConnection } = await aLog();
    expect((await browser.open(ofClient)).html).toMatch(new RegExp(`<a href="${ofConnection}">[^<]+</a>`));
  });

  describe.each(['ofAccount', 'ofConnection'] as const)('a request, %s', (side) => {
    test('shows what is known of it, and a command that repeats it without the token and the body', async () => {
      const { browser, [side]: log, connection_id } = await aLog();
      const { html } = await browser.open(`${log}/r1`);
      for (const text of [
        'PATCH /v1/location/orders/…?email=…',
        'items.0.price',
        '/docs/errors#invalid_fields',
        '2,310 bytes sent, 1 byte received',
        'till/2.1',
        `/v1/location/orders/…?email=…' \\`,
        '-H &quot;X-Access-Token: $TOKEN&quot;',
        '--data @body.json',
      ])
        expect(html).toContain(text);
      expect(lastAsked('POST /internal/requests')).toMatchObject({ connection_id, request_id: 'r1', count: 1 });
    });

    test('that the log does not have is a 404', async () => {
      const { browser, [side]: log } = await aLog();
      answers['POST /internal/requests'] = () => ({ items: [], next: null });
      expect((await browser.open(`${log}/r2`)).status).toBe(404);
    });
  });
});

describe('the command that repeats a request', () => {
  const request: LoggedRequest = {
    ...{ id: 'r1', connection_id: 'c1', started_at: '2026-07-01T10:00:07Z', method: 'GET', path: '/v1/location' },
    ...{ query: null, status: 200, code: null, fields: [], duration_ms: 3, bytes_in: 1, bytes_out: 1 },
    ...{ has_idempotency_key: false, user_agent: null, unlisted: 0 },
  };

  const line = (overrides: Partial<LoggedRequest>) => curlLine('https://hub.example', { ...request, ...overrides });

  test('a GET', () => {
    expect(line({ query: 'status=new&email=…' })).toBe(
      `curl 'https://hub.example/v1/location?status=new&email=…' \\\n  -H "X-Access-Token: $TOKEN"`,
    );
  });

  test('a POST with an idempotency key names a file for its body', () => {
    expect(line({ method: 'POST', path: '/v1/location/orders', has_idempotency_key: true })).toBe(
      [
        `curl -X POST 'https://hub.example/v1/location/orders'`,
        `-H "X-Access-Token: $TOKEN"`,
        `-H "Idempotency-Key: $KEY"`,
        `-H 'Content-Type: application/json'`,
        '--data @body.json',
      ].join(' \\\n  '),
    );
  });

  test.each([
    ['DELETE', 'curl -X DELETE '],
    ['HEAD', 'curl --head '],
  ])('a %s has no body', (method, start) => {
    expect(line({ method })).toBe(`${start}'https://hub.example/v1/location' \\\n  -H "X-Access-Token: $TOKEN"`);
  });
});
