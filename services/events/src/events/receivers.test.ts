import { describe, expect, test } from '@jest/globals';
import { parseScope } from '@order-hub/shared/scopes';
import { visibilityOf } from '../visibility/visibility.ts';
import { receives, type ChangeFacts, type Subscriber } from './receivers.ts';

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
  ['a connection without an account', subscriber('profile', { account_id: null, location_id: null }), location, false],
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
