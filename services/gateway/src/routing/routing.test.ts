import { describe, expect, test } from '@jest/globals';
import { upstreamOf } from '@order-hub/shared/api-upstreams';
import { readFileSync } from 'node:fs';
import { kindOf } from '../proxy/connection-pools.ts';
import { longPath } from './expand-short-path.ts';
import { isEncoded, isOddTarget, withoutLastSlash } from './path-spelling.ts';
import { isHighLoad, isLong, routeOf } from './route-table.ts';

describe('the route of a path', () => {
  test.each([
    ['/locations', 'auth'],
    ['/locations/x', 'auth'],
    ['/location', 'auth'],
    ['/account', 'auth'],
    ['/accounts', 'auth'],
    ['/accounts/x', 'auth'],
    ['/user', 'auth'],
    ['/locations/x/orders', 'orders'],
    ['/locations/x/orders/y/delivery', 'orders'],
    ['/location/orders/y', 'orders'],
    ['/account/orders', 'orders'],
    ['/accounts/x/orders', 'orders'],
    ['/catalogs/x', 'catalog'],
    ['/catalogs/x/location/inventory', 'catalog'],
    ['/locations/x/catalogs', 'catalog'],
    ['/account/catalogs', 'catalog'],
    ['/customer_lists/x/customers', 'customers'],
    ['/location/customer_lists', 'customers'],
    ['/callback', 'events'],
    ['/callback/events/x', 'events'],
    ['/', undefined],
    ['', undefined],
    ['/internal/connections/x', undefined],
    ['/operator/users', undefined],
    ['/constructor', undefined],
    ['/__proto__', undefined],
    ['/location/constructor', undefined],
    ['/locations/x/internal', undefined],
    ['/LOCATIONS/x', undefined],
  ])('%s belongs to %s', (path, upstream) => expect(upstreamOf(path)).toBe(upstream));

  test.each([
    ['GET', '/locations/x/orders', '', true],
    ['GET', '/location/orders', '?status=new', true],
    ['HEAD', '/location/orders', '', true],
    ['GET', '/account/orders', '', true],
    ['GET', '/accounts/x/orders', '', true],
    ['GET', '/customer_lists/x/customers', '', true],
    ['GET', '/catalogs/x', '', true],
    ['GET', '/catalogs/x', '?hide_data=false', true],
    ['GET', '/catalogs/x', '?x=1?&hide_data=true', true],
    ['GET', '/catalogs/x', '?hide_data=true', false],
    ['GET', '/catalogs/x', '?a=b&hide_data=true', false],
    ['GET', '/catalogs/x/products', '', false],
    ['GET', '/location/orders/x', '', false],
    ['GET', '/location/catalogs', '', false],
    ['GET', '/customer_lists/x/customers/y', '', false],
    ['POST', '/location/orders', '', false],
    ['PUT', '/catalogs/x', '', false],
  ])('%s %s%s as a high load query: %s', (method, path, query, expected) =>
    expect(isHighLoad(method, path, query)).toBe(expected),
  );

  test.each([
    ['GET', '/location/orders', true],
    ['GET', '/catalogs/x', true],
    ['GET', '/catalogs/x/products', true],
    ['HEAD', '/catalogs/x/products', true],
    ['GET', '/catalogs/x/Products', false],
    ['GET', '/catalogs/x/products/y/skus', true],
    ['GET', '/catalogs/x/option_lists/y/options', true],
    ['GET', '/catalogs/x/locations/y/inventory', true],
    ['GET', '/catalogs/x/location/inventory', true],
    ['GET', '/callback/events', true],
    ['GET', '/callback/deliveries', true],
    ['GET', '/catalogs/x/products/y', false],
    ['GET', '/callback', false],
    ['PATCH', '/catalogs/x/location/inventory', false],
  ])('%s %s as a long response: %s', (method, path, expected) => expect(isLong(method, path, '')).toBe(expected));

  test.each([
    ['GET', '/back-office/locations/x/orders/stream', false, true],
    ['POST', '/back-office/locations/x/orders/stream', false, false],
    ['GET', '/back-office/locations/x/orders/STREAM', false, false],
    ['GET', '/back-office/locations/x/y/orders/stream', false, false],
    ['GET', '/back-office/locations/x/orders', false, false],
    ['GET', '/oauth2/v1/authorize', false, false],
    ['GET', '/locations/x/orders', true, false],
  ])('%s %s as a live page (API: %s): %s', (method, path, isApi, expected) => {
    expect(routeOf({ method, path, query: '', isApi })?.isLive).toBe(expected);
  });

  test.each([
    ['/', 'back-office'],
    ['/back-office', 'back-office'],
    ['/back-office/accounts/x', 'back-office'],
    ['/back-office/profile', 'back-office'],
    ['/back-office/profile/password', 'auth'],
    ['/back-office/profile/sessions', 'auth'],
    ['/back-office/profile/history', 'auth'],
    ['/back-office/log-in', 'auth'],
    ['/back-office/log-in/x', 'back-office'],
    ['/back-office/log-out', 'auth'],
    ['/back-office/sign-up', 'auth'],
    ['/back-office/confirm', 'auth'],
    ['/back-office/new-password', 'auth'],
    ['/back-office/forgot-password', 'auth'],
    ['/back-office/verify-email', 'auth'],
    ['/back-office/profile/email', 'auth'],
    ['/back-office/profile/emails', 'back-office'],
    ['/back-office/join', 'auth'],
    ['/back-office/join/sign-up', 'auth'],
    ['/back-office/joins', 'back-office'],
    ['/back-office/assets/style-1', 'auth'],
    ['/favicon.ico', 'auth'],
    ['/oauth2/v1/authorize/consent', 'auth'],
    ['/.well-known/oauth-authorization-server/oauth2/v1', 'auth'],
    ['/docs', 'back-office'],
    ['/docs.md', 'back-office'],
    ['/docs/reference/orders', 'back-office'],
    ['/llms.txt', 'back-office'],
    ['/docsets', undefined],
    ['/docs.txt', undefined],
    ['/back-officers', undefined],
    ['/elsewhere', undefined],
  ])('the page %s is that of %s', (path, upstream) => {
    expect(routeOf({ method: 'GET', path, query: '', isApi: false })?.upstream).toBe(upstream);
  });

  const [mib, kib] = [1_048_576, 1_024];

  test.each([
    ['/back-office/profile', 64 * kib],
    ['/back-office/locations/x/menus/y/products/z', 64 * kib],
    ['/back-office/locations/x/menus/y/products/z/pictures', 2 * mib],
    ['/back-office/locations/x/menus/y/import', 2 * mib],
    ['/back-office/locations/x/menus/y/import/confirm', 2 * mib],
    ['/back-office/locations/x/menus/y/import/else', 64 * kib],
  ])('a form of %s has at most %s bytes', (path, expected) => {
    expect(routeOf({ method: 'POST', path, query: '', isApi: false })?.bodyBytesMax).toBe(expected);
  });
});

