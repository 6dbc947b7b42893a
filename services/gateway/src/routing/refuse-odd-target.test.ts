import { expect, test } from '@jest/globals';
import { isOddTarget } from './refuse-odd-target.ts';

test.each([
  '/v1/locations/../operator',
  '/v1/..',
  '/v1/%2e%2e/operator',
  '/v1/.%2E/operator',
  '/v1/a%2fb',
  '/v1/a%5Cb',
  '/v1/a\\b',
  '//v1/location',
  '/v1//location',
  '/v1/./location',
  '/v1/.',
  '/v1/a%00b',
  '/v1/a%0d%0ab',
  '/v1/a%7fb',
  '/v1/a\u0001b',
  '/v1/a b',
  '/v1/a#b',
  '/v1/caf\u00e9',
  '/v1/a%zz',
  '/v1/a%4',
  'http://elsewhere/v1/location',
  '*',
  'v1/location',
  '',
])('%j is odd', (path) => expect(isOddTarget(path, '')).toBe(true));

test.each(['/v1/location', '/', '/v1/catalogs/a.b', '/v1/x%20y', '/v1/caf%C3%A9', '/v1/a_b-c~d:e@f'])(
  '%s is not',
  (path) => expect(isOddTarget(path, '')).toBe(false),
);

test('a query may hold what a path may not, but no null character', () => {
  expect(isOddTarget('/oauth2/v1/authorize', '?redirect_uri=https://a//b/../c&d=%2f%5c')).toBe(false);
  expect(isOddTarget('/v1/location/orders', '?status=%00')).toBe(true);
});
