/** The pages of the request log (docs/api/back-office.md#request-log). The test answers for events. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { aConnectedOwner } from '../../auth/test/owner.ts';
import { startAnsweringService, type AnsweringService, type Answers } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

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
