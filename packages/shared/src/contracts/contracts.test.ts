import { describe, expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { otherPartitionings, partitioningOf, partitionOf, queueNames } from '../messages/bus/rabbitmq/topology.ts';
import { anonymisedBody, anonymisedChange, customerOfBody } from './anonymised-change.ts';
import { type Change, changeKey, isSubscribable } from './change.ts';
import { apiPaths } from './api-paths.ts';
import { isLate, lateFrom } from './late-orders.ts';
import { similarPaths } from './similar-paths.ts';
import { type Body, isTopic, termsOf, type Topic, topics } from './topics.ts';

describe('the topics', () => {
  const change: Change = {
    resource_type: 'order',
    event_type: 'update',
    created_at: '2026-03-01T12:00:00.123Z',
    client_id: null,
    user_id: null,
    account_id: 'account',
    location_id: 'location',
    timezone: 'Europe/Paris',
    ids: { order_id: 'order', location_id: 'location', account_id: 'account' },
    customer_id: null,
    previous_state: '{"status":"new"}',
    new_state: '{"status":"accepted"}',
    previous_private_refs: null,
    private_refs: { client: { self: 'ref' } },
    state_change: null,
  };

  const connection: Body<'connection'> = {
    id: 'connection',
    version: 2,
    status: 'active',
    token_digest: 'digest',
    client_id: 'client',
    client_name: 'Client',
    name: null,
    account_id: 'account',
    location_id: null,
    catalog_id: null,
    customer_list_id: null,
    scope: 'account[order.read]',
    client_secret: 'jwe',
  };

  const customerOrder: Body<'customer.order'> = {
    account_id: 'account',
    customer_list_id: 'list',
    customer_id: 'customer',
    order_id: 'order',
    location_id: 'location',
    client_id: 'client',
    created_at: '2026-03-01T12:00:00+01:00',
    total: '12.50 EUR',
    total_version: 1,
    loyalty_operations: [{ ref: null, name: 'Points', delta: '-2.5', reason: null }],
  };

  const customerKey = { account_id: 'account', customer_list_id: 'list', customer_id: 'customer' };

  const customerAnonymised: Body<'customer.anonymised'> = {
    ...customerKey,
    client_id: 'client',
    list_deleted: true,
  };

  const audited: Body<'audit'> = {
    at: '2026-03-01T12:00:00.123Z',
    actor_id: 'user',
    actor_name: 'ada@example.com',
    address: null,
    action: 'catalog.update',
    account_id: 'account',
    subject_id: 'catalog',
    details: { name: 'Menu', count: 1 },
  };

  test.each([
    ['change', change],
    ['connection', connection],
    ['customer.order', customerOrder],
    ['location', { id: 'location', account_id: 'account' }],
    ['location', { id: 'location', account_id: 'account', timezone: 'Europe/Paris' }],
    ['customer.anonymised', customerAnonymised],
    ['audit', audited],
  ] as const)('a %s reads back as it was sent', (topic, body) => {
    expect(topics[topic].body.parse(JSON.parse(JSON.stringify(body)))).toEqual(body);
  });

  test('a customer.anonymised of the previous release names no client', () => {
    expect(topics['customer.anonymised'].body.parse(customerKey)).toEqual({
      ...customerKey,
      client_id: null,
      list_deleted: false,
    });
  });

  test('the id fields of a change keep their order', () => {
    const read = topics.change.body.parse(change);
    expect(Object.keys(read.ids)).toEqual(['order_id', 'location_id', 'account_id']);
  });

  test.each([
    [{ ...change, resource_type: 'order', event_type: 'patch' }],
    [{ ...change, created_at: '2026-03-01T12:00:00+01:00' }],
    [{ ...change, client_id: undefined }],
    [{ ...change, ids: { order_id: 1 } }],
  ])('an impossible change does not parse (%#)', (body) => {
    expect(topics.change.body.safeParse(body).success).toBe(false);
  });

  test('only existing pairs can be subscribed to', () => {
    expect(isSubscribable('inventory', 'patch')).toBe(true);
    expect(isSubscribable('location', 'create')).toBe(false);
  });

  test('every topic has a producer and a receiver', () => {
    for (const topic of Object.keys(topics) as Topic[]) {
      const { producers, consumers, listeners } = termsOf(topic);
      expect(producers.length).toBeGreaterThan(0);
      expect(consumers.length + listeners.length).toBeGreaterThan(0);
    }
    expect(isTopic('constructor')).toBe(false);
  });

  test('changes of a location share a key; other changes have the account’s', () => {
    expect(changeKey(change)).toBe('location');
    expect(changeKey({ ...change, location_id: null })).toBe('account');
  });

  test('keys spread over all partitions, always in the same way', () => {
    const eight = partitioningOf('change', undefined);
    const partitions = Array.from({ length: 400 }, (_, n) => partitionOf(eight, `location-${n}`));
    expect(new Set(partitions).size).toBe(8);
    expect(partitionOf(eight, 'location-1')).toBe(partitions[1]);
    expect(queueNames('events', eight)[7]).toBe('events.change.7');
  });

  test('a topic with several partitions can have more, in queues of their own', () => {
    const sixteen = partitioningOf('change', 16);
    expect(queueNames('events', sixteen)).toHaveLength(16);
    expect(queueNames('events', sixteen)[7]).toBe('events.change.16.7');
    expect(otherPartitionings(sixteen).map(({ partitions }) => partitions)).toEqual([8, 32, 64]);
    const one = partitioningOf('connection', 16);
    expect(queueNames('events', one)).toEqual(['events.connection']);
    expect(otherPartitionings(one)).toEqual([]);
  });
});

describe('anonymised changes', () => {
  const ada = { id: 'c1', anonymised: false, email: 'ada@example.com', city: 'Paris' };

  const anonymous = { id: 'c1', anonymised: true, email: null, city: 'Paris' };

  const text = (value: object) => JSON.stringify(value);

  test.each([
    ['customer', ada, anonymous],
    ['order', { id: 'o1', customer: ada, total: '1.00 EUR' }, { id: 'o1', customer: anonymous, total: '1.00 EUR' }],
    ['order', { id: 'o1', customer: null }, { id: 'o1', customer: null }],
    ['delivery', { id: 'd1', carrier: 'bike' }, { id: 'd1', carrier: 'bike' }],
  ] as const)('both states of a change of a %s lose the personal data', (resource_type, state, anonymised) => {
    const change = { resource_type, previous_state: text(state), new_state: text(state) };
    const expected = { resource_type, previous_state: text(anonymised), new_state: text(anonymised) };
    expect(anonymisedChange(change)).toEqual(expected);
    expect(anonymisedChange({ ...change, previous_state: null })).toEqual({ ...expected, previous_state: null });
  });

  test('the state of any other resource, even of a later release, becomes null', () => {
    const change = { resource_type: 'loyalty_card' as 'order', previous_state: null, new_state: text({ holder: ada }) };
    expect(anonymisedChange(change)).toEqual({ ...change, new_state: null });
  });

  test('a body keeps all its other fields, even those of a later release', () => {
    const body = text({
      resource_type: 'customer',
      customer_id: 'c1',
      later: 1,
      previous_state: null,
      new_state: text(ada),
    });
    expect(JSON.parse(anonymisedBody(body))).toEqual({ ...JSON.parse(body), new_state: text(anonymous) });
  });

  test.each([
    ['{"customer_id":"c1"}', 'c1'],
    ['{"customer_id":null}', null],
    ['{}', null],
    ['null', null],
    ['7', null],
  ])('the body %s holds the data of the customer %s', (body, customer_id) => {
    expect(customerOfBody(body)).toBe(customer_id);
  });
});

describe('late orders', () => {
  const now = new Date('2026-07-01T18:00:00Z');

  const past = '2026-07-01T19:59:00+02:00';

  const future = '2026-07-01T20:01:00+02:00';

  const order = (rest: object) => ({
    ...{ status: 'accepted', expected_time: null, expected_time_pickup: null, confirmed_time: null },
    ...rest,
  });

  test.each([
    ['its confirmed time has passed', { confirmed_time: past }, past],
    ['its confirmed time has passed, though it is wanted later', { confirmed_time: past, expected_time: future }, past],
    ['the time at which it is wanted has passed', { expected_time: past }, past],
    ['its driver was to come before', { expected_time_pickup: past, expected_time: future }, past],
    ['nobody has answered it', { status: 'new', expected_time: past }, past],
    ['its time is now', { confirmed_time: '2026-07-01T20:00:00+02:00' }, '2026-07-01T20:00:00+02:00'],
  ])('an order is late when %s', (_, rest, from) => {
    expect([isLate(order(rest), now), lateFrom(order(rest), now)]).toEqual([true, from]);
  });

  test.each([
    ['its time is still to come', { confirmed_time: future, expected_time: past }, future],
    ['it has no time', {}, null],
    ['it was due more than a day ago', { confirmed_time: '2026-06-30T17:59:00Z' }, null],
    ...['awaiting_shipment', 'awaiting_collection', 'in_delivery', 'completed', 'rejected', 'cancelled'].map(
      (status): [string, object, null] => [`it is ${status}`, { status, confirmed_time: past }, null],
    ),
  ])('an order is not late when %s', (_, rest, from) => {
    expect([isLate(order(rest), now), lateFrom(order(rest), now)]).toEqual([false, from]);
  });
});

describe('similar paths', () => {
  test('the paths of the API are those of its document', () => {
    const file = new URL('../../../../docs/openapi.json', import.meta.url);
    const { paths } = JSON.parse(readFileSync(file, 'utf8')) as { paths: Record<string, object> };
    const documented = Object.keys(paths).filter((path) => !path.startsWith('/oauth2'));
    expect(documented.map((path) => path.replaceAll(/\{(\w+)\}/g, ':$1')).toSorted()).toEqual(apiPaths);
  });

  test.each([
    ['/v1/orders', ['/v1/location/orders', '/v1/account/orders']],
    ['/v1/orders/o1', ['/v1/location/orders/o1']],
    ['/orders', ['/v1/location/orders', '/v1/account/orders']],
    ['/location/orders', ['/v1/location/orders']],
    ['/v1/catalogs', ['/v1/location/catalogs', '/v1/account/catalogs']],
    ['/v1/customer_lists', ['/v1/location/customer_lists', '/v1/account/customer_lists']],
    ['/v1/location/customers', ['/v1/customer_lists/<customer_list_id>/customers']],
    ['/v1/locations/l1/customers', ['/v1/customer_lists/<customer_list_id>/customers']],
    ['/v1/location/inventory', ['/v1/catalogs/<catalog_id>/location/inventory']],
    ['/v1/catalogs/c1/inventory', ['/v1/catalogs/c1/location/inventory']],
    ['/v1/location/catalogs/c1/products', ['/v1/catalogs/c1/products']],
    ['/v1/customer_lists/l1/operations', ['/v1/customer_lists/l1/loyalty_cards/<loyalty_card_id>/operations']],
    ['/v1/events/e1', ['/v1/callback/events/e1']],
    ['/v1/v1/location/orders', ['/v1/location/orders']],
    ['/api/v1/location/orders/o1', ['/v1/location/orders/o1']],
    ['/v2/location/orders', ['/v1/location/orders']],
    ['/webhooks', ['/v1/callback']],
    ['/v1/menus', ['/v1/location/catalogs', '/v1/account/catalogs']],
    ['/v1/location/order/o1', ['/v1/location/orders/o1']],
    ['/v1/LOCATION/Orders', ['/v1/location/orders']],
    ['/v1/customerLists/l1/customers/c1', ['/v1/customer_lists/l1/customers/c1']],
    ['/v1/customer-lists/l1/customers/c1/anonymize', ['/v1/customer_lists/l1/customers/c1/anonymise']],
    ['/v1/pizzas', []],
    ['/v1/location/orders', []],
    ['/v1', []],
    ['/', []],
    [`/v1${'/orders'.repeat(4_000)}`, []],
  ])('%s is similar to %j', (path, similar) => expect(similarPaths(path)).toEqual(similar));

  /** Whoever leaves out the start, repeats it, or puts another before it, is led to the path. */
  test.each(apiPaths)('%s is found from each other beginning', (path) => {
    const asked = path.replaceAll(/:\w+/g, '0abcdefghijklmnopqrs');
    for (const start of ['', '/api', '/v2', '/api/v1', '/v1/v1'])
      expect(similarPaths(start + asked)).toContain(`/v1${asked}`);
  });
});
