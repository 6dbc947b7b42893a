import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { ConfigError } from './config.ts';
import { serviceNames } from '../neighbours.ts';
import { assertOwnKey } from './own-key.ts';
import { newServiceKeys, readSigningKey, readVerifyingKeys } from './signing-keys.ts';

const { signing_keys, verifying_keys } = newServiceKeys();
const entryOf = (list: string, service: string) =>
  list.split(',').find((entry) => entry.startsWith(`${service}:`)) ?? '';

test('each service has a key of its own, and all know its public half', () => {
  const known = readVerifyingKeys(verifying_keys);
  const owners = serviceNames.map((name) => known.get(readSigningKey(signing_keys[name]).id)?.service);
  expect(owners).toEqual(serviceNames);
  expect(new Set(Object.values(signing_keys)).size).toBe(serviceNames.length);
});

test('a service may have several public keys', () => {
  const next = newServiceKeys();
  const keys = readVerifyingKeys(`${verifying_keys}, ${entryOf(next.verifying_keys, 'orders')}`);
  for (const { orders } of [signing_keys, next.signing_keys]) {
    expect(keys.get(readSigningKey(orders).id)?.service).toBe('orders');
  }
});

describe('HUB_VERIFYING_KEYS is refused', () => {
  const orders = entryOf(verifying_keys, 'orders');
  const { privateKey, publicKey } = generateKeyPairSync('x25519', {
    privateKeyEncoding: { format: 'der', type: 'pkcs8' },
    publicKeyEncoding: { format: 'der', type: 'spki' },
  });

  test.each([
    ['without a key of a service', verifying_keys.replace(`${orders},`, ''), 'no key of orders'],
    ['with an unknown service', `${verifying_keys},${orders.replace('orders', 'till')}`, 'not a service'],
    ['with the key of one service for another', `${verifying_keys},${orders.replace('orders', 'auth')}`, 'twice'],
    ['with a key of another kind', `${verifying_keys},auth:${publicKey.toString('base64')}`, 'Ed25519'],
    ['with a private key', `${verifying_keys},auth:${signing_keys.auth}`, ''],
  ])('%s', (_which, text, message) => {
    expect(() => readVerifyingKeys(text)).toThrow(message);
  });

  test('and so is a private key of another kind', () => {
    expect(() => readSigningKey(privateKey.toString('base64'))).toThrow('Ed25519');
  });
});

test('a process does not start with the key of another service', () => {
  const config = {
    HUB_SIGNING_KEY: readSigningKey(signing_keys.catalog),
    HUB_VERIFYING_KEYS: readVerifyingKeys(verifying_keys),
  };
  expect(() => assertOwnKey('catalog', config)).not.toThrow();
  expect(() => assertOwnKey('gateway', config)).toThrow(ConfigError);
});
