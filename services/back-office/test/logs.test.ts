import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { LoggedRequest } from '@order-hub/shared/management/requests';
import { aConnectedOwner, auditOfSubject } from '../../auth/test/owner.ts';
import { curlLine } from '../src/requests/curl-line.ts';
import { type AnsweringService, type Answers, startAnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

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

  const answers: Answers = {};

  let events: AnsweringService;

  let hub: TestBackOffice;

  beforeAll(async () => {
    events = await startAnsweringService(answers);
    hub = await startTestBackOffice({ env: { EVENTS_URL: events.url } });
  });

  beforeEach(() => void Object.assign(answers, usual));

  afterAll(async () => {
    await hub.close();
    await events.close();
  });

  const lastAsked = (route: string) => events.asked.findLast((call) => call.route === route)?.body;

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

  const lastAsked = (route: string) => events.asked.findLast((call) => call.route === route)?.body;

  beforeEach(() => void events.asked.splice(0));

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

  test('nobody else sees any of it', async () => {
    const { ofAccount, ofConnection, ofClient } = await aLog();
    const stranger = await aConnectedOwner(hub);
    for (const path of [ofAccount, `${ofAccount}/r1`, ofConnection, `${ofConnection}/r1`, ofClient])
      expect((await stranger.browser.open(path)).status).toBe(404);
    expect(events.asked.filter(({ route }) => route.includes('requests'))).toEqual([]);
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
