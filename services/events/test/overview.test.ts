import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeConnections } from '@order-hub/shared/events-calls';
import { newId, timeOfId } from '@order-hub/shared/ids';
import { type AppTrouble, listTrouble } from '@order-hub/shared/trouble-calls';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { readFreshMetrics, type ReadMetrics } from '@order-hub/testing/metrics';
import { anOrderChange } from './builders.ts';
import { sentBy, viewerOf } from './page-viewer.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

/** What the back office shows about connections: their callbacks, the last attempt, and how many events wait. */
describe('the description of connections', () => {
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
});

/** The apps with trouble of all accounts, as auth asks for them (docs/api/back-office.md#apps-with-trouble). */
describe('the apps with trouble', () => {
  let service: TestService;

  let now: Date | undefined;

  beforeAll(async () => {
    const env = { CALLBACK_RETRY_BASE_SECONDS: '600' };
    service = await startTestService(env, { now: () => now ?? new Date() });
  });

  afterAll(() => service.close());

  /** The answers to a whole round. */
  async function partsOf() {
    const parts: AppTrouble[][] = [];
    for (let after: string | null = ''; after !== null;) {
      const asked: { body: object; status: number } = await service.call('POST /internal/trouble', {
        ...{ internal: 'events', from: 'auth', body: { after } },
      });
      expect(asked.status).toBe(200);
      const part: { trouble: AppTrouble[]; next: string | null } = listTrouble.reply.parse(asked.body);
      parts.push(part.trouble);
      after = part.next;
    }
    return parts;
  }

  const troubleOf = async (...callers: TestCaller[]) => {
    const ids = callers.map(({ connection_id }) => connection_id);
    return (await partsOf()).flat().filter(({ connection_id }) => ids.includes(connection_id));
  };

  test('of all accounts: a silent till and a failing app, until they work again', async () => {
    let status = 500;
    const hook = await startReceiver((res) => void res.writeHead(status).end());
    try {
      const till = await service.subscriber({ order: ['create'] });
      const app = await service.subscriber({ order: ['create'] }, hook.url);
      const well = await service.subscriber({ order: ['create'] });
      await service.sendChanges(anOrderChange(till), anOrderChange(app));
      const failing = await eventually(() => troubleOf(till, app, well));
      const of = ({ connection_id, account, location_id }: TestCaller) => ({
        ...{ connection_id, account_id: account?.id, location_id },
      });
      expect(failing).toEqual([{ ...of(app), kind: 'failing', status: 500, reason: null, since: expect.any(String) }]);
      const [event] = await service.listed(till);
      const since = timeOfId(event.id);
      now = new Date(since.getTime() + 600_001);
      expect((await troubleOf(till, well))[0]).toEqual({
        ...of(till),
        ...{ kind: 'silent', status: null, reason: null, since: since.toISOString() },
      });
      await service.call(`DELETE /callback/events/${event.id}`, { as: till });
      status = 200;
      await service.sendChanges(anOrderChange(app));
      await eventually(async () => (await troubleOf(till, app)).length === 0);
    } finally {
      await hook.close();
      now = undefined;
    }
  });

  test('those of connections that are not active are left out', async () => {
    const till = await service.subscriber({ order: ['create'] });
    await service.sendChanges(anOrderChange(till));
    now = new Date(Date.now() + 3_600_000);
    expect(await troubleOf(till)).toHaveLength(1);
    await service.sendConnection(till, { version: 2, status: 'blocked' });
    expect(await troubleOf(till)).toEqual([]);
    now = undefined;
  });

  test('in parts of a thousand callbacks each, of which each app is in one', async () => {
    const account_id = newId();
    await service.db.query(
      `with made as (select 'many' || lpad(n::text, 5, '0') as id from generate_series(1, 2500) n),
     connected as (insert into connections (id, version, status, client_id, account_id, scope)
       select id, 1, 'active', 'client', $1, 'account[orders.read]' from made)
     insert into callbacks (connection_id, account_id, id, url, events, subscribed, refusals, refusal_status)
       select id, $1, 'callback-' || id, 'http://127.0.0.1:1', '{}', '{order.create}', 20, 404 from made`,
      [account_id],
    );
    const parts = await partsOf();
    const found = parts.map((part) => part.filter((one) => one.account_id === account_id));
    expect(parts).toHaveLength(3);
    for (const part of parts) expect(part.length).toBeLessThan(1_001);
    expect(new Set(found.flat().map(({ connection_id }) => connection_id)).size).toBe(2_500);
    expect(found.flat()).toHaveLength(2_500);
    expect(found.flat()[0]).toMatchObject({ kind: 'refusing', status: 404, location_id: null, since: null });
  });

  test('is told to auth alone', async () => {
    const asked = { internal: 'events', body: { after: '' } } as const;
    expect((await service.call('POST /internal/trouble', { ...asked, from: 'gateway' })).status).toBe(401);
  });

  test.each([[{ after: 'x'.repeat(65) }], [{ after: 7 }]])('%j is refused', async (body) => {
    const { status } = await service.call('POST /internal/trouble', { internal: 'events', from: 'auth', body });
    expect(status).toBe(422);
  });
});

