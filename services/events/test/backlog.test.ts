import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { retrieveWaitingEvents } from '@order-hub/shared/event-backlog-calls';
import { listWaitingEvents } from '@order-hub/shared/events-calls';
import { newId } from '@order-hub/shared/ids';
import type { UserPlace } from '@order-hub/shared/principal';
import { eventually, type TestCaller } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { listWaitingRows } from '../src/backlog/waiting-event.store.ts';
import { listWaitingEventRows } from '../src/overview/waiting-events.store.ts';
import { anOrderChange } from './builders.ts';
import { sentBy, viewerOf } from './page-viewer.ts';
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

/** For whom events wait, since when, and why (docs/api/back-office.md#backlog). */
describe('whom events wait for', () => {
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
});

/** The events about a location that wait for a connection or were given up, as the back office shows them. */
describe('the events of a location that wait', () => {
  const orders = { order: ['create', 'update'] };

  const ask = (
    place: Partial<UserPlace>,
    { after, headers = {} }: { after?: string; headers?: Record<string, string> } = {},
  ) =>
    service.call(
      `GET /internal/waiting-events${after === undefined ? '' : `?${new URLSearchParams({ after }).toString()}`}`,
      {
        user: viewerOf(place),
        headers,
      },
    );

  const waiting = async ({ account, location_id }: Pick<TestCaller, 'account' | 'location_id'>, after?: string) =>
    listWaitingEvents.reply.parse(
      (await ask({ account_id: account?.id ?? null, location_id }, after === undefined ? {} : { after })).body,
    );

  test('an event of a passive callback, without its states', async () => {
    const caller = await service.subscriber(orders);
    const change = anOrderChange(caller);
    await service.sendChanges(change);
    const [{ id }] = await service.listed(caller);
    expect(await waiting(caller)).toEqual({
      events: [
        {
          id,
          connection_id: caller.connection_id,
          type: 'order.create',
          resource_id: change.ids.order_id,
          created_at: change.created_at,
          attempts: 0,
          next_attempt_at: null,
          given_up_at: null,
        },
      ],
      more: false,
    });
    await service.call(`DELETE /callback/events/${id}`, { as: caller });
    expect((await waiting(caller)).events).toEqual([]);
  });

  test('an event that will be posted again: the number of attempts, and the time of the next one', async () => {
    const caller = await service.subscriber(orders, failing.url);
    await service.sendChanges(anOrderChange(caller));
    const event = await eventually(async () => {
      const [found] = (await waiting(caller)).events;
      return found?.attempts === 1 && found.next_attempt_at !== null && found;
    });
    expect(Date.parse(event.next_attempt_at ?? '')).toBeGreaterThan(Date.now());
    expect(event.given_up_at).toBeNull();
  });

  test('an event that was given up', async () => {
    const caller = await service.subscriber(orders, failing.url);
    await service.sendChanges(anOrderChange(caller));
    const { id } = await eventually(async () => {
      const [found] = (await waiting(caller)).events;
      return found !== undefined && found.next_attempt_at !== null && found;
    });
    await service.db.query('update events set attempts = 6, next_attempt_at = now() where id = $1', [id]);
    const dropped = await eventually(async () => {
      const [found] = (await waiting(caller)).events;
      return found !== undefined && found.given_up_at !== null && found;
    });
    expect(dropped).toMatchObject({ id, connection_id: caller.connection_id, attempts: 7, next_attempt_at: null });
  });

  test('an event of each connection that receives it, also of connections of the account, but not of another location', async () => {
    const here = await service.subscriber(orders);
    const whole = await service.subscriber(orders, null, { account: here.account, location_id: null });
    const there = await service.subscriber(orders, null, { account: here.account });
    await service.sendChanges(anOrderChange(here), anOrderChange(there));
    const receivers = async (caller: TestCaller) => (await waiting(caller)).events.map((event) => event.connection_id);
    expect((await receivers(here)).sort()).toEqual([here.connection_id, whole.connection_id].sort());
    expect((await receivers(there)).sort()).toEqual([there.connection_id, whole.connection_id].sort());
  });

  test('an event of an inventory has the id of the catalog', async () => {
    const caller = await service.subscriber({ inventory: ['patch'] });
    const { location_id } = caller;
    const ids = { catalog_id: 'a-catalog', location_id: location_id ?? '' };
    await service.sendChanges(
      anOrderChange(caller, {
        resource_type: 'inventory',
        event_type: 'patch',
        ids,
        new_state: null,
        state_change: '[]',
      }),
    );
    expect((await waiting(caller)).events).toMatchObject([{ type: 'inventory.patch', resource_id: 'a-catalog' }]);
  });

  test('nothing for another account', async () => {
    const caller = await service.subscriber(orders);
    await service.sendChanges(anOrderChange(caller));
    expect((await waiting({ ...caller, account: { id: newId(), currency: 'EUR' } })).events).toEqual([]);
    expect((await waiting(caller)).events).toHaveLength(1);
  });

  test('only the back office may ask, for a page about a location; an odd cursor finds nothing', async () => {
    const place = { account_id: newId(), location_id: newId() };
    for (const service of ['gateway', 'auth', 'catalog', 'orders', 'customers', 'events'] as const) {
      expect((await ask(place, { headers: await sentBy(service) })).status).toBe(401);
    }
    expect((await ask({ account_id: newId() })).status).toBe(404);
    for (const after of ["' or true --", '~~~', 'é']) {
      expect((await ask(place, { after })).body).toEqual({ events: [], more: false });
    }
  });

  test('all events, page by page, newest first', async () => {
    const caller = await service.subscriber(orders);
    await service.subscriber(orders, null, { account: caller.account, location_id: null });
    for (let sent = 0; sent < 5; sent += 1) {
      await service.sendChanges(...Array.from({ length: 25 }, () => anOrderChange(caller)));
    }
    const seen: string[] = [];
    const pages: number[] = [];
    for (let more = true; more;) {
      const page = await waiting(caller, seen.at(-1));
      seen.push(...page.events.map(({ id }) => id));
      pages.push(page.events.length);
      ({ more } = page);
    }
    expect(pages).toEqual([100, 100, 50]);
    expect(new Set(seen).size).toBe(250);
    expect(seen).toEqual([...seen].sort().reverse());
  });

  describe('among many events', () => {
    const many = sized(20_000, 100_000);
    let caller: TestCaller;
    beforeAll(async () => {
      caller = await service.subscriber(orders);
      const template = anOrderChange(caller);
      // Changes of ten locations, each with an event for this callback, and a tenth of them given up.
      await service.db.query(
        `insert into changes (id, resource_type, event_type, created_at, timezone, ids, new_state)
       select 'many' || lpad(n::text, 9, '0'), 'order', 'create', now(), 'UTC',
         json_build_object('order_id', 'o' || n, 'location_id', $1 || n % 10), repeat('x', 500)
       from generate_series(1, ${many}) n`,
        [template.location_id],
      );
      await service.db.query(
        `insert into events (callback_id, id, change_id, resource)
       select cb.id, 'more' || lpad(n::text, 9, '0'), 'many' || lpad(n::text, 9, '0'), 'order o' || n
       from callbacks cb, generate_series(1, ${many}) n where connection_id = $1 and n % 10 <> 5`,
        [caller.connection_id],
      );
      await service.db.query(
        `insert into dropped_events (id, change_id, connection_id, attempts, reason)
       select 'more' || lpad(n::text, 9, '0'), 'many' || lpad(n::text, 9, '0'), $1, 7, 'status 500'
       from generate_series(1, ${many}) n where n % 10 = 5`,
        [caller.connection_id],
      );
      await service.db.query('analyze changes; analyze events; analyze dropped_events; analyze callbacks');
    });

    const locationAt = (n: number) => ({ account: caller.account, location_id: `${caller.location_id ?? ''}${n}` });

    test.each([
      ['that wait', 3, false],
      ['that were given up', 5, true],
    ])('finds the newest ones of a location %s', async (_which, n, isGivenUp) => {
      const { events, more } = await waiting(locationAt(n));
      expect(events).toHaveLength(100);
      expect(more).toBe(true);
      expect(events[0]?.id).toBe(`more${String(many - 10 + n).padStart(9, '0')}`);
      expect(events.every(({ given_up_at }) => (given_up_at !== null) === isGivenUp)).toBe(true);
    });

    test('reads the index on the location of changes, and of the newest partition alone', async () => {
      let plan = '';
      const explaining = {
        async query({ text, values }: { text: string; values: unknown[] }) {
          const { rows } = await service.db.query(`explain (analyze, costs off) ${text}`, values);
          plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          return { rows: [] };
        },
      };
      const { location_id } = locationAt(3);
      const location = { account_id: caller.account?.id ?? '', location_id };
      await listWaitingEventRows(explaining as never, location, { count: 100, before: '~' });
      expect(plan).toMatch(
        /Index Scan Backward using \w+_expr_id_idx on changes_from_\w+ ch_\d \(.*rows=10\d(\.00)? loops=1\)/,
      );
      expect(plan).toMatch(/Index Scan Backward using changes_first_location on changes_first ch_1 \(never executed\)/);
      expect(plan).not.toMatch(/Seq Scan on (changes\w*|events|dropped_events)/);
    });
  });
});
