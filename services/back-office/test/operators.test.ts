import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { unmarkedTexts } from '@order-hub/testing/unmarked-texts';
import { type Browser, hiddenFields, logInAs, openBrowser } from '../../auth/test/browser.ts';
import { aLocation, anAccount, aTenant, authorize, type Tenant } from '../../auth/test/builders.ts';
import { aStaffedLocation } from '../../auth/test/members.ts';
import { aKnownUser, aNewOperator, anOperator } from '../../auth/test/owner.ts';
import { addApp, secondFactorPath } from '../../auth/test/second-factors.ts';
import { type AnsweringService, startAnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';
import { aDescribingDeveloper, aListedDeveloper, listingFields } from './developer.ts';

let hub: TestBackOffice;
beforeAll(async () => (hub = await startTestBackOffice()));
afterAll(() => hub.close());

/** The pages of operators (docs/api/back-office.md#operators). */
describe('operators', () => {
  let operator: { browser: Browser; email: string; id: string };

  let tenant: Tenant;

  beforeAll(async () => {
    operator = await anOperator(hub);
    tenant = await aTenant(hub);
  });

  /** Every page of operators, of the tenant. */
  const operatorPages = () => [
    '/back-office/operator',
    `/back-office/operator/accounts/${tenant.account.id}`,
    `/back-office/operator/accounts/${tenant.account.id}/suspend`,
    `/back-office/operator/accounts/${tenant.account.id}/resume`,
    `/back-office/operator/locations/${tenant.location.id}/suspend`,
    `/back-office/operator/locations/${tenant.location.id}/resume`,
    '/back-office/operator/audit',
  ];

  const isSuspended = async (table: 'accounts' | 'locations', id: string) =>
    (await hub.db.query(`select 1 from ${table} where id = $1 and suspended_at is not null`, [id])).rowCount === 1;

  describe('adding and removing an operator', () => {
    test('takes effect with the next request', async () => {
      const user = await aKnownUser(hub);
      const browser = await logInAs(hub, user);
      await addApp(browser);
      expect((await browser.open('/back-office/operator')).status).toBe(404);
      await hub.operator('POST /management/operators', { user: user.id });
      expect(await browser.open('/back-office/operator')).toMatchObject({ status: 200, url: '/back-office/operator' });
      expect((await browser.open('/back-office')).html).toContain('href="/back-office/operator"');
      await hub.operator('POST /management/operators/remove', { user: user.id });
      expect((await browser.open('/back-office/operator')).status).toBe(404);
      expect((await browser.open('/back-office')).html).not.toContain('href="/back-office/operator"');
    });
  });

  describe("the operators' pages", () => {
    test('redirect an operator without a second factor to add one, whatever they send', async () => {
      const { browser } = await aNewOperator(hub);
      const form = hiddenFields(await browser.open('/back-office/log-out'));
      const reason = new URLSearchParams({ ...form, reason: 'Mine' });
      for (const path of operatorPages()) {
        const to = `${secondFactorPath}?continue=${encodeURIComponent(path)}`;
        const shown = await browser.request('GET', path);
        expect([shown.status, shown.headers.get('location')]).toEqual([303, to]);
        const sent = await browser.request('POST', path, reason);
        // A page without a form has no POST.
        if (sent.status !== 404) expect([sent.status, sent.headers.get('location')]).toEqual([303, to]);
      }
      expect(await isSuspended('accounts', tenant.account.id)).toBe(false);
      const { added } = await addApp(browser);
      expect(added.status).toBe(200);
      for (const path of operatorPages()) expect(await browser.open(path)).toMatchObject({ status: 200, url: path });
    });

    test('are missing for other users, including the owner, whatever they send', async () => {
      const user = await aKnownUser(hub);
      const browser = await logInAs(hub, user);
      const form = hiddenFields(await browser.open('/back-office/log-out'));
      for (const path of operatorPages()) {
        expect([path, (await browser.open(path)).status]).toEqual([path, 404]);
        const sent = await browser.request('POST', path, new URLSearchParams({ ...form, reason: 'Mine' }));
        expect([path, sent.status]).toEqual([path, 404]);
      }
      expect(await isSuspended('accounts', tenant.account.id)).toBe(false);
      expect(await isSuspended('locations', tenant.location.id)).toBe(false);
    });

    test('redirect visitors without a session to the log-in page', async () => {
      for (const path of operatorPages()) {
        const page = await openBrowser(hub).open(path);
        expect(page.url).toBe(`/back-office/log-in?continue=${encodeURIComponent(path)}`);
      }
    });

    test('open for an operator, each with a different title', async () => {
      const pages = await Promise.all(operatorPages().map((path) => operator.browser.open(path)));
      expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200));
      const titles = pages.map(({ html }) => /<title>(.*?)<\/title>/.exec(html)?.[1]);
      expect(new Set(titles).size).toBe(pages.length);
    });

    test.each(['accounts', 'locations'])('404: unknown %s', async (what) => {
      for (const verb of ['suspend', 'resume']) {
        const path = `/back-office/operator/${what}/${newId()}/${verb}`;
        expect((await operator.browser.open(path)).status).toBe(404);
        const form = hiddenFields(await operator.browser.open(operatorPages()[2]!));
        const sent = await operator.browser.request('POST', path, new URLSearchParams({ ...form, reason: 'x' }));
        expect(sent.status).toBe(404);
      }
    });
  });

  describe('searching', () => {
    const search = async (q: string) =>
      (await operator.browser.open(`/back-office/operator?q=${encodeURIComponent(q)}`)).html;

    /** A user with an account and a location of these names. */
    async function aPlace(name: string) {
      const user = await aKnownUser(hub);
      const account = (await hub.operator('POST /management/accounts', anAccount(user.id, { name }))).body;
      const location = (await hub.operator('POST /management/locations', aLocation(account.id, { name }))).body;
      return { user, account, location };
    }

    test('finds by the start of a name in any case, by id, and by the email address of the owner', async () => {
      const mark = newId();
      const { user, account, location } = await aPlace(`Été ${mark} 100%`);
      for (const q of [`été ${mark}`, ` ÉTÉ ${mark.toUpperCase()} 100% `, user.email.toUpperCase()]) {
        const html = await search(q);
        expect(html).toContain(account.id);
        expect(html).toContain(location.id);
      }
      expect(await search(account.id)).toContain(`/back-office/operator/accounts/${account.id}"`);
      expect(await search(location.id)).toContain(location.id);
      for (const q of [mark, `%${mark}`, `Été ${mark} 100_`, user.email.slice(0, -1)])
        expect(await search(q)).not.toContain(account.id);
    });

    test('says that not all matches are shown', async () => {
      const mark = `Many ${newId()}`;
      const { account } = await aPlace(mark);
      for (let made = 0; made < 50; made += 1)
        await hub.operator('POST /management/locations', aLocation(account.id, { name: `${mark} ${made}` }));
      const html = await search(mark);
      expect(html).toContain('Not all matches are shown');
      expect(html.split(mark).length - 1).toBeGreaterThan(50);
      expect(await search(`${mark} 49`)).not.toContain('Not all matches are shown');
    });

    test('without a text the newest accounts are shown; markup in a name is text', async () => {
      const { account } = await aPlace('<b>Bold</b>');
      const html = await search('');
      expect(html).toContain(account.id);
      expect(html).toContain('&lt;b>Bold&lt;/b>');
    });

    test('a text that is too long is refused, any other text is searched', async () => {
      expect((await operator.browser.open(`/back-office/operator?q=${'x'.repeat(256)}`)).status).toBe(400);
      expect((await operator.browser.open('/back-office/operator?q=%00')).status).toBe(400);
      for (const q of ["'", '\\', '%', '_', '\ud83c\udf55', '%FF', '.*', '"', '�'])
        expect([q, (await operator.browser.open(`/back-office/operator?q=${encodeURIComponent(q)}`)).status]).toEqual([
          q,
          200,
        ]);
    });
  });

  describe('an account', () => {
    test('shows its owner, its locations in pages, and how many connections it has', async () => {
      const mine = await aTenant(hub);
      await authorize(hub, mine, { location_id: mine.location.id });
      const { id } = await authorize(hub, mine, { account_id: mine.account.id });
      await hub.operator(`POST /management/connections/${id}/disconnect`);
      for (let made = 0; made < 50; made += 1)
        await hub.operator('POST /management/locations', aLocation(mine.account.id, { name: `Place ${made}` }));
      const page = await operator.browser.open(`/back-office/operator/accounts/${mine.account.id}`);
      for (const text of [
        'Chez Ada',
        mine.user.email,
        '<dt>Connections</dt><dd>1</dd>',
        '<dt>Locations</dt><dd>51</dd>',
      ])
        expect(page.html).toContain(text);
      expect(page.html).toContain('Place 48');
      expect(page.html).not.toContain('Place 49');
      const [, more = ''] = /href="([^"]*\?after=[^"]*)"/.exec(page.html) ?? [];
      const next = await operator.browser.open(more);
      expect(next.html).toContain('Place 49');
      expect(next.html).not.toContain('Place 48');
    });
  });

  describe('suspending', () => {
    const suspension = async (path: string, reason: string) =>
      operator.browser.send(await operator.browser.open(`/back-office/operator/${path}`), { reason });

    test.each(['accounts', 'locations'] as const)('%s: the page and the management API do the same', async (what) => {
      const mine = await aTenant(hub);
      await authorize(hub, mine, { location_id: mine.location.id });
      const { id } = what === 'accounts' ? mine.account : mine.location;
      const status = async () =>
        (await hub.operator(`GET /management/connections?location=${mine.location.id}`)).body.items[0].status;
      const page = await suspension(`${what}/${id}/suspend`, ' Not paid since June ');
      expect(page.url).toBe(`/back-office/operator/accounts/${mine.account.id}`);
      expect(page.html).toContain('has been suspended.');
      expect(await isSuspended(what, id)).toBe(true);
      expect(await status()).toBe('suspended');
      expect((await hub.operator(`POST /management/${what}/${id}/resume`)).body.suspended).toBe(false);
      expect(await status()).toBe('active');
      await hub.operator(`POST /management/${what}/${id}/suspend`);
      expect((await suspension(`${what}/${id}/resume`, 'Paid')).html).toContain('has been resumed.');
      expect(await status()).toBe('active');
      const kind = what === 'accounts' ? 'account' : 'location';
      const { rows } = await hub.db.query(
        `select actor, actor_id, actor_name, action, account_id, details from audit_entries
       where subject_id = $1 and action <> $2 order by id`,
        [id, `${kind}.create`],
      );
      const byPage = {
        actor: 'operator',
        actor_id: operator.id,
        actor_name: operator.email,
        account_id: mine.account.id,
      };
      const byKey = { ...byPage, actor_id: null, actor_name: null };
      expect(rows).toEqual([
        { ...byPage, action: `${kind}.suspend`, details: '{"reason":"Not paid since June"}' },
        { ...byKey, action: `${kind}.resume`, details: null },
        { ...byKey, action: `${kind}.suspend`, details: null },
        { ...byPage, action: `${kind}.resume`, details: '{"reason":"Paid"}' },
      ]);
    });

    test.each([
      ['', 'must not be empty'],
      [' ', 'must not be empty'],
      ['x'.repeat(501), 'at most 500 characters'],
    ])('the reason %j is refused, and nothing is suspended', async (reason, message) => {
      const page = await suspension(`accounts/${tenant.account.id}/suspend`, reason);
      expect(page.status).toBe(422);
      expect(page.html).toContain(message);
      expect(await isSuspended('accounts', tenant.account.id)).toBe(false);
    });
  });
});

