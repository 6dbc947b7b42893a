/** The operators' pages about what waits (docs/api/back-office.md#backlog). The test answers for the other services. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aTenant, type Tenant } from '../../auth/test/builders.ts';
import type { Browser } from '../../auth/test/browser.ts';
import { anOperator } from '../../auth/test/owner.ts';
import { startAnsweringService, type AnsweringService } from './answering-service.ts';
import { startTestBackOffice, type TestBackOffice } from './back-office.ts';

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
