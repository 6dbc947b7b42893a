import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newId } from '@order-hub/shared/ids';
import { aCaller, eventually, type TestCaller } from '@order-hub/testing/call';
import { anOrderChange } from './builders.ts';
import { startReceiver } from './receiver.ts';
import { changeMessage, startTestService, type TestService } from './service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const orders = { order: ['create', 'update'] };
const retrieve = (as: ReturnType<typeof aCaller>, id: string) => service.call(`GET /callback/events/${id}`, { as });

describe('from change to event', () => {
  test('each connection that may see the change gets an event, except those of the client that caused it', async () => {
    const account = { id: newId(), currency: 'EUR' };
    const location_id = newId();
    const [here, causing, elsewhere, whole, foreign] = await Promise.all([
      service.subscriber(orders, null, { account, location_id }),
      service.subscriber(orders, null, { account, location_id }),
      service.subscriber(orders, null, { account }),
      service.subscriber(orders, null, { account, location_id: null }),
      service.subscriber(orders),
    ]);
    await service.sendChanges(anOrderChange(here, { client_id: causing.client_id }));
    const counts = await Promise.all(
      [here, causing, elsewhere, whole, foreign].map((caller) => service.listed(caller)),
    );
    expect(counts.map((list) => list.length)).toEqual([1, 0, 0, 1, 0]);
    expect(counts[0]![0].id).not.toBe(counts[3]![0].id);
  });

  test('a change of the account reaches its locations', async () => {
    const caller = await service.subscriber({ catalog: ['delete'] });
    const ids = { catalog_id: newId(), account_id: caller.account!.id };
    await service.sendChanges(
      anOrderChange(caller, {
        resource_type: 'catalog',
        event_type: 'delete',
        location_id: null,
        ids,
        timezone: 'UTC',
        new_state: null,
      }),
    );
    const [event] = await service.listed(caller);
    expect(event).toEqual({
      id: event.id,
      resource_type: 'catalog',
      event_type: 'delete',
      created_at: '2026-07-01T10:00:00Z',
      ...ids,
    });
    expect((await retrieve(caller, event.id)).body).toEqual(event);
  });

  test('a repeated message makes no second event, even after the first was acknowledged', async () => {
    const caller = await service.subscriber(orders);
    const message = changeMessage(anOrderChange(caller));
    await service.send(message, changeMessage(anOrderChange(caller)));
    await service.send(message);
    const events = await service.listed(caller);
    expect(events).toHaveLength(2);
    await service.call(`DELETE /callback/events/${events[0].id}`, { as: caller });
    await service.send(message);
    expect(await service.listed(caller)).toHaveLength(1);
  });

  test('a change that cannot be stored is rejected without the others of its batch', async () => {
    const caller = await service.subscriber(orders);
    const nul = changeMessage(anOrderChange(caller, { new_state: '{"a":"\u0000"}' }));
    const unknown = { ...changeMessage(anOrderChange(caller)), body: { resource_type: 'spaceship' } };
    const rejected = await service.send(
      changeMessage(anOrderChange(caller)),
      nul,
      unknown,
      changeMessage(anOrderChange(caller)),
    );
    expect(rejected.map(({ id }) => id).sort()).toEqual([nul.id, unknown.id].sort());
    expect(await service.listed(caller)).toHaveLength(2);
  });

  test('200 changes for 20 subscribers', async () => {
    const account = { id: newId(), currency: 'EUR' };
    const location_id = newId();
    const callers = await Promise.all(
      Array.from({ length: 20 }, () => service.subscriber(orders, null, { account, location_id })),
    );
    await service.sendChanges(...Array.from({ length: 200 }, () => anOrderChange(callers[0]!)));
    const { rows } = await service.db.query<{ events: string }>(
      'select count(*) as events from events e join callbacks cb on cb.id = e.callback_id where cb.account_id = $1',
      [account.id],
    );
    expect(rows[0]?.events).toBe('4000');
  });

  test('a connection that is known only from its callback request gets events', async () => {
    const caller = aCaller();
    await service.call('POST /callback', { as: caller, body: { url: null, events: orders } });
    await service.sendChanges(anOrderChange(caller));
    expect(await service.listed(caller)).toHaveLength(1);
  });

  test('the newest scope of a connection applies, whatever the order of the messages', async () => {
    const caller = await service.subscriber(orders);
    await service.sendConnection(caller, { version: 3, scope: 'location[catalog.read]' });
    await service.sendConnection(caller, { version: 2, scope: caller.scope });
    await service.sendChanges(anOrderChange(caller));
    expect(await service.listed(caller)).toEqual([]);
  });

  test('a disconnected connection loses its callback, a blocked one keeps getting events', async () => {
    const [gone, blocked] = await Promise.all([service.subscriber(orders), service.subscriber(orders)]);
    await service.sendConnection(gone, { version: 2, status: 'disconnected' });
    await service.sendConnection(blocked, { version: 2, status: 'blocked' });
    await service.sendChanges(anOrderChange(gone), anOrderChange(blocked));
    expect((await service.call('GET /callback', { as: gone })).body).toEqual({ url: null, events: {} });
    expect(await service.listed(blocked)).toHaveLength(1);
  });
});

