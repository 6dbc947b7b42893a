import { describe, expect, jest, test } from '@jest/globals';
import { aCaller, aPrincipal } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { testVerifyingKeys as keys, testSigningKeys as signing } from '@order-hub/testing/keys';
import fc from 'fast-check';
import { createHash } from 'node:crypto';
import { CompactEncrypt, type JWTPayload, SignJWT, UnsecuredJWT } from 'jose';
import { serviceNames } from '../process/neighbours.ts';
import { ApiError } from '../values/errors.ts';
import { callerVerifier, signCallerToken } from './caller-token.ts';
import { decryptSecret, digest, encryptSecret, headCharacters, keyName, keyNameIn } from './encryption.ts';
import {
  can,
  formatScope,
  type General,
  parseScope,
  type Permission,
  type Resource,
  type Right,
  type Scope,
} from './scopes.ts';
import { serviceVerifier, signServiceToken } from './service-token.ts';
import { signUserToken, verifyUserToken } from './user-token.ts';

describe('caller tokens', () => {
  const caller = aCaller();

  const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;

  /** Signed with the key of its issuer, with any claims. */
  const signed = (claims: JWTPayload & { iss?: 'gateway' | 'auth' }) => {
    const { id, privateKey } = signing[claims.iss ?? 'gateway'];
    return new SignJWT({ caller, iss: 'gateway', aud: 'caller:orders', ...claims })
      .setProtectedHeader({ alg: 'EdDSA', kid: id })
      .sign(privateKey);
  };

  describe('a caller token', () => {
    test('is accepted only by its service', async () => {
      const token = await signCallerToken(signing.gateway, { caller, to: 'orders' }, new Date());
      expect(await callerVerifier(keys, 'orders')(token)).toMatchObject({ connection_id: caller.connection_id });
      await expect(callerVerifier(keys, 'events')(token)).rejects.toMatchObject({ status: 401 });
    });

    test('is not a service token, and a service token is not a caller token', async () => {
      const callerToken = await signCallerToken(signing.gateway, { caller, to: 'orders' }, new Date());
      const serviceToken = await signServiceToken(signing.gateway, 'gateway', 'orders');
      await expect(serviceVerifier(keys, 'orders')(callerToken)).rejects.toMatchObject({ status: 401 });
      await expect(callerVerifier(keys, 'orders')(serviceToken)).rejects.toMatchObject({ status: 401 });
    });

    test('from a clock 50 seconds ahead is accepted', async () => {
      const token = await signed({ iat: seconds(-50), exp: seconds(-110) });
      expect(await callerVerifier(keys, 'orders')(token)).toMatchObject({ client_id: caller.client_id });
    });

    test('that was accepted is refused once it has expired', async () => {
      const service = serviceVerifier(keys, 'orders');
      const verify = callerVerifier(keys, 'orders');
      const callerToken = await signed({ iat: seconds(0), exp: seconds(-60) });
      const serviceToken = await signed({ iss: 'auth', aud: 'internal:orders', iat: seconds(0), exp: seconds(-60) });
      expect(await service(serviceToken)).toBe('auth');
      expect(await service(serviceToken)).toBe('auth');
      await verify(callerToken);
      const later = Date.now() + 121_000;
      jest.useFakeTimers({ now: later, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate', 'performance'] });
      await expect(service(serviceToken)).rejects.toMatchObject({ status: 401 });
      await expect(verify(callerToken)).rejects.toMatchObject({ status: 401 });
      jest.useRealTimers();
    });

    test.each([
      ['that never expires', { iat: seconds(0) }],
      ['that does not say when it was signed', { exp: seconds(-60) }],
      ['that is two minutes old, whatever it says of its end', { iat: seconds(125), exp: seconds(-3600) }],
      ['that has expired', { iat: seconds(100), exp: seconds(65) }],
      ['that was signed in the future', { iat: seconds(-90), exp: seconds(-100) }],
    ])('%s is refused', async (_which, claims) => {
      await expect(callerVerifier(keys, 'orders')(await signed(claims))).rejects.toMatchObject({ status: 401 });
      const serviceToken = await signed({ iss: 'auth', aud: 'internal:orders', ...claims });
      await expect(serviceVerifier(keys, 'orders')(serviceToken)).rejects.toMatchObject({ status: 401 });
    });
  });

  describe('a service with its own key', () => {
    const others = serviceNames.filter((name) => name !== 'gateway');

    test.each(others)('cannot sign a caller token: %s', async (name) => {
      const token = await signCallerToken(signing[name], { caller, to: 'orders' }, new Date());
      await expect(callerVerifier(keys, 'orders')(token)).rejects.toMatchObject({ status: 401 });
    });

    test.each(others)('cannot call as the gateway: %s', async (name) => {
      const token = await signServiceToken(signing[name], 'gateway', 'auth');
      await expect(serviceVerifier(keys, 'auth')(token)).rejects.toMatchObject({ status: 401 });
      const own = await signServiceToken(signing[name], name, 'auth');
      expect(await serviceVerifier(keys, 'auth')(own)).toBe(name);
    });

    test.each(serviceNames.filter((name) => name !== 'auth'))('cannot sign a user token: %s', async (name) => {
      const token = await signUserToken(signing[name], aPrincipal());
      await expect(verifyUserToken(keys, token)).rejects.toMatchObject({ status: 401 });
    });
  });

  describe('a token is refused', () => {
    const { gateway, catalog } = signing;
    const claims = { caller, iss: 'gateway', aud: 'caller:orders', iat: seconds(0), exp: seconds(-60) };
    const verify = callerVerifier(keys, 'orders');

    test("that names the gateway's key and is signed with another", async () => {
      const token = await new SignJWT(claims)
        .setProtectedHeader({ alg: 'EdDSA', kid: gateway.id })
        .sign(catalog.privateKey);
      await expect(verify(token)).rejects.toMatchObject({ status: 401 });
    });

    test('that names no key, or one that nobody has', async () => {
      for (const kid of [undefined, '', 'another']) {
        const header = { alg: 'EdDSA', ...(kid !== undefined && { kid }) };
        const token = await new SignJWT(claims).setProtectedHeader(header).sign(gateway.privateKey);
        await expect(verify(token)).rejects.toMatchObject({ status: 401 });
      }
    });

    test('that is signed with the public key as a shared secret, or not at all', async () => {
      const publicKey = keys.get(gateway.id)?.publicKey.export({ format: 'der', type: 'spki' }) ?? Buffer.of();
      const shared = await new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: gateway.id }).sign(publicKey);
      for (const token of [shared, new UnsecuredJWT(claims).encode(), '', 'x.y.z']) {
        await expect(verify(token)).rejects.toMatchObject({ status: 401 });
      }
    });
  });
});

