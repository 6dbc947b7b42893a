import { expect, test } from '@jest/globals';
import { similarPaths } from './similar-paths.ts';

test.each([
  ['/v1/orders', ['/v1/location/orders', '/v1/account/orders']],
  ['/v1/orders/o1', ['/v1/location/orders/o1', '/v1/account/orders/o1']],
  ['/orders', ['/v1/location/orders', '/v1/account/orders']],
  ['/location/orders', ['/v1/location/orders']],
  ['/callback', ['/v1/callback']],
  ['/v1/events', ['/v1/callback/events']],
  ['/v1/events/e1', ['/v1/callback/events/e1']],
  ['/v1/pizzas', []],
  ['/v1', []],
  ['/', []],
  ['/v2/location/orders', []],
])('%s is similar to %j', (path, similar) => {
  expect(similarPaths(path)).toEqual(similar);
});
