import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { listDroppedEvents } from '@order-hub/shared/event-backlog-calls';
import { describeConnections, listRefusingCallbacks } from '@order-hub/shared/events-calls';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { listDroppedRows, replayDropped } from '../src/backlog/dropped-event.store.ts';
import { anOrderChange } from './builders.ts';
import { viewerOf } from './page-viewer.ts';
import { startReceiver } from './receiver.ts';
import { startTestService, type TestService } from './service.ts';

/** Events that were given up: operators list them and push them again (docs/api/back-office.md#backlog). */
describe('dropped events', () => {
  let service: TestService;

  let receiver: Awaited<ReturnType<typeof startReceiver>>;

  let isBroken = true;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.01' });
    receiver = await startReceiver((res) => void res.writeHead(isBroken ? 500 : 200).end());
  });

  afterAll(async () => {
    await service.close();
    await receiver.close();
  });

  const orders = { order: ['create', 'update'] };

  const asAuth = { internal: 'events', from: 'auth' } as const;

  const list = async (filters: object) =>
    listDroppedEvents.reply.parse(
      (await service.call('POST /internal/dropped-events', { ...asAuth, body: { count: 100, ...filters } })).body,
    );

  const replay = async (filters: object) =>
    (await service.call('POST /internal/dropped-events/replay', { ...asAuth, body: filters })).body;

  const droppedOf = (caller: TestCaller, count: number) =>
    eventually(async () => {
      const { items } = await list({ connection: caller.connection_id });
      return items.length === count && items;
    });

  /** A connection whose receiver refused these changes until they were given up. */
  async function aGivenUp(...changes: ((caller: TestCaller) => ReturnType<typeof anOrderChange>)[]) {
    isBroken = true;
    const caller = await service.subscriber(orders);
    const sent = changes.map((make) => make(caller));
    await service.sendChanges(...sent);
    await service.setAttempts(caller, 6);
    await service.call('POST /callback', { as: caller, body: { url: receiver.url, events: orders } });
    const dropped = await droppedOf(caller, sent.length);
    return { caller, sent, dropped };
  }

  const receivedIds = (resource: string) =>
    receiver.received.map(({ body }) => JSON.parse(body)).filter(({ order_id }) => order_id === resource);

  test('are listed with ids, types, times and reasons, and nothing of their states', async () => {
    const { caller, sent, dropped } = await aGivenUp((owner) =>
      anOrderChange(owner, { new_state: '{"customer":{"email":"ada@example.com"}}' }),
    );
    expect(dropped).toEqual([
      {
        id: expect.any(String),
        type: 'order.create',
        resource_id: sent[0]?.ids.order_id,
        connection_id: caller.connection_id,
        account_id: caller.account?.id,
        client_id: caller.client_id,
        created_at: sent[0]?.created_at,
        dropped_at: expect.any(String),
        attempts: 7,
        reason: 'status 500',
        can_be_replayed: true,
      },
    ]);
    expect(JSON.stringify(dropped)).not.toContain('ada@example.com');
  });

  test('each filter, and all of them together', async () => {
    const { caller, dropped } = await aGivenUp(anOrderChange, anOrderChange);
    const [newest, oldest] = dropped;
    const all = {
      account: caller.account?.id,
      client: caller.client_id,
      connection: caller.connection_id,
      reason: 'status 500',
      since: new Date(Date.now() - 60_000).toISOString(),
      until: new Date(Date.now() + 60_000).toISOString(),
    };
    for (const filters of [{ account: all.account }, { client: all.client }, all]) {
      expect((await list(filters)).items.map(({ id }) => id)).toEqual([newest?.id, oldest?.id]);
    }
    expect((await list({ id: oldest?.id })).items).toEqual([oldest]);
    for (const other of [
      { account: newId() },
      { client: newId() },
      { reason: 'status' },
      { since: all.until },
      { until: all.since },
    ]) {
      expect((await list({ ...all, ...other })).items).toEqual([]);
    }
    const first = await list({ ...all, count: 1 });
    expect(first).toEqual({ items: [newest], next: newest?.id });
    expect(await list({ ...all, count: 1, before: first.next })).toEqual({ items: [oldest], next: null });
  });

  describe('a replay', () => {
    test('pushes each event once, with its id, signed, however often the command is repeated', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange, anOrderChange);
      receiver.received.length = 0;
      isBroken = false;
      const filters = { connection: caller.connection_id };
      expect(await replay(filters)).toEqual({ replayed: 2, without_callback: 0, next: null });
      expect(await replay(filters)).toEqual({ replayed: 0, without_callback: 0, next: null });
      await eventually(() => receiver.received.length >= 2);
      await eventually(async () => (await service.db.query('select from events')).rowCount === 0);
      expect(receiver.received.map(({ headers }) => headers['webhook-id']).sort()).toEqual(
        dropped.map(({ id }) => id).sort(),
      );
      expect(receiver.received.every(({ headers }) => headers['x-service-hmac-sha256'])).toBe(true);
      expect((await list(filters)).items).toEqual([]);
    });

    test('of one event leaves the others', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange, anOrderChange);
      isBroken = false;
      expect((await replay({ id: dropped[1]?.id })).replayed).toBe(1);
      expect((await list({ connection: caller.connection_id })).items).toEqual([dropped[0]]);
    });

    test('comes before what waits for the same callback: events of a resource arrive in order', async () => {
      const order_id = newId();
      const ids = (caller: TestCaller) => ({
        order_id,
        location_id: caller.location_id ?? '',
        account_id: caller.account?.id ?? '',
      });
      const { caller, dropped } = await aGivenUp(
        (owner) => anOrderChange(owner, { ids: ids(owner) }),
        (owner) => anOrderChange(owner, { ids: ids(owner), event_type: 'update' }),
      );
      // Blocked, it keeps what happens meanwhile.
      await service.sendConnection(caller, { version: 2, status: 'blocked' });
      const later = anOrderChange(caller, { ids: ids(caller), event_type: 'update' });
      await service.sendChanges(later, ...Array.from({ length: 100 }, () => anOrderChange(caller)));
      expect((await replay({ connection: caller.connection_id })).replayed).toBe(2);
      isBroken = false;
      receiver.received.length = 0;
      await service.sendConnection(caller, { version: 3, status: 'active' });
      const arrived = await eventually(() => {
        const found = receivedIds(order_id);
        return found.length >= 3 && found;
      });
      expect(arrived.slice(0, 2).map(({ id }) => id)).toEqual(dropped.map(({ id }) => id).reverse());
      expect(arrived).toHaveLength(3);
    });

    test('that fails again is dropped again after seven attempts', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange);
      await replay({ connection: caller.connection_id });
      const [again] = await eventually(async () => {
        await service.pushDue(caller);
        const { items } = await list({ connection: caller.connection_id });
        return items.some(({ dropped_at }) => dropped_at !== dropped[0]?.dropped_at) && items;
      });
      expect(again).toMatchObject({ id: dropped[0]?.id, attempts: 7, reason: 'status 500' });
    });

    test('skips events without a callback, and goes on behind them', async () => {
      const { caller } = await aGivenUp(anOrderChange, anOrderChange);
      await service.call('DELETE /callback', { as: caller });
      const filters = { connection: caller.connection_id };
      expect((await list(filters)).items.map(({ can_be_replayed }) => can_be_replayed)).toEqual([false, false]);
      expect(await replay(filters)).toEqual({ replayed: 0, without_callback: 2, next: null });
      const { last } = await replayDropped(service.db, filters, { after: undefined, count: 1 });
      expect(await replayDropped(service.db, filters, { after: last ?? '', count: 5 })).toMatchObject({ looked_at: 1 });
    });

    test('of events that a process of the release before has dropped', async () => {
      const { caller, dropped } = await aGivenUp(anOrderChange);
      await service.db.query('update dropped_events set account_id = null, client_id = null, resource = null');
      expect((await list({ connection: caller.connection_id })).items).toEqual(dropped);
      isBroken = true;
      await service.sendConnection(caller, { version: 2, status: 'blocked' });
      await replay({ connection: caller.connection_id });
      const { rows } = await service.db.query('select resource from events where id = $1', [dropped[0]?.id]);
      expect(rows).toEqual([{ resource: `order ${dropped[0]?.resource_id ?? ''}` }]);
    });
  });

  test('only auth may ask', async () => {
    for (const from of ['gateway', 'orders', 'back-office'] as const) {
      for (const route of ['POST /internal/dropped-events', 'POST /internal/dropped-events/replay']) {
        expect((await service.call(route, { internal: 'events', from, body: { count: 1 } })).status).toBe(401);
      }
    }
  });

  describe('among many', () => {
    beforeAll(async () => {
      await service.db.query(
        `insert into changes (id, resource_type, event_type, created_at, timezone, ids)
       values ('many', 'order', 'create', now(), 'UTC', '{"order_id":"many"}')`,
      );
      await service.db.query(
        `insert into dropped_events (id, change_id, connection_id, attempts, reason, account_id, client_id, resource)
       select 'm' || lpad(n::text, 9, '0'), 'many', 'connection' || n % 100, 7, 'reason ' || n % 100,
         'account' || n % 100, 'client' || n % 100, 'order many'
       from generate_series(1, 50000) n`,
      );
      await service.db.query('analyze changes; analyze dropped_events');
    });

    test.each([
      ['id', 'dropped_events_pkey'],
      ['account', 'dropped_events_account'],
      ['client', 'dropped_events_client'],
      ['connection', 'dropped_events_connection'],
      ['reason', 'dropped_events_reason'],
    ])('an index finds those of one %s', async (filter, index) => {
      let plan = '';
      const explaining = {
        async query(text: string, values: unknown[]) {
          const { rows } = await service.db.query(`explain ${text}`, values);
          plan = rows.map((row) => row['QUERY PLAN']).join('\n');
          return { rows: [] };
        },
      };
      const filters = { [filter]: filter === 'reason' ? 'reason 7' : `${filter}7` };
      await listDroppedRows(explaining as never, filters, { before: undefined, count: 100 });
      expect(plan).toContain(`using ${index} on dropped_events`);
      expect(plan).not.toContain('Seq Scan on dropped_events');
    });
  });
});