/** The operators' pages about what waits (docs/api/back-office.md#backlog). The test answers for the other services. */
describe('what waits', () => {
  const at = '2026-07-01T18:30:00.000Z';

  const operatorPath = '/back-office/operator';

  let neighbour: AnsweringService;

  let hub: TestBackOffice;

  let browser: Browser;

  let tenant: Tenant;

  let dropped: object[] = [];

  let replayed = { replayed: 0, without_callback: 0, next: null as string | null };

  const group = { waiting: { count: 1_000, more: true }, oldest_at: at, reasons: ['answers 500', 'not polled'] };

  beforeAll(async () => {
    neighbour = await startAnsweringService({
      'GET /internal/backlog': () => ({
        outbox: { count: 10_000, more: true, oldest_at: at },
        parked: { count: 2, more: false, oldest_at: at },
        held: { count: 41, more: false, oldest_at: at },
        queues: [
          { queue: 'orders.location', messages: 7 },
          { queue: 'orders.dead', messages: 0 },
        ],
      }),
      'POST /internal/parked-messages': () => ({ messages: [] }),
      'POST /internal/waiting-events-by-connection': () => ({
        accounts: [{ ...group, id: tenant.account.id, connections: 3 }],
        clients: [{ ...group, id: tenant.client_id, connections: 3 }],
        connections: [{ ...group, id: 'c1', account_id: tenant.account.id, client_id: tenant.client_id }],
        is_partial: true,
        dropped: { count: 3, more: false },
      }),
      'POST /internal/dropped-events': () => ({ items: dropped, next: dropped.length > 0 ? 'e9' : null }),
      'POST /internal/dropped-events/replay': () => replayed,
    });
    const { url } = neighbour;
    hub = await startTestBackOffice({
      env: { ORDERS_URL: url, CATALOG_URL: url, CUSTOMERS_URL: url, EVENTS_URL: url },
    });
    ({ browser } = await anOperator(hub));
    tenant = await aTenant(hub);
  });

  afterAll(async () => {
    await hub.close();
    await neighbour.close();
  });

  /** Parks a message in auth's own outbox. */
  async function aParked(overrides: { body?: string } = {}) {
    const id = newId();
    await hub.db.query(
      `insert into outbox (id, topic, key, body, parked_at, parked_reason)
     values ($1, 'change', 'l1', $2, now() - interval '1 minute', 'events: no <b>room</b>')`,
      [
        id,
        overrides.body ??
          '{"resource_type":"order","event_type":"update","ids":{"order_id":"o77"},"account_id":"a1","new_state":"{Ada Lovelace}"}',
      ],
    );
    return id;
  }

  const lastAsked = (route: string) => neighbour.asked.findLast((call) => call.route === route)?.body;

  describe('the backlog', () => {
    test('shows each service, and for whom most events wait, with the reasons', async () => {
      const { html, status } = await browser.open(`${operatorPath}/backlog`);
      expect(status).toBe(200);
      for (const text of [
        'more than 10,000',
        'orders.location: 7',
        '41 since <time',
        '3 events dropped in the last days',
        tenant.account.name,
        'Till',
        'more than 1,000',
        'answers 500, not polled',
        'more connections than were looked at',
      ])
        expect(html).toContain(text);
      expect(html).not.toContain('orders.dead');
    });

    test('of one account', async () => {
      await browser.open(`${operatorPath}/backlog?account=${tenant.account.id}&client=`);
      expect(lastAsked('POST /internal/waiting-events-by-connection')).toEqual({ account: tenant.account.id });
      const account = await browser.open(`${operatorPath}/accounts/${tenant.account.id}`);
      expect(account.html).toContain(`${operatorPath}/backlog?account=${tenant.account.id}`);
    });
  });

  describe('parked messages', () => {
    test('are listed without their bodies', async () => {
      const [id, empty] = [await aParked(), await aParked({ body: 'null' })];
      const { html } = await browser.open(`${operatorPath}/parked-messages?service=auth`);
      for (const text of [
        id,
        empty,
        'l1',
        'events: no &lt;b>room&lt;/b>',
        'No body',
        `retry?id=${id}`,
        `delete?id=${empty}`,
      ])
        expect(html).toContain(text);
      expect(html).not.toMatch(/Ada|<b>|retry\?id=null/);
    });

    test('one is sent again', async () => {
      const id = await aParked();
      const page = await browser.open(`${operatorPath}/parked-messages/retry?id=${id}`);
      for (const text of [id, 'order.update', 'o77', 'a1']) expect(page.html).toContain(text);
      expect(page.html).not.toContain('Ada');
      const sent = await browser.send(page, {});
      expect([sent.url, sent.html]).toEqual([
        `${operatorPath}/parked-messages`,
        expect.stringContaining('1 message will be sent again.'),
      ]);
      expect((await hub.db.query('select from retries where message_id = $1', [id])).rowCount).toBe(1);
    });

    test('one is deleted; an id that cannot be one is refused', async () => {
      const id = await aParked();
      const page = await browser.open(`${operatorPath}/parked-messages/delete?id=${id}`);
      expect(page.html).toContain(`value="${id}"`);
      expect((await browser.send(page, { id: 'no id!' })).html).toContain('must be the id of a message');
      expect((await browser.send(page, { id })).html).toContain('The message has been deleted.');
      expect((await hub.db.query('select from outbox where id = $1', [id])).rowCount).toBe(0);
    });
  });

  describe('dropped events', () => {
    const aDropped = (overrides: object = {}) => ({
      ...{ id: newId(), type: 'order.create', resource_id: 'o1', connection_id: 'c1', account_id: tenant.account.id },
      ...{ client_id: tenant.client_id, created_at: at, dropped_at: at, attempts: 7, reason: 'status 500' },
      can_be_replayed: true,
      ...overrides,
    });

    test('are listed, and lead to what they have in common', async () => {
      const event = aDropped();
      dropped = [event, aDropped({ can_be_replayed: false, client_id: null })];
      const since = '2026-07-01T18:30:00Z';
      const { html } = await browser.open(`${operatorPath}/dropped-events?reason=status+500&since=${since}`);
      for (const text of [
        'order.create',
        'Till',
        tenant.account.name,
        'No callback',
        `replay?id=${event.id}`,
        'after=e9',
      ])
        expect(html).toContain(text);
      expect(lastAsked('POST /internal/dropped-events')).toEqual({ reason: 'status 500', since: at, count: 50 });
    });

    test('a time that is none is a client error', async () => {
      expect((await browser.open(`${operatorPath}/dropped-events?since=yesterday`)).status).toBe(400);
    });

    test('are replayed, those that the query names, with an audit entry', async () => {
      dropped = [aDropped()];
      replayed = { replayed: 5_000, without_callback: 1, next: 'e5000' };
      const page = await browser.open(`${operatorPath}/dropped-events/replay?client=${tenant.client_id}`);
      expect(page.html).toContain(`Dropped events for the client ${tenant.client_id} will be pushed again.`);
      const sent = await browser.send(page, {});
      expect(sent.url).toBe(`${operatorPath}/dropped-events?client=${tenant.client_id}`);
      expect(sent.html).toContain(
        '5,000 events will be pushed again. 1 event without a callback stayed. There are more: replay again.',
      );
      expect(lastAsked('POST /internal/dropped-events/replay')).toEqual({ client: tenant.client_id });
      const audit = await browser.open(`${operatorPath}/audit?action=event.replay`);
      expect(audit.html).toContain(tenant.client_id);
    });
  });
});

