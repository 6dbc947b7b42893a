import { describe, expect, test } from '@jest/globals';
import { parseScope } from '@order-hub/shared/scopes';
import { visibilityOf } from '../visibility/visibility.ts';
import { newId } from '@order-hub/shared/ids';
import { isEventIdOf, newEventId, type StoredEvent } from './event.ts';
import { eventText, summaryText } from './event.view.ts';
import { type ChangeFacts, receives, type Subscriber } from './receivers.ts';

describe('the receivers of an event', () => {
  const everything = ['order', 'delivery', 'location', 'catalog', 'customer', 'inventory'].flatMap((resource) =>
    ['create', 'update', 'delete', 'patch'].map((type) => `${resource}.${type}`),
  );

  type Overrides = Partial<Subscriber & { catalog_id: string; customer_list_id: string }>;

  function subscriber(scope: string, overrides: Overrides = {}): Subscriber {
    const { catalog_id = null, customer_list_id = null, ...others } = overrides;
    return {
      client_id: 'mine',
      account_id: 'A1',
      location_id: scope.startsWith('account') ? null : 'L1',
      visibility: visibilityOf({ scope: parseScope(scope), catalog_id, customer_list_id }),
      subscribed: everything,
      ...others,
    };
  }

  function change(resource_type: ChangeFacts['resource_type'], overrides: Partial<ChangeFacts> = {}): ChangeFacts {
    const ids = { catalog_id: 'C1', customer_list_id: 'K1' };
    return {
      resource_type,
      event_type: 'update',
      client_id: 'other',
      account_id: 'A1',
      location_id: 'L1',
      ids,
      ...overrides,
    };
  }

  const order = change('order');

  const location = change('location');

  const catalog = change('catalog');

  const customer = change('customer');

  const inventory = change('inventory');

  const elsewhere = { location_id: 'L2' };

  const ofAccount = { location_id: null };

  const foreign = { account_id: 'A2' };

  const table: [what: string, subscriber: Subscriber, change: ChangeFacts, expected: boolean][] = [
    ['an order of its location', subscriber('location[orders.read]'), order, true],
    ['an order with write, which includes read', subscriber('location[orders.write]'), order, true],
    ['a delivery of its location', subscriber('location[orders.read]'), change('delivery'), true],
    [
      'an order that its own client changed',
      subscriber('location[orders.read]'),
      change('order', { client_id: 'mine' }),
      false,
    ],
    [
      'an order that the hub itself changed',
      subscriber('location[orders.read]'),
      change('order', { client_id: null }),
      true,
    ],
    ['an order of another location', subscriber('location[orders.read]'), change('order', elsewhere), false],
    ['an order of another account', subscriber('location[orders.read]'), change('order', foreign), false],
    ['an order without the right', subscriber('location[catalog.read]'), order, false],
    ['a delivery without the right', subscriber('location[catalog.read]'), change('delivery'), false],
    [
      'an order it is not subscribed to',
      subscriber('location[orders.read]', { subscribed: ['order.create'] }),
      order,
      false,
    ],
    ['an order of any location of its account', subscriber('account[orders.read]'), change('order', elsewhere), true],
    ['an order of another account, account level', subscriber('account[orders.read]'), change('order', foreign), false],
    [
      'a connection without an account',
      subscriber('profile', { account_id: null, location_id: null }),
      location,
      false,
    ],
    ['its location, whatever its rights', subscriber('location[catalog.read]'), location, true],
    ['another location', subscriber('location[catalog.read]'), change('location', elsewhere), false],
    ['a location of its account', subscriber('account[catalog.read]'), change('location', elsewhere), true],
    ['its bound catalog', subscriber('location[catalog.read]', { catalog_id: 'C1' }), catalog, true],
    [
      'its bound catalog of the account',
      subscriber('location[catalog.read]', { catalog_id: 'C1' }),
      change('catalog', ofAccount),
      true,
    ],
    ['another catalog than the bound one', subscriber('location[catalog.read]', { catalog_id: 'C2' }), catalog, false],
    ['a bound catalog without the right', subscriber('location[orders.read]', { catalog_id: 'C1' }), catalog, false],
    ['any catalog of its location', subscriber('location[all_catalogs.read]'), catalog, true],
    ['any catalog of its account', subscriber('location[all_catalogs.read]'), change('catalog', ofAccount), true],
    ['a catalog of another location', subscriber('location[all_catalogs.read]'), change('catalog', elsewhere), false],
    [
      'a catalog of any location, account level',
      subscriber('account[all_catalogs.write]'),
      change('catalog', elsewhere),
      true,
    ],
    [
      'a bound catalog of any location, account level',
      subscriber('account[catalog.read]', { catalog_id: 'C1' }),
      change('catalog', elsewhere),
      true,
    ],
    ['a catalog of another account', subscriber('account[all_catalogs.read]'), change('catalog', foreign), false],
    [
      'a customer of its bound list',
      subscriber('location[customer_list.read]', { customer_list_id: 'K1' }),
      customer,
      true,
    ],
    [
      'a customer of another list',
      subscriber('location[customer_list.read]', { customer_list_id: 'K2' }),
      customer,
      false,
    ],
    [
      'a customer of any list of its account',
      subscriber('location[all_customer_lists.read]'),
      change('customer', ofAccount),
      true,
    ],
    [
      'a customer of another location',
      subscriber('location[all_customer_lists.read]'),
      change('customer', elsewhere),
      false,
    ],
    ['a customer with catalog rights only', subscriber('location[all_catalogs.read]'), customer, false],
    ['an inventory of its location', subscriber('location[inventory.read]'), inventory, true],
    ['an inventory by the implied right', subscriber('location[catalog.read]', { catalog_id: 'C1' }), inventory, true],
    [
      'an inventory without implied right, account level',
      subscriber('account[catalog.read]', { catalog_id: 'C1' }),
      inventory,
      false,
    ],
    ['an inventory of another location', subscriber('location[inventory.read]'), change('inventory', elsewhere), false],
    [
      'an inventory of any location, account level',
      subscriber('account[inventory.read]'),
      change('inventory', elsewhere),
      true,
    ],
  ];

  describe('who receives an event', () => {
    test.each(table)('%s', (_what, receiver, cause, expected) => {
      expect(receives(receiver, cause)).toBe(expected);
    });
  });
});