/** What a receiver answers with 400 to 499 is kept, counted and sent again (docs/api/events.md#refused-events). */
describe('refused events', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ CALLBACK_RETRY_BASE_SECONDS: '0.01' });
  });

  afterAll(() => service.close());

  const closers: (() => Promise<void>)[] = [];

  afterAll(() => Promise.all(closers.map((close) => close())));

  const orders = { order: ['create', 'update'] };

  /** A receiver that answers with `status` until that is changed. */
  async function receiverOf(status: number) {
    const answer = { status };
    const opened = await startReceiver((res) => void res.writeHead(answer.status).end());
    closers.push(opened.close);
    return { ...opened, answer };
  }

  const emptied = (caller: TestCaller) => eventually(async () => (await service.listed(caller)).length === 0);

  const resend = (caller: TestCaller, body: unknown = {}) =>
    service.call('POST /callback/deliveries/resend', { as: caller, body });

  const idsIn = ({ received }: { received: { body: string }[] }) => received.map(({ body }) => JSON.parse(body).id);

  const described = async (caller: TestCaller) => {
    const { body } = await service.call('POST /internal/connection-deliveries', {
      user: viewerOf({ account_id: caller.account?.id ?? null }),
      body: { connection_ids: [caller.connection_id] },
    });
    return describeConnections.reply.parse(body).connections[0]!;
  };

  const refusing = async (client_id: string) => {
    const route = `GET /internal/clients/${client_id}/refusing-callbacks` as const;
    return listRefusingCallbacks.reply.parse(
      (await service.call(route, { internal: 'events', from: 'back-office' })).body,
    ).callbacks;
  };

  /** Sends changes one after the other, so that the receiver has them in order. */
  async function sendOneByOne(caller: TestCaller, hook: { received: unknown[] }, count: number) {
    for (let sent = 0; sent < count; sent += 1) {
      const before = hook.received.length;
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => hook.received.length > before);
      await emptied(caller);
    }
  }

  describe('an event that is answered with 401', () => {
    test('is acknowledged, kept, and sent again with the same bytes once the secret is right', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await service.sendChanges(anOrderChange(caller), anOrderChange(caller));
      await eventually(() => hook.received.length === 2);
      await emptied(caller);
      hook.answer.status = 200;
      expect((await resend(caller)).body).toEqual({ resent: 2, more: false });
      await eventually(() => hook.received.length === 4);
      await emptied(caller);
      const bodies = hook.received.map(({ body }) => body);
      expect(bodies.slice(2).sort()).toEqual(bodies.slice(0, 2).sort());
      expect((await resend(caller)).body).toEqual({ resent: 0, more: false });
    });

    test('is kept again when it is refused again, and is never doubled', async () => {
      const hook = await receiverOf(403);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 1);
      expect((await resend(caller)).body.resent).toBe(1);
      await eventually(() => hook.received.length === 2);
      await emptied(caller);
      hook.answer.status = 204;
      expect((await resend(caller)).body.resent).toBe(1);
      await eventually(() => hook.received.length === 3);
      await emptied(caller);
      expect(new Set(idsIn(hook)).size).toBe(1);
      expect((await resend(caller)).body.resent).toBe(0);
    });

    test('is neither listed nor replayed by operators: its receiver acknowledged it', async () => {
      const hook = await receiverOf(404);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 1);
      const asAuth = { internal: 'events', from: 'auth' } as const;
      const filter = { connection: caller.connection_id };
      const listed = await service.call('POST /internal/dropped-events', { ...asAuth, body: { ...filter, count: 10 } });
      expect(listed.body.items).toEqual([]);
      const replayed = await service.call('POST /internal/dropped-events/replay', { ...asAuth, body: filter });
      expect(replayed.body).toMatchObject({ replayed: 0 });
      expect((await resend(caller)).body.resent).toBe(1);
    });
  });

  describe('with "acknowledge": "2xx"', () => {
    test('a 401 is tried again until it is 200', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber({ order: [] }, null);
      const body = { url: hook.url, events: orders, acknowledge: '2xx' };
      const saved = await service.call('POST /callback', { as: caller, body });
      expect(saved).toMatchObject({ status: 200, body });
      expect((await service.call('GET /callback', { as: caller })).body).toEqual(body);
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => service.pushDue(caller).then(() => hook.received.length >= 2));
      hook.answer.status = 200;
      await eventually(() => service.pushDue(caller).then(async () => (await service.listed(caller)).length === 0));
      expect((await resend(caller)).body.resent).toBe(0);
    });

    test('a redirect is tried again, and after the seventh attempt the event is given up and can be sent again', async () => {
      const hook = await receiverOf(302);
      const caller = await service.subscriber({ order: [] }, null);
      await service.call('POST /callback', {
        as: caller,
        body: { url: hook.url, events: orders, acknowledge: '2xx' },
      });
      await service.sendChanges(anOrderChange(caller));
      await eventually(() => service.pushDue(caller).then(() => hook.received.length === 7));
      await emptied(caller);
      expect((await resend(caller, { state: 'refused' })).body.resent).toBe(0);
      expect((await resend(caller, { state: 'given_up' })).body.resent).toBe(1);
    });

    test('it is taken back by saving the callback without it', async () => {
      const caller = await service.subscriber({ order: [] }, null);
      const body = { url: null, events: orders };
      await service.call('POST /callback', { as: caller, body: { ...body, acknowledge: '2xx' } });
      await service.call('POST /callback', { as: caller, body: { ...body, acknowledge: null } });
      expect((await service.call('GET /callback', { as: caller })).body).toEqual(body);
    });

    test.each(['3xx', '', 200, {}, ['2xx'], true])('%j is a 422 that names the field', async (acknowledge) => {
      const body = { url: null, events: orders, acknowledge };
      expect(await service.call('POST /callback', { as: aCaller(), body })).toMatchObject({
        status: 422,
        body: { errors: [{ field: 'acknowledge' }] },
      });
    });
  });

  describe('refusals in a row', () => {
    test('are shown from the twentieth on, to the merchant and to the owner of the client, until one is acknowledged', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 19);
      expect((await described(caller)).refusals).toBeNull();
      expect(await refusing(caller.client_id)).toEqual([]);
      await sendOneByOne(caller, hook, 1);
      expect((await described(caller)).refusals).toEqual({ count: 20, status: 401 });
      expect(await refusing(caller.client_id)).toEqual([
        { connection_id: caller.connection_id, count: 20, status: 401 },
      ]);
      expect(await refusing(newId())).toEqual([]);
      hook.answer.status = 200;
      await sendOneByOne(caller, hook, 1);
      await eventually(async () => (await described(caller)).refusals === null);
      expect(await refusing(caller.client_id)).toEqual([]);
    });

    test('end with a new URL', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 20);
      expect((await described(caller)).refusals).not.toBeNull();
      await service.call('POST /callback', { as: caller, body: { url: `${hook.url}&b=2`, events: orders } });
      expect((await described(caller)).refusals).toBeNull();
    });

    test('are told to the back office only', async () => {
      for (const from of ['gateway', 'auth', 'orders', 'catalog', 'customers', 'events'] as const) {
        const asked = await service.call(`GET /internal/clients/${newId()}/refusing-callbacks`, {
          internal: 'events',
          from,
        });
        expect(asked.status).toBe(401);
      }
    });
  });

  describe('sending again', () => {
    test('takes those since a time', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 2);
      const [first, second] = idsIn(hook);
      const dropAt = (id: string | undefined, time: string) =>
        service.db.query('update dropped_events set dropped_at = $2 where id = $1', [id, time]);
      await dropAt(first, '2026-01-01T10:00:00Z');
      expect((await resend(caller, { since: '2026-01-01T11:00:01+01:00' })).body.resent).toBe(1);
      // It is refused again.
      await eventually(async () => (await dropAt(second, '2025-01-01T10:00:00Z')).rowCount === 1);
      expect((await resend(caller, { since: '2026-01-01T11:00:00+01:00', state: 'given_up' })).body.resent).toBe(0);
      expect((await resend(caller, { since: '2026-01-01T11:00:00+01:00', state: 'refused' })).body.resent).toBe(1);
    });

    test('takes nothing of another connection, of the same client and account', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url);
      await sendOneByOne(caller, hook, 1);
      const sibling = await service.subscriber(orders, null, { account: caller.account, client_id: caller.client_id });
      const stranger = await service.subscriber(orders, null, { connection_id: newId() });
      expect((await resend(sibling)).body.resent).toBe(0);
      expect((await resend(stranger)).body.resent).toBe(0);
      const forged = { ...caller, account: stranger.account };
      expect((await resend(forged)).status).toBe(404);
      expect((await resend(caller)).body.resent).toBe(1);
    });

    test('of an account connection works, too', async () => {
      const hook = await receiverOf(401);
      const caller = await service.subscriber(orders, hook.url, { location_id: null });
      await sendOneByOne(caller, hook, 1);
      expect((await resend(caller)).body.resent).toBe(1);
    });

    test('is a 404 without a callback, a 401 without a connection, a 403 without an account', async () => {
      expect((await resend(aCaller())).status).toBe(404);
      expect((await service.call('POST /callback/deliveries/resend', { body: {} })).status).toBe(401);
      const general = aCaller({ account: null, location_id: null, location: null, scope: 'profile' });
      expect((await resend(general)).status).toBe(403);
    });

    test.each([
      [{ since: 'yesterday' }, 'since'],
      [{ since: 1 }, 'since'],
      [{ state: 'acknowledged' }, 'state'],
      [{ state: ['refused'] }, 'state'],
    ])('%j is a 422 that names the field', async (body, field) => {
      const caller = await service.subscriber(orders);
      expect(await resend(caller, body)).toMatchObject({ status: 422, body: { errors: [{ field }] } });
    });
  });
});
