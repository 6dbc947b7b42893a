import { describe, expect, test } from '@jest/globals';
import { parseScope } from '@order-hub/shared/scopes';
import { assertPlaceFits, connectionStatus, type Grant } from './connection.ts';

const at = new Date('2026-03-01T12:00:00Z');

test.each([
  [{ disconnected_at: at, blocked_at: at, suspended: true }, 'disconnected'],
  [{ disconnected_at: null, blocked_at: at, suspended: true }, 'blocked'],
  [{ disconnected_at: null, blocked_at: null, suspended: true }, 'suspended'],
  [{ disconnected_at: null, blocked_at: null, suspended: false }, 'active'],
])('disconnected goes before blocked before suspended before active: %j', (standing, status) => {
  expect(connectionStatus(standing)).toBe(status);
});

const nowhere = { location_id: null, account_id: null, catalog_id: null, customer_list_id: null };
const aGrant = (scope: string, place: Partial<Grant>): Grant => ({
  ...nowhere,
  client_id: 'client',
  user_id: null,
  name: null,
  ...place,
  scope: parseScope(scope),
});

describe('a place fits a scope', () => {
  test.each([
    ['location[orders.read]', { location_id: 'l' }],
    ['location[catalog.read]', { location_id: 'l', catalog_id: 'c', customer_list_id: 'd' }],
    ['account[orders.read],profile', { account_id: 'a' }],
    ['profile_with_email', {}],
  ])('%s with %j', (scope, place) => {
    expect(() => assertPlaceFits(aGrant(scope, place))).not.toThrow();
  });
});

describe('a place that does not fit is refused by the name of its field', () => {
  test.each([
    ['location[orders.read]', {}, 'location_id'],
    ['location[orders.read]', { account_id: 'a' }, 'location_id'],
    ['location[orders.read]', { location_id: 'l', account_id: 'a' }, 'account_id'],
    ['account[orders.read]', {}, 'account_id'],
    ['account[orders.read]', { location_id: 'l' }, 'account_id'],
    ['account[orders.read]', { location_id: 'l', account_id: 'a' }, 'location_id'],
    ['profile', { location_id: 'l' }, 'location_id'],
    ['profile', { account_id: 'a' }, 'account_id'],
    ['profile', { catalog_id: 'c' }, 'catalog_id'],
    ['profile', { customer_list_id: 'c' }, 'customer_list_id'],
  ])('%s with %j', (scope, place, field) => {
    expect(() => assertPlaceFits(aGrant(scope, place))).toThrow(
      expect.objectContaining({ errors: [expect.objectContaining({ field })] }),
    );
  });
});
