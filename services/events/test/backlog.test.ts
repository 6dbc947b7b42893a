/** For whom events wait, since when, and why (docs/api/back-office.md#backlog). */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { retrieveWaitingEvents } from '@order-hub/shared/event-backlog-calls';
import { newId } from '@order-hub/shared/ids';
import { eventually } from '@order-hub/testing/call';
import { listWaitingRows } from '../src/backlog/waiting-event.store.ts';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
let failing: Awaited<ReturnType<typeof startReceiver>>;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
  failing = await startReceiver((res) => void res.writeHead(500).end());
});
afterAll(async () => {
  await service.close();
  await failing.close();
});

const orders = { order: ['create'] };
const ask = async (filters: object = {}) =>
  retrieveWaitingEvents.reply.parse(
    (
      await service.call('POST /internal/waiting-events-by-connection', {
        internal: 'events',
        from: 'auth',
        body: filters,
      })
    ).body,
  );

test('one per connection, account and client, with the reason', async () => {
  const passive = await service.subscriber(orders);
  const { account, client_id } = passive;
  const blocked = await service.subscriber(orders, failing.url, { account, client_id, location_id: null });
  await service.sendConnection(blocked, { version: 2, status: 'blocked' });
  const refused = await service.subscriber(orders, failing.url, { account, location_id: null });
  await service.sendChanges(anOrderChange(passive), anOrderChange(passive));
  const answer = await eventually(async () => {
    const given = await ask({ account: account?.id });
    return given.connections.some(({ reasons }) => reasons.includes('answers 500')) && given;
  });
  const oldest_at = expect.stringMatching(/^20\d\d-.*Z$/);
  const two = { waiting: { count: 2, more: false }, oldest_at };
  const of = ({ connection_id, client_id: client }: typeof passive, reason: string) => ({
    ...two,
    id: connection_id,
    account_id: account?.id,
    client_id: client,
    reasons: [reason],
  });
  expect(answer.connections).toHaveLength(3);
  expect(answer.connections).toEqual(
    expect.arrayContaining([of(passive, 'not polled'), of(blocked, 'blocked'), of(refused, 'answers 500')]),
  );
  expect(answer.accounts).toEqual([
    { id: account?.id, connections: 3, waiting: { count: 6, more: false }, oldest_at, reasons: expect.any(Array) },
  ]);
  expect(answer.clients.map(({ id, connections }) => [id, connections])).toEqual([
    [client_id, 2],
    [refused.client_id, 1],
  ]);
  expect((await ask({ client: refused.client_id })).connections.map(({ id }) => id)).toEqual([refused.connection_id]);
  expect((await ask({ connection: blocked.connection_id })).connections.map(({ id }) => id)).toEqual([
    blocked.connection_id,
  ]);
  expect((await ask()).connections.map(({ id }) => id)).toEqual(
    expect.arrayContaining(answer.connections.map(({ id }) => id)),
  );
  expect(await ask({ account: newId() })).toEqual({
    ...{ accounts: [], clients: [], connections: [], is_partial: false },
    dropped: { count: 0, more: false },
  });
});

describe('of many', () => {
  const limits = { connections: 30, events: 10 };

  beforeAll(async () => {
    const client = newId();
    await service.db.query(
      `insert into connections (id, version, status, client_id, account_id, scope)
       select 'many' || n, 1, 'active', $1, 'account of many', '' from generate_series(1, 40) n`,
      [client],
    );
    await service.db.query(
      `insert into callbacks (connection_id, id, account_id, events, subscribed)
       select 'many' || n, 'zcallback' || n, 'account of many', '', '{}' from generate_series(1, 40) n`,
    );
    await service.db.query(
      `insert into events (callback_id, id, change_id, resource)
       select 'zcallback' || n % 40 + 1, '0mv7many' || lpad(n::text, 6, '0'), 'change', 'order' from generate_series(1, 40000) n`,
    );
    await service.db.query('vacuum analyze events');
  });

  test('only so many connections are looked at, and so many events of each counted', async () => {
    const { rows, isPartial } = await listWaitingRows(service.db, {}, limits);
    expect(isPartial).toBe(true);
    expect(rows.length).toBeLessThanOrEqual(limits.connections + 1);
    expect(Math.max(...rows.map(({ waiting }) => waiting))).toBe(limits.events + 1);
    const some = await listWaitingRows(service.db, { account: 'account of many' }, limits);
    expect([some.isPartial, some.rows.length]).toEqual([true, 31]);
    expect(await listWaitingRows(service.db, { client: newId() }, limits)).toEqual({ rows: [], isPartial: true });
  });

  test('the query leaps from callback to callback', async () => {
    let plan = '';
    const explaining = {
      async query({ text, values }: { text: string; values: unknown[] }) {
        const { rows } = await service.db.query(`explain (analyze, costs off, timing off) ${text}`, values);
        plan = rows.map((row) => row['QUERY PLAN']).join('\n');
        return { rows: [] };
      },
    };
    await listWaitingRows(explaining as never, {}, limits);
    expect(plan).not.toContain('Seq Scan on events');
    expect(plan).not.toMatch(/events.*rows=\d{3,}/);
  });
});
