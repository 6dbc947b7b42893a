import { expect, test } from '@jest/globals';
import { changeSchema } from '../contracts/change.ts';
import { resourceChanged, type ChangeCause, type ResourcePlace } from '../messages/resource-changed.ts';

const place: ResourcePlace = { account_id: 'account', location_id: 'location', timezone: 'Europe/Paris' };
const cause: ChangeCause = {
  client_id: 'client',
  now: new Date('2026-03-01T12:00:00.123Z'),
  request_id: 'request',
  traceparent: null,
};
const ids = { order_id: 'order', location_id: 'location', account_id: 'account' };

test('a change has all 14 fields', () => {
  const { topic, key, body } = resourceChanged('order', 'update', {
    ids,
    place,
    cause,
    before: { document: '{"status":"new"}', private_refs: null },
    after: { document: '{"status":"accepted"}', private_refs: { client: { self: 'ref' } } },
    customer_id: 'customer',
  });
  expect([topic, key]).toEqual(['change', 'location']);
  const change: unknown = JSON.parse(body);
  expect(change).toEqual({
    resource_type: 'order',
    event_type: 'update',
    created_at: '2026-03-01T12:00:00.123Z',
    client_id: 'client',
    account_id: 'account',
    location_id: 'location',
    timezone: 'Europe/Paris',
    ids,
    customer_id: 'customer',
    previous_state: '{"status":"new"}',
    new_state: '{"status":"accepted"}',
    previous_private_refs: null,
    private_refs: { client: { self: 'ref' } },
    state_change: null,
  });
  expect(changeSchema.parse(change)).toEqual(change);
});

test('absent fields are null; without a location the account is the key', () => {
  const { key, body } = resourceChanged('inventory', 'patch', {
    ids: {},
    place: { ...place, location_id: null },
    cause: { ...cause, client_id: null },
    state_change: '[]',
  });
  expect(key).toBe('account');
  const change = JSON.parse(body) as Record<string, unknown>;
  expect(Object.keys(change)).toHaveLength(14);
  expect(Object.keys(change).filter((field) => change[field] === null)).toEqual([
    'client_id',
    'location_id',
    'customer_id',
    'previous_state',
    'new_state',
    'previous_private_refs',
    'private_refs',
  ]);
});
