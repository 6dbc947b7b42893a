/** What the back office shows about connections: their callbacks, the last attempt, and how many events wait. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeConnections } from '@order-hub/shared/events-calls';
import { newId, timeOfId } from '@order-hub/shared/ids';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { anOrderChange } from './builders.ts';
import { sentBy, viewerOf } from './page-viewer.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '600' });
});
afterAll(() => service.close());

const closers: (() => Promise<void>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));
const receiver = async (...options: Parameters<typeof startReceiver>) => {
  const opened = await startReceiver(...options);
  closers.push(opened.close);
  return opened;
};

const orders = { order: ['create', 'update'] };
const ask = (account_id: string | null, connection_ids: string[], headers: Record<string, string> = {}) =>
  service.call('POST /internal/connection-deliveries', {
    user: viewerOf({ account_id }),
    body: { connection_ids },
    headers,
  });
const described = async (...callers: TestCaller[]) => {
  const connection_ids = callers.map(({ connection_id }) => connection_id);
  const { body } = await ask(callers[0]?.account?.id ?? null, connection_ids);
  return describeConnections.reply.parse(body).connections;
};
const describeOne = async (caller: TestCaller) => (await described(caller))[0]!;
const lastOf = (caller: TestCaller, outcome: string) =>
  eventually(async () => {
    const { last_attempt } = await describeOne(caller);
    return last_attempt?.outcome === outcome && last_attempt;
  });
const nothing = { callback: null, waiting: 0, oldest_waiting_at: null, last_attempt: null, refusals: null };

test('a passive callback: how many events wait, and since when', async () => {
  const caller = await service.subscriber(orders);
  expect(await describeOne(caller)).toEqual({
    ...nothing,
    connection_id: caller.connection_id,
    callback: {
      url: null,
      events: ['order.create', 'order.update'],
      created_at: expect.any(String),
      updated_at: expect.any(String),
    },
  });
  await service.sendChanges(anOrderChange(caller), anOrderChange(caller));
  const [oldest] = await service.listed(caller);
  const oldest_waiting_at = timeOfId(oldest.id).toISOString();
  expect(await describeOne(caller)).toMatchObject({ waiting: 2, oldest_waiting_at, last_attempt: null });
});

describe('the last attempt', () => {
  test('an acknowledged one has its status; the query of the URL is not shown', async () => {
    const hook = await receiver((res) => void res.writeHead(404).end());
    const caller = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(caller));
    expect(await lastOf(caller, 'acknowledged')).toEqual({
      at: expect.any(String),
      outcome: 'acknowledged',
      status: 404,
      reason: null,
    });
    expect(hook.url).toContain('?');
    expect(await describeOne(caller)).toMatchObject({ waiting: 0, callback: { url: hook.url.split('?')[0] } });
  });

  test('a refused one is shown until one is acknowledged, and the other way round', async () => {
    const statuses = [503, 200, 500];
    const hook = await receiver((res, _received, count) => void res.writeHead(statuses[count - 1] ?? 200).end());
    const caller = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(caller));
    expect(await lastOf(caller, 'failed')).toMatchObject({ status: 503, reason: null });
    expect(await describeOne(caller)).toMatchObject({ waiting: 1 });
    await service.sendChanges(anOrderChange(caller));
    expect(await lastOf(caller, 'acknowledged')).toMatchObject({ status: 200 });
    await service.sendChanges(anOrderChange(caller));
    expect(await lastOf(caller, 'failed')).toMatchObject({ status: 500 });
  });

  test('one without an answer has the reason, without an address; a new URL has no last attempt', async () => {
    const hook = await receiver();
    await hook.close();
    const caller = await service.subscriber(orders, hook.url);
    await service.sendChanges(anOrderChange(caller));
    expect(await lastOf(caller, 'failed')).toMatchObject({ status: null, reason: 'ECONNREFUSED' });
    await service.call('POST /callback', { as: caller, body: { url: hook.url, events: { order: ['create'] } } });
    expect(await describeOne(caller)).toMatchObject({
      callback: { events: ['order.create'] },
      last_attempt: { outcome: 'failed' },
    });
    await service.call('POST /callback', { as: caller, body: { url: `${hook.url}&b=2`, events: orders } });
    expect(await describeOne(caller)).toMatchObject({ waiting: 1, last_attempt: null });
  });

  test('is not stored with each of many equal answers', async () => {
    const hook = await receiver();
    const caller = await service.subscriber(orders, hook.url);
    await service.db.query(
      `create table writes (at timestamptz);
       create function count_write() returns trigger language plpgsql as
         $$ begin insert into writes values (new.last_attempt_at); return new; end $$;
       create trigger count_write after update on callbacks for each row
         when (new.connection_id = '${caller.connection_id}') execute function count_write()`,
    );
    // From now on the concurrency limit stays the same, so nothing else updates the row.
    await service.db.query('update callbacks set in_flight_max = 32, answers = true where connection_id = $1', [
      caller.connection_id,
    ]);
    await service.db.query('truncate writes');
    for (let sent = 1; sent <= 20; sent += 1) {
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => hook.received.length === sent);
    }
    await eventually(async () => (await describeOne(caller)).waiting === 0);
    const { rows } = await service.db.query('select count(*)::int as count from writes');
    expect(rows[0].count).toBeGreaterThan(0);
    expect(rows[0].count).toBeLessThan(20);
    await service.db.query('drop trigger count_write on callbacks; drop function count_write; drop table writes');
  });
});

test('connections come in the order of the request; one without a callback is empty', async () => {
  const first = await service.subscriber(orders);
  const second = await service.subscriber(orders, null, { account: first.account });
  await service.call('DELETE /callback', { as: second });
  const none = { ...first, connection_id: newId() };
  const [a, b, c] = await described(second, none, first);
  expect(a).toEqual({ ...nothing, connection_id: second.connection_id });
  expect(b).toEqual({ ...nothing, connection_id: none.connection_id });
  expect(c).toMatchObject({ connection_id: first.connection_id, callback: { url: null } });
});

test('a connection of another account is empty', async () => {
  const caller = await service.subscriber(orders);
  await service.sendChanges(anOrderChange(caller));
  for (const account_id of [newId(), "' or true --"]) {
    const { body } = await ask(account_id, [caller.connection_id]);
    expect(body.connections).toEqual([{ ...nothing, connection_id: caller.connection_id }]);
  }
  expect(await describeOne(caller)).toMatchObject({ waiting: 1 });
});

test('many waiting events are counted up to 1,000', async () => {
  const caller = await service.subscriber(orders);
  await service.db.query(
    `insert into events (callback_id, id, change_id, resource)
     select id, 'e' || n, 'c' || n, 'r' from callbacks, generate_series(1, 1200) n where connection_id = $1`,
    [caller.connection_id],
  );
  expect((await describeOne(caller)).waiting).toBe(1_000);
});

test('only the back office may ask, for 100 connections of an account at most', async () => {
  const account_id = newId();
  for (const service of ['gateway', 'auth', 'catalog', 'orders', 'customers', 'events'] as const) {
    expect((await ask(account_id, [newId()], await sentBy(service))).status).toBe(401);
  }
  const many = Array.from({ length: 101 }, () => newId());
  expect((await ask(account_id, many)).status).toBe(422);
  expect((await ask(null, [newId()])).status).toBe(404);
  expect((await ask(account_id, [])).body).toEqual({ connections: [] });
});
