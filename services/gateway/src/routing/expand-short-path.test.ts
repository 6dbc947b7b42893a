import { describe, expect, test } from '@jest/globals';
import { longPath } from './expand-short-path.ts';

const location = { account: { id: 'acc', currency: 'EUR' }, location_id: 'loc' };
const account = { account: { id: 'acc', currency: 'EUR' }, location_id: null };
const profile = { account: null, location_id: null };

describe('a location connection', () => {
  test.each([
    ['/location', '/locations/loc'],
    ['/location/', '/locations/loc/'],
    ['/location/orders', '/locations/loc/orders'],
    ['/location/orders/o1/delivery', '/locations/loc/orders/o1/delivery'],
    ['/location/location', '/locations/loc/location'],
    ['/location/catalogs', '/locations/loc/catalogs'],
    ['/catalogs/c1/location/inventory', '/catalogs/c1/locations/loc/inventory'],
    ['/catalogs/c1/location/inventory/', '/catalogs/c1/locations/loc/inventory/'],
    ['/catalogs/c1/location', '/catalogs/c1/location'],
    ['/catalogs/location/products', '/catalogs/location/products'],
    ['/locations/loc/orders', '/locations/loc/orders'],
    ['/locations', '/locations'],
    ['/locations/', '/locations/'],
    ['/callback/events', '/callback/events'],
    ['/user', '/user'],
  ])('%s is %s', (path, expected) => expect(longPath(path, location)).toBe(expected));

  test('cannot use the short form of an account', () => {
    expect(() => longPath('/account/orders', location)).toThrow(/bound to an account/);
  });

  test('keeps an id with a dollar sign as it is', () => {
    expect(longPath('/location/orders', { ...location, location_id: '$&' })).toBe('/locations/$&/orders');
  });
});

describe('an account connection', () => {
  test.each([
    ['/account', '/accounts/acc'],
    ['/account/orders', '/accounts/acc/orders'],
    ['/accounts', '/accounts'],
    ['/accounts/acc/orders', '/accounts/acc/orders'],
    ['/locations/loc/orders', '/locations/loc/orders'],
    ['/catalogs/c1/locations/loc/inventory', '/catalogs/c1/locations/loc/inventory'],
  ])('%s is %s', (path, expected) => expect(longPath(path, account)).toBe(expected));

  test.each(['/location', '/location/orders', '/catalogs/c1/location/inventory'])('cannot use %s', (path) => {
    expect(() => longPath(path, account)).toThrow(/bound to a location/);
  });
});

test.each(['/location', '/account/orders'])('a connection of general permissions cannot use %s', (path) => {
  expect(() => longPath(path, profile)).toThrow(/The short form needs a connection/);
});