describe('reading events', () => {
  test('an event has the states as they were stored, with the private refs of the receiver only', async () => {
    const caller = await service.subscriber(orders);
    const plain = anOrderChange(caller, { private_refs: { 'someone-else': { self: 'theirs', i1: 'theirs too' } } });
    const own = anOrderChange(caller, {
      event_type: 'update',
      previous_state: plain.new_state,
      private_refs: { [caller.client_id]: { self: 'mine', i1: 'line' }, 'someone-else': { self: 'theirs' } },
    });
    await service.sendChanges(plain, own);
    const [first, second] = await service.listed(caller);
    expect(Object.keys(first)).toEqual([
      'id',
      'resource_type',
      'event_type',
      'created_at',
      'order_id',
      'location_id',
      'account_id',
    ]);
    const response = await service.call(`GET /callback/events/${first.id}`, { as: caller });
    expect(response.body).toMatchObject({
      ...plain.ids,
      created_at: '2026-07-01T12:00:00+02:00',
      new_state: JSON.parse(plain.new_state!),
    });
    expect(response.body).not.toHaveProperty('previous_state');
    expect(JSON.stringify(response.body)).not.toContain('theirs');
    const updated = (await retrieve(caller, second.id)).body;
    expect(updated.previous_state.private_ref).toBeNull();
    expect(updated.new_state).toMatchObject({ private_ref: 'mine', items: [{ private_ref: 'line' }] });
    expect(JSON.stringify(updated)).not.toContain('theirs');
  });

  test('a large event is retrieved whole', async () => {
    const caller = await service.subscriber(orders);
    const states = {
      previous_state: JSON.stringify({ seller_notes: 'x'.repeat(300_000) }),
      new_state: JSON.stringify({ seller_notes: 'y'.repeat(300_000) }),
    };
    await service.sendChanges(anOrderChange(caller, { event_type: 'update', ...states }));
    const [event] = await service.listed(caller);
    const { body } = await retrieve(caller, event.id);
    expect([body.previous_state, body.new_state]).toEqual([
      JSON.parse(states.previous_state),
      JSON.parse(states.new_state),
    ]);
  });

  test('the list is oldest first, in pages', async () => {
    const caller = await service.subscriber(orders);
    const changes = Array.from({ length: 5 }, () => anOrderChange(caller));
    await service.sendChanges(...changes);
    const seen: string[] = [];
    let cursor = '';
    do {
      const page = await service.call(`GET /callback/events?count=2&cursor=${cursor}`, { as: caller });
      seen.push(...page.body.map((event: { order_id: string }) => event.order_id));
      cursor = page.headers.get('x-cursor-next') ?? '';
    } while (cursor !== '');
    expect(seen).toEqual(changes.map(({ ids }) => ids['order_id']));
  });

  test('an acknowledged event is deleted, and a second acknowledgement gets 404', async () => {
    const caller = await service.subscriber(orders);
    await service.sendChanges(anOrderChange(caller));
    const [{ id }] = await service.listed(caller);
    expect(await service.call(`DELETE /callback/events/${id}`, { as: caller })).toMatchObject({
      status: 200,
      body: {},
    });
    expect(await service.listed(caller)).toEqual([]);
    expect((await retrieve(caller, id)).status).toBe(404);
    expect((await service.call(`DELETE /callback/events/${id}`, { as: caller })).status).toBe(404);
  });

  test('another connection’s event gets the same answer as a missing one', async () => {
    const [caller, sibling] = [await service.subscriber(orders), await service.subscriber(orders)];
    await service.sendChanges(anOrderChange(caller));
    const [{ id }] = await service.listed(caller);
    const others = [
      sibling,
      { ...caller, connection_id: sibling.connection_id },
      { ...caller, account: sibling.account },
      aCaller(),
    ];
    for (const as of others) {
      expect(await retrieve(as, id)).toMatchObject({ status: 404, body: (await retrieve(as, newId())).body });
      expect((await service.call(`DELETE /callback/events/${id}`, { as })).status).toBe(404);
    }
    expect(await service.listed(caller)).toHaveLength(1);
  });
});

