import { aCaller, testInternalKeys as keys } from '@order-hub/testing/call';
import { describe, expect, jest, test } from '@jest/globals';
import { SignJWT, type JWTPayload } from 'jose';
import { callerVerifier, signCallerToken } from './caller-token.ts';
import { serviceVerifier, signServiceToken } from './service-token.ts';

const caller = aCaller();
const seconds = (ago: number) => Math.floor(Date.now() / 1000) - ago;

/** Signed with our key, with any claims. */
const signed = (claims: JWTPayload) =>
  new SignJWT({ caller, iss: 'gateway', aud: 'caller:orders', ...claims })
    .setProtectedHeader({ alg: 'HS256' })
    .sign(new TextEncoder().encode(keys[0]));

describe('a caller token', () => {
  test('is accepted only by its service', async () => {
    const token = await signCallerToken(keys, { caller, to: 'orders' }, new Date());
    expect(await callerVerifier(keys, 'orders')(token)).toMatchObject({ connection_id: caller.connection_id });
    await expect(callerVerifier(keys, 'events')(token)).rejects.toMatchObject({ status: 401 });
  });

  test('is not a service token, and a service token is not a caller token', async () => {
    const callerToken = await signCallerToken(keys, { caller, to: 'orders' }, new Date());
    const serviceToken = await signServiceToken(keys, 'gateway', 'orders');
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