describe('encryption', () => {
  const [first, second] = ['1'.repeat(32), '2'.repeat(32)];

  test('a secret decrypts with any key of the ring, for its owner only', async () => {
    const encrypted = await encryptSecret([first], 'hush', 'client:1');
    expect(encrypted).not.toContain('hush');
    await expect(decryptSecret([second, first], encrypted, 'client:1')).resolves.toBe('hush');
    await expect(decryptSecret([first], encrypted, 'client:2')).rejects.toThrow('belongs to something else');
    await expect(decryptSecret([second], encrypted, 'client:1')).rejects.toThrow('No key of HUB_ENCRYPTION_KEYS');
  });

  test('a ciphertext names its key, in its first characters', async () => {
    const encrypted = await encryptSecret([second, first], 'hush', 'client:1');
    expect([keyNameIn(encrypted), keyNameIn(encrypted.slice(0, headCharacters))]).toEqual([
      keyName(second),
      keyName(second),
    ]);
    expect(keyNameIn('no ciphertext')).toBe('unknown');
  });

  test('a changed ciphertext does not decrypt', async () => {
    const encrypted = await encryptSecret([first], 'hush', 'client:1');
    const parts = encrypted.split('.');
    const changed = [
      ...parts.slice(0, 3),
      parts[3]?.replace(/^./, (char) => (char === 'A' ? 'B' : 'A')),
      parts[4],
    ].join('.');
    await expect(decryptSecret([first], changed, 'client:1')).rejects.toThrow();
  });

  test('a ciphertext of another algorithm does not decrypt, though its key is right', async () => {
    const other = await new CompactEncrypt(Buffer.from('hush'))
      .setProtectedHeader({ alg: 'dir', enc: 'A128CBC-HS256', kid: keyName(first), owner: 'client:1' })
      .encrypt(createHash('sha256').update(first).digest());
    await expect(decryptSecret([first], other, 'client:1')).rejects.toThrow('not allowed');
  });

  test('equal secrets have different ciphertexts and equal digests', async () => {
    expect(await encryptSecret([first], 'hush', 'a')).not.toBe(await encryptSecret([first], 'hush', 'a'));
    expect(digest('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});

describe('scopes', () => {
  const resources: Resource[] = [
    'orders',
    'customer_list',
    'catalog',
    'inventory',
    'all_customer_lists',
    'all_catalogs',
  ];

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
    ...[
      'location',
      'account',
      'location[',
      'account[',
      '[',
      ']',
      ',',
      ' ',
      '.',
      'read',
      'é',
      '__proto__',
      'constructor',
    ],
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
        { numRuns: sized(200, 2_000) },
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
          const [read, write] = (['read', 'write'] satisfies Right[]).map((right) =>
            can(scope, `${resource}.${right}`),
          );
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
});