describe('a connection whose scope was narrowed', () => {
  const everything = { order: ['create'], catalog: ['update'], customer: ['update'], location: ['update'] };
  const wide = 'location[orders.read,all_catalogs.read,all_customer_lists.read]';
  const stored = async ({ connection_id }: TestCaller) => {
    const { rows } = await service.db.query(
      'select e.id from events e join callbacks cb on cb.id = e.callback_id where cb.connection_id = $1',
      [connection_id],
    );
    return rows.length;
  };

  async function withEvents(url: string | null = null) {
    const caller = await service.subscriber(everything, url, { scope: wide });
    const states = { previous_state: null, new_state: null };
    const [catalog_id, list_id] = [newId(), newId()];
    const catalog = (id: string) =>
      anOrderChange(caller, { resource_type: 'catalog', event_type: 'update', ids: { catalog_id: id }, ...states });
    const customer = (customer_list_id: string) => {
      const ids = { customer_id: newId(), customer_list_id };
      return anOrderChange(caller, { resource_type: 'customer', event_type: 'update', ids, ...states });
    };
    const location = anOrderChange(caller, {
      ...{ resource_type: 'location', event_type: 'update', ...states },
      ids: { location_id: caller.location_id ?? '', account_id: caller.account?.id ?? '' },
    });
    await service.sendChanges(
      ...[anOrderChange(caller), catalog(catalog_id), catalog(newId()), customer(list_id), customer(newId()), location],
    );
    return { caller, catalog_id, list_id };
  }

  test('neither lists nor reads what it may no longer see, and its pages are full', async () => {
    const { caller, catalog_id, list_id } = await withEvents();
    const all = await service.listed(caller);
    expect(all).toHaveLength(6);
    const narrow = { ...caller, scope: 'location[catalog.read,customer_list.read]' };
    const bound = { ...narrow, catalog_id, customer_list_id: list_id };
    const kinds = async (as: TestCaller) =>
      (await service.listed(as)).map(({ resource_type }: { resource_type: string }) => resource_type);
    expect(await kinds(narrow)).toEqual(['location']);
    expect(await kinds(bound)).toEqual(['catalog', 'customer', 'location']);
    expect((await service.call('GET /callback/events?count=2', { as: bound })).body).toHaveLength(2);
    const statuses = await Promise.all(all.map(async ({ id }: { id: string }) => (await retrieve(bound, id)).status));
    expect(statuses).toEqual([404, 200, 404, 200, 404, 200]);
  });

  test('has lost those events, even when its scope is widened again', async () => {
    const { caller } = await withEvents();
    await service.sendConnection(caller, { version: 2, scope: 'location[orders.read]' });
    await eventually(async () => (await stored(caller)) === 2);
    await service.sendConnection(caller, { version: 3, scope: wide });
    expect(await service.listed(caller)).toHaveLength(2);
  });

  test('does not get them pushed either', async () => {
    const hook = await startReceiver();
    const { caller } = await withEvents();
    // Without a new version of the connection nothing is deleted: each attempt has to check what it pushes.
    await service.db.query(`update connections set scope = 'location[orders.read]' where id = $1`, [
      caller.connection_id,
    ]);
    const body = { url: hook.url, events: everything };
    await service.call('POST /callback', { as: caller, body });
    await eventually(async () => (await stored(caller)) === 0);
    const kinds = hook.received.map(({ body }) => JSON.parse(body).resource_type);
    expect(kinds.sort()).toEqual(['location', 'order']);
    await hook.close();
  });
});

describe('an anonymised customer', () => {
  const personal = { id: 'c1', email: 'ada@example.com', first_name: 'Ada', city: 'London', anonymised: false };
  async function anonymise(customer_id: string, account_id: string) {
    const body = { account_id, customer_list_id: 'k1', customer_id };
    await service.send({ id: newId(), topic: 'customer.anonymised', key: customer_id, version: 1, body });
    await eventually(async () => {
      const { rows } = await service.db.query('select 1 from forgotten_customers where finished_at is null');
      return rows.length === 0;
    });
  }
  const stateOf = async (caller: ReturnType<typeof aCaller>) => {
    const [{ id }] = await service.listed(caller);
    return (await retrieve(caller, id)).body;
  };

  test('loses the personal data in the events stored before, and in those that come late', async () => {
    const customer = { ...personal, id: newId() };
    const [caller, late] = [await service.subscriber(orders), await service.subscriber(orders)];
    const state = JSON.stringify({ id: 'o1', customer, total: '1.00 EUR' });
    const states = { previous_state: state, new_state: state };
    const update = { event_type: 'update' as const, customer_id: customer.id, ...states };
    await service.sendChanges(anOrderChange(caller, update));
    await anonymise(customer.id, caller.account!.id);
    await service.sendChanges(anOrderChange(late, update));
    for (const receiver of [caller, late]) {
      const { previous_state, new_state } = await stateOf(receiver);
      expect(previous_state).toEqual({
        id: 'o1',
        customer: { ...customer, email: null, first_name: null, anonymised: true },
        total: '1.00 EUR',
      });
      expect(new_state).toEqual(previous_state);
    }
  });

  test('loses the personal data in the events of the customer itself', async () => {
    const caller = await service.subscriber({ customer: ['update'] });
    const customer = { ...personal, id: newId() };
    const ids = { customer_id: customer.id, customer_list_id: newId() };
    const state = JSON.stringify(customer);
    await service.sendChanges(
      anOrderChange(caller, {
        resource_type: 'customer',
        event_type: 'update',
        ids,
        customer_id: customer.id,
        previous_state: state,
        new_state: state,
      }),
    );
    await anonymise(customer.id, caller.account!.id);
    expect((await stateOf(caller)).new_state).toEqual({ ...customer, email: null, first_name: null, anonymised: true });
  });
});
