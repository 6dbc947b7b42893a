import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { ApiError } from '../values/errors.ts';
import { can, formatScope, parseScope } from './scopes.ts';
import type { General, Permission, Resource, Right, Scope } from './scopes.ts';

const resources: Resource[] = ['orders', 'customer_list', 'catalog', 'inventory', 'all_customer_lists', 'all_catalogs'];
const allPermissions = resources.flatMap((resource): Permission[] => [`${resource}.read`, `${resource}.write`]);
const generalPermissions: General[] = ['profile', 'profile_with_email'];

const permissions = fc.subarray(allPermissions, { minLength: 1 });
const levelled = fc.record({
  level: fc.constantFrom('location' as const, 'account' as const),
  permissions,
  general: fc.subarray(generalPermissions),
});
const generalOnly = fc.record({
  level: fc.constant(null),
  permissions: fc.constant([] as Permission[]),
  general: fc.subarray(generalPermissions, { minLength: 1 }),
});
const scopes: fc.Arbitrary<Scope> = fc.oneof(levelled, generalOnly);
const fragments = fc.constantFrom(
  ...allPermissions,
  ...generalPermissions,
  ...['location', 'account', 'location[', 'account[', '[', ']', ',', ' ', '.', 'read', 'é', '__proto__', 'constructor'],
);

describe('parseScope', () => {
  test.each<[string, Scope]>([
    ['profile', { level: null, permissions: [], general: ['profile'] }],
    ['location[orders.read]', { level: 'location', permissions: ['orders.read'], general: [] }],
    [
      'account[all_catalogs.write,orders.write],profile_with_email',
      { level: 'account', permissions: ['orders.write', 'all_catalogs.write'], general: ['profile_with_email'] },
    ],
    [
      'profile,location[inventory.read,inventory.read]',
      { level: 'location', permissions: ['inventory.read'], general: ['profile'] },
    ],
  ])('reads %s', (text, scope) => {
    expect(parseScope(text)).toEqual(scope);
  });

  test.each([
    ['', 'at least one permission'],
    [',', 'empty part'],
    ['profile,', 'empty part'],
    [',profile', 'empty part'],
    ['location', 'needs a list'],
    ['location[]', 'empty permission'],
    ['location[orders.read,]', 'empty permission'],
    ['location[orders.read', 'not closed'],
    ['location[orders.read]]', 'comma must follow'],
    ['location[orders.read]profile', 'comma must follow'],
    ['location[orders.read],', 'empty part'],
    ['location[orders.read],account[orders.read]', 'one access level'],
    ['location[orders.read],location[catalog.read]', 'one access level'],
    ['location[orders.delete]', 'not a permission'],
    ['location[orders]', 'not a permission'],
    ['location[constructor.read]', 'not a permission'],
    ['location[profile]', 'not a permission'],
    ['location[orders.read, catalog.read]', 'not a permission'],
    ['orders.read', 'not a permission'],
    ['user[orders.read]', 'not an access level'],
    ['Profile', 'not a permission'],
    [`profile${',profile'.repeat(200)}`, 'at most 1024 characters'],
  ])('refuses %s', (text, why) => {
    expect(refusal(text)).toContain(why);
  });

  test('parses what formatScope writes', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        expect(parseScope(formatScope(scope))).toEqual(scope);
      }),
    );
  });

  test('throws only ApiErrors, and accepted scopes have a canonical form', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.array(fragments, { maxLength: 20 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        const scope = parsedOrNull(text);
        if (scope !== null) expect(parseScope(formatScope(scope))).toEqual(scope);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('can', () => {
  test.each<[string, (Permission | General)[]]>([
    ['location[orders.read]', ['orders.read']],
    ['location[orders.write]', ['orders.read', 'orders.write']],
    ['location[catalog.read]', ['catalog.read', 'inventory.read']],
    ['location[catalog.write]', ['catalog.read', 'catalog.write', 'inventory.read', 'inventory.write']],
    ['account[catalog.write]', ['catalog.read', 'catalog.write']],
    ['location[all_catalogs.read]', ['catalog.read', 'all_catalogs.read']],
    ['account[all_catalogs.write]', ['catalog.read', 'catalog.write', 'all_catalogs.read', 'all_catalogs.write']],
    ['account[inventory.write]', ['inventory.read', 'inventory.write']],
    ['location[customer_list.write]', ['customer_list.read', 'customer_list.write']],
    ['location[all_customer_lists.read]', ['customer_list.read', 'all_customer_lists.read']],
    [
      'location[all_catalogs.read,catalog.write]',
      ['catalog.read', 'catalog.write', 'inventory.read', 'inventory.write', 'all_catalogs.read'],
    ],
    ['profile', ['profile']],
    ['profile_with_email', ['profile', 'profile_with_email']],
  ])('%s allows exactly what docs/api/authentication.md#permissions says', (text, allowed) => {
    const scope = parseScope(text);
    const all = [...allPermissions, ...generalPermissions];
    expect(all.filter((needs) => can(scope, needs))).toEqual(all.filter((needs) => allowed.includes(needs)));
  });

  test('write includes read', () => {
    fc.assert(
      fc.property(scopes, fc.constantFrom(...resources), (scope, resource) => {
        const [read, write] = (['read', 'write'] satisfies Right[]).map((right) => can(scope, `${resource}.${right}`));
        expect(write === true && read === false).toBe(false);
      }),
    );
  });
});

function refusal(text: string): string {
  try {
    parseScope(text);
  } catch (error) {
    if (error instanceof ApiError && error.status === 422) return error.errors?.[0]?.message ?? '';
    throw error;
  }
  throw new Error(`accepted: ${text}`);
}

function parsedOrNull(text: string): Scope | null {
  try {
    return parseScope(text);
  } catch (error) {
    if (error instanceof ApiError) return null;
    throw error;
  }
}