describe('the short form of a path', () => {
  const location = { account: { id: 'acc', currency: 'EUR' }, location_id: 'loc' };
  const account = { account: { id: 'acc', currency: 'EUR' }, location_id: null };
  const profile = { account: null, location_id: null };

  describe('a location connection', () => {
    test.each([
      ['/location', '/locations/loc'],
      ['/location/orders', '/locations/loc/orders'],
      ['/location/orders/o1/delivery', '/locations/loc/orders/o1/delivery'],
      ['/location/location', '/locations/loc/location'],
      ['/location/catalogs', '/locations/loc/catalogs'],
      ['/catalogs/c1/location/inventory', '/catalogs/c1/locations/loc/inventory'],
      ['/catalogs/c1/location', '/catalogs/c1/location'],
      ['/catalogs/location/products', '/catalogs/location/products'],
      ['/locations/loc/orders', '/locations/loc/orders'],
      ['/locations', '/locations'],
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
});

describe('an odd target', () => {
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
});

/** Every path of the API document, and pages of each kind, with ids in the place of parameters. */
const document = JSON.parse(readFileSync(new URL('../../../../docs/openapi.json', import.meta.url), 'utf8')) as {
  paths: Record<string, Record<string, unknown>>;
};
const paths = Object.keys(document.paths).map((path) => path.replaceAll(/\{\w+\}/g, '0abcdefghijklmnopqrs'));
const pages = [
  ...['/', '/docs', '/docs/orders', '/docs.md', '/llms.txt', '/favicon.ico', '/back-office', '/back-office/log-in'],
  ...['/back-office/assets/style-1', '/back-office/profile/password', '/back-office/locations/x/orders/export'],
  ...['/back-office/locations/x/orders/stream', '/back-office/locations/x/menus/y/import', '/oauth2/v1/authorize'],
  ...['/oauth2/v1/token', '/oauth2/v1/revoke', '/.well-known/oauth-authorization-server/oauth2/v1'],
];
const targets = [...new Set([...paths.map((path) => (path.startsWith('/oauth2') ? path : `/v1${path}`)), ...pages])];

/** What the gateway decides about a target: what it forwards, to whom, in which pool, under which limits; or that it forwards nothing. */
function decisionsOn(method: string, target: string) {
  if (isOddTarget(target, '') || isEncoded(target)) return 'refused';
  const settled = withoutLastSlash(target);
  const isApi = settled === '/v1' || settled.startsWith('/v1/');
  const path = isApi ? settled.slice('/v1'.length) : settled;
  const route = routeOf({ method, path, query: '', isApi });
  if (!route) return 'refused';
  const ofLocation = { account: null, location_id: 'loc' };
  const forwarded = isApi && !path.startsWith('/account') ? longPath(path, ofLocation) : path;
  return { settled, forwarded, ...route, pool: kindOf(route, { isApi, bodyBytes: 0 }, 1) };
}

describe('another spelling of a path', () => {
  const hex = (char: string) => char.charCodeAt(0).toString(16);
  const last = (target: string) => target.lastIndexOf('/') + 1;
  const inLast = (target: string, change: (char: string) => string) =>
    target.slice(0, last(target)) + target.slice(last(target)).replace(/[a-z]/, change);

  const refused: Record<string, (target: string) => string> = {
    'a slash too much at the end': (target) => `${target}//`,
    'a doubled slash': (target) => `/${target}`,
    'a doubled slash within': (target) => target.replace(/(?<=.)\/|$/, '//'),
    'an encoded slash': (target) => `${target}%2F`,
    'an encoded slash within': (target) => `/${target.slice(1).replace(/\/|$/, '%2f')}`,
    'a dot': (target) => `/.${target}`,
    'a dot at the end': (target) => `${target}/.`,
    'two dots': (target) => `/x/..${target}`,
    'an encoded dot': (target) => `/%2E${target}`,
    'an encoded letter': (target) => inLast(target, (char) => `%${hex(char)}`),
    'an encoded letter at the start': (target) => target.replace(/[a-z]|$/, (char) => (char ? `%${hex(char)}` : '%41')),
    'an encoded line end': (target) => `${target}%0a`,
    'an encoded blank': (target) => `${target}%20`,
    'an encoded null character': (target) => `${target}%00`,
    'a backslash': (target) => `\\${target}`,
    'a parameter': (target) => `${target}#x`,
  };

  test.each(Object.keys(refused))('%s: reaches no service', (name) => {
    const changed = targets.map((target) => refused[name]!(target)).filter((target) => !targets.includes(target));
    const reached = changed.filter((target) => decisionsOn('GET', target) !== 'refused');
    expect(reached).toEqual([]);
    expect(changed.length).toBeGreaterThan(50);
  });

  test('a slash at the end changes no decision', () => {
    const [first] = targets;
    expect(decisionsOn('GET', first!)).not.toBe('refused');
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE']) {
      for (const target of targets.filter((each) => each !== '/')) {
        expect(decisionsOn(method, `${target}/`)).toEqual(decisionsOn(method, target));
      }
    }
  });

  test('upper case is another path, in no pool and under no limit of the one in lower case', () => {
    const spelled = targets.flatMap((target) => [target.toUpperCase(), inLast(target, (char) => char.toUpperCase())]);
    for (const target of spelled.filter((each) => !targets.includes(each))) {
      const decided = decisionsOn('GET', target);
      if (decided === 'refused') continue;
      expect([target, decided.settled, decided.isLive, decided.isOauth]).toEqual([target, target, false, false]);
      const isOfId = /\/[^/]*0[0-9a-zA-Z]{19}$/.test(target);
      if (!isOfId) expect([target, decided.isLong]).toEqual([target, false]);
    }
  });
});
