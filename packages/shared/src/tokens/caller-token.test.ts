import { aCaller, aPrincipal } from '@order-hub/testing/call';
import { testSigningKeys as signing, testVerifyingKeys as keys } from '@order-hub/testing/keys';
import { describe, expect, jest, test } from '@jest/globals';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { serviceNames } from '../process/neighbours.ts';
import { callerVerifier, signCallerToken } from './caller-token.ts';
import { serviceVerifier, signServiceToken } from './service-token.ts';
import { signUserToken, verifyUserToken } from './user-token.ts';

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