/** What the metrics say about pushes, and about events that wait or were dropped (docs/metrics.md). */
describe('metrics', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.02', CALLBACK_TIMEOUT_SECONDS: '5' });
  });

  afterAll(() => service.close());

  const closers: (() => Promise<void>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const receiver = async (...options: Parameters<typeof startReceiver>) => {
    const opened = await startReceiver(...options);
    closers.push(opened.close);
    return opened;
  };

  const read = () => readFreshMetrics(service.url());

  const until = (isTrue: (metrics: ReadMetrics) => boolean) =>
    eventually(async () => {
      const metrics = await read();
      return isTrue(metrics) && metrics;
    });

  const subscribed = { order: ['create', 'update'] };

  const pushes = ({ sum }: ReadMetrics, outcome: string) => sum('hub_pushes_total', { outcome });

  test('pushes are counted by outcome and timed, and dropped events counted', async () => {
    const before = await read();
    expect(['acknowledged', 'refused', 'no_answer'].map((outcome) => pushes(before, outcome))).toEqual([0, 0, 0]);
    expect(before.sum('hub_events_dropped_total')).toBe(0);
    const good = await service.subscriber(subscribed, (await receiver()).url);
    const refusing = await receiver((res) => void res.writeHead(503).end());
    const bad = await service.subscriber(subscribed);
    const gone = await receiver();
    await gone.close();
    const silent = await service.subscriber(subscribed);
    await service.sendChanges(...[good, bad, bad, silent].map((caller) => anOrderChange(caller)));
    // Their next attempt is the last one.
    for (const [caller, url] of [
      [bad, refusing.url],
      [silent, gone.url],
    ] as const) {
      await service.setAttempts(caller, 6);
      await service.call('POST /callback', { as: caller, body: { url, events: subscribed } });
    }
    const after = await until(
      (metrics) =>
        metrics.sum('hub_events_dropped_total') === 3 &&
        pushes(metrics, 'acknowledged') === 1 &&
        metrics.sum('hub_pushes_in_flight') === 0,
    );
    expect(pushes(after, 'refused')).toBe(2);
    expect(pushes(after, 'no_answer')).toBe(1);
    expect(after.sum('hub_push_seconds_count')).toBe(4);
  });

  test('events that are due and wait are counted, with the age of the oldest by pace; passive ones are not', async () => {
    const held: (() => void)[] = [];
    const slow = await receiver((res) => void held.push(() => res.end()));
    const caller = await service.subscriber(subscribed, slow.url);
    const passive = await service.subscriber(subscribed);
    // A callback begins with four attempts at a time.
    await service.sendChanges(...Array.from({ length: 6 }, () => anOrderChange(caller)), anOrderChange(passive));
    const waiting = await until(({ sum }) => sum('hub_events_due') === 2 && sum('hub_pushes_in_flight') === 4);
    expect(waiting.sum('hub_events_oldest_due_age_seconds', { pace: 'slow' })).toBeGreaterThan(0);
    expect(waiting.sum('hub_events_oldest_due_age_seconds', { pace: 'quick' })).toBe(0);
    await eventually(() => {
      for (const answer of held.splice(0)) answer();
      return slow.received.length === 6;
    });
    for (const answer of held.splice(0)) answer();
    await until(({ sum }) => sum('hub_events_due') === 0 && sum('hub_events_oldest_due_age_seconds') === 0);
  });

  test('messages that wait for a newer release are counted', async () => {
    await service.db.query(
      `insert into held_messages (message_id, topic, key, version, body) values ('early', 'change', 'key', 99, '{}')`,
    );
    await until(({ sum }) => sum('hub_held_messages') === 1);
    await service.db.query('delete from held_messages');
    await until(({ sum }) => sum('hub_held_messages') === 0);
  });

  test('requests, refusals, slots, the pool and the tables of the service are there, too', async () => {
    const { sum } = await until(({ names }) => names.includes('hub_table_rows'));
    expect(sum('hub_http_requests_total', { method: 'POST', route: '/callback', status: '200' })).toBeGreaterThan(0);
    expect(sum('hub_http_requests_total', { route: '/internal/messages', status: '200' })).toBeGreaterThan(0);
    expect(sum('hub_database_pool_size', { pool: 'main' })).toBe(10);
    expect(sum('hub_slots_taken', { slots: 'large_responses' })).toBe(0);
    expect(sum('hub_outbox_parked_messages')).toBe(0);
    expect(sum('hub_bus_ready')).toBe(1);
    expect(sum('hub_sockets_open', { listener: 'internal' })).toBeGreaterThan(0);
    expect(sum('hub_table_rows', { table: 'events' })).toBeGreaterThanOrEqual(0);
  });
});