/** The pages on which operators decide about listings (docs/api/back-office.md#apps). */
describe('listed apps', () => {
  const waiting = '/back-office/operator/listings';

  const listed = '/back-office/operator/listed-apps';

  const approving = (client_id: string) => `${waiting}/${client_id}/approve`;

  const removing = (client_id: string) => `${waiting}/${client_id}/remove`;

  async function aWaitingApp() {
    const developer = await aDescribingDeveloper(hub);
    await developer.ask(developer.browser);
    return developer;
  }

  describe('an operator', () => {
    test('finds what waits, approves it, and takes it out again', async () => {
      const [developer, { browser }] = [await aWaitingApp(), await anOperator(hub)];
      const { client_id } = developer;
      expect((await browser.open('/back-office/operator')).html).toContain(`href="${waiting}"`);
      const list = await browser.open(waiting);
      for (const part of [
        approving(client_id),
        removing(client_id),
        'Takes orders &lt;b>at&lt;/b>',
        '<bdi>Till Pro</bdi>',
      ])
        expect(list.html).toContain(part);
      const question = await browser.open(approving(client_id));
      expect(question.html).toContain(`<code>${listingFields.start_url.replace('&', '&amp;')}</code>`);
      expect((await developer.read()).listed_at).toBeNull();
      const done = await browser.send(question);
      expect([done.status, done.url]).toEqual([200, waiting]);
      expect(done.html).toContain('The app is in the directory.');
      expect(done.html).not.toContain(client_id);
      expect((await developer.read()).listed_at).not.toBeNull();
      expect((await browser.open(listed)).html).toContain(removing(client_id));
      const removed = await browser.send(await browser.open(removing(client_id)));
      expect(removed.html).toContain('The app is not in the directory any more.');
      expect(await developer.read()).toMatchObject({ listed_at: null, requested_at: null });
    });

    test.each([
      [
        'description',
        async (app: Awaited<ReturnType<typeof aWaitingApp>>) => app.ask(app.browser, { description: 'A bank.' }),
      ],
      [
        'name',
        async ({ browser, client_id }: Awaited<ReturnType<typeof aWaitingApp>>) =>
          browser.send(await browser.open(`/back-office/clients/${client_id}/update`), {
            name: 'Bank',
            redirect_uris: 'https://shop.example/back',
          }),
      ],
    ])('does not approve a %s that is not on the page', async (_what, change) => {
      const [developer, { browser }] = [await aWaitingApp(), await anOperator(hub)];
      const question = await browser.open(approving(developer.client_id));
      expect((await change(developer)).status).toBe(200);
      const refused = await browser.send(question);
      expect(refused.status).toBe(422);
      expect(refused.html).toContain('Somebody else has changed this meanwhile, so nothing was done.');
      expect((await developer.read()).listed_at).toBeNull();
    });

    test('is told when there is nothing to decide', async () => {
      const [silent, app, { browser }] = [
        await aDescribingDeveloper(hub),
        await aListedDeveloper(hub),
        await anOperator(hub),
      ];
      for (const path of [approving(silent.client_id), removing(silent.client_id), approving(app.client_id)]) {
        const { status, html } = await browser.open(path);
        expect([status, html.includes('does not ask for the directory')]).toEqual([200, true]);
      }
      expect((await browser.open(approving('nobody'))).status).toBe(404);
    });

    test('reads messages only, beside what the developer says', async () => {
      const [developer, { browser }] = [await aWaitingApp(), await anOperator(hub)];
      const app = await aListedDeveloper(hub);
      const inMarks = openBrowser(hub, { 'accept-language': 'en-XA' });
      for (const [name, value] of browser.cookies) inMarks.cookies.set(name, value);
      for (const path of [waiting, listed, approving(developer.client_id), removing(app.client_id)]) {
        const { html } = await inMarks.open(path);
        expect(html).toContain('⟦');
        expect([path, ...unmarkedTexts(html, [])]).toEqual([path]);
      }
    });
  });

  test('everybody who has logged in finds the directory in the main menu', async () => {
    const { owner, kitchen } = await aStaffedLocation(hub);
    const link = '<a href="/back-office/apps"';
    expect((await owner.browser.open('/back-office')).html).toContain(link);
    expect((await (await logInAs(hub, kitchen)).open('/back-office/profile')).html).toContain(link);
    expect((await openBrowser(hub).open('/')).html).not.toContain(link);
  });
});