describe('the view of an event', () => {
  const stored: StoredEvent = {
    id: 'e1',
    resource_type: 'order',
    event_type: 'update',
    created_at: new Date('2026-07-01T10:00:00.123Z'),
    timezone: 'Europe/Paris',
    ids: '{"order_id":"o1","location_id":"l1"}',
    previous_state: '{"n":1.0}',
    new_state: '{"n":2.0,  "private_ref":null}',
    state_change: '[{"stock":"1"}]',
    previous_refs: null,
    refs: null,
  };

  const head = (type: string, event: string) =>
    `{"id":"e1","resource_type":"${type}","event_type":"${event}","created_at":"2026-07-01T12:00:00+02:00","order_id":"o1","location_id":"l1"`;

  describe('the text of an event', () => {
    test('an update shows both states, as they are stored', () => {
      const states = ',"previous_state":{"n":1.0},"new_state":{"n":2.0,  "private_ref":null}}';
      expect(eventText(stored)).toBe(head('order', 'update') + states);
    });

    test('a creation shows the new state, a deletion the previous one', () => {
      expect(eventText({ ...stored, event_type: 'create' })).toBe(
        `${head('order', 'create')},"new_state":{"n":2.0,  "private_ref":null}}`,
      );
      expect(eventText({ ...stored, event_type: 'delete' })).toBe(
        `${head('order', 'delete')},"previous_state":{"n":1.0}}`,
      );
    });

    test('a catalog shows no state', () => {
      expect(eventText({ ...stored, resource_type: 'catalog' })).toBe(`${head('catalog', 'update')}}`);
    });

    test('an inventory patch shows what changed instead of states', () => {
      const patch = { ...stored, resource_type: 'inventory', event_type: 'patch' } as const;
      expect(eventText(patch)).toBe(`${head('inventory', 'patch')},"state_change":[{"stock":"1"}]}`);
    });

    test('each state shows the refs that the receiving client has set', () => {
      const shown = JSON.parse(eventText({ ...stored, refs: { self: 'mine' } }));
      expect(shown.new_state.private_ref).toBe('mine');
    });

    test('a summary has no states', () => {
      expect(summaryText(stored)).toBe(`${head('order', 'update')}}`);
    });
  });
});

describe('the id of an event', () => {
  const at = new Date('2026-03-01T12:00:00Z');

  test('is told from every id with another character, of another connection, or of anything else', () => {
    const ids = Array.from({ length: 1_000 }, () => newEventId('mine', at));
    expect(ids).toEqual([...new Set(ids)].sort());
    for (const id of ids) expect([id, isEventIdOf('mine', id), isEventIdOf('other', id)]).toEqual([id, true, false]);
    const [id = ''] = ids;
    expect(id.slice(0, 9)).toBe(newId(at).slice(0, 9));
    const typed = Array.from(
      id,
      (char, place) => `${id.slice(0, place)}${char === '7' ? '8' : '7'}${id.slice(place + 1)}`,
    );
    const others = [...typed, newId(at), `${id}0`, id.slice(1), '', 'z'.repeat(20), id.toUpperCase()];
    expect(others.filter((other) => isEventIdOf('mine', other))).toEqual([]);
  });
});
