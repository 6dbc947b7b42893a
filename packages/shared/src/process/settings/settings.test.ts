import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { keySettings, testSigningKeys } from '@order-hub/testing/keys';
import { serviceNames } from '../neighbours.ts';
import { busSettings, ConfigError, loadConfig, misspeltSettings, processSettings, publicUrl } from './config.ts';
import { assertOwnKey } from './own-key.ts';
import { flag, keyRing, limit, seconds } from './settings.ts';
import { newServiceKeys, readSigningKey, readVerifyingKeys } from './signing-keys.ts';
import { similarName } from './similar-names.ts';

describe('config', () => {
  const key = 'k'.repeat(32);

  const keys = keySettings('orders');

  /** The lines of the error, without the first. */
  function faultsOf(load: () => unknown): string[] {
    try {
      load();
      return [];
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      return error.message.split('\n').slice(1);
    }
  }

  test('settings are parsed, defaults filled in, and frozen', () => {
    const config = loadConfig({ ...processSettings, LIMIT: limit(500) }, { ...keys, LIMIT: '' });
    expect(config).toMatchObject({ PORT: 8080, LIMIT: 500, HUB_SIGNING_KEY: { id: testSigningKeys.orders.id } });
    expect(Object.isFrozen(config)).toBe(true);
  });

  test('each fault is one line with the setting, what it got, and what is expected', () => {
    const shape = {
      ...processSettings,
      ...busSettings,
      PUBLIC_URL: publicUrl,
      SECONDS: seconds(1, 60),
      FLAG: flag(true),
    };
    const given = {
      PORT: 'x',
      LOG_LEVEL: 'verbose',
      AMQP_URL: 'http://user:hush@x',
      HUB_SIGNING_KEY: 'hush',
      PUBLIC_URL: 'https://hub.example/api',
      SECONDS: '61',
      FLAG: 'maybe',
    };
    expect(faultsOf(() => loadConfig(shape, given))).toEqual([
      '  PORT must be a whole number from 0 to 65535, not "x"',
      '  LOG_LEVEL must be one of error, warn, info, debug, silent, not "verbose"',
      expect.stringMatching(
        /^ {2}HUB_SIGNING_KEY must be an Ed25519 private key \(PKCS #8, base64\), or several: (?!.*hush)/,
      ),
      '  HUB_VERIFYING_KEYS is missing: it must be a list of <service>:<Ed25519 public key (SPKI, base64)>, separated by commas',
      '  AMQP_URL must be a URL such as amqp://user:password@rabbitmq:5672',
      '  PUBLIC_URL must be an address such as https://hub.example.com, not "https://hub.example/api": without a path, a query or a user',
      '  SECONDS must be a number above 0, 60 at most, not "61"',
      '  FLAG must be true or false, not "maybe"',
    ]);
  });

  test.each(['https://hub.example?a=b', 'https://ada@hub.example', 'ftp://hub.example', 'hub.example'])(
    'PUBLIC_URL must not be %s',
    (PUBLIC_URL) => {
      expect(faultsOf(() => loadConfig({ PUBLIC_URL: publicUrl }, { PUBLIC_URL }))).toHaveLength(1);
    },
  );

  test('PUBLIC_URL may end with a slash', () => {
    expect(loadConfig({ PUBLIC_URL: publicUrl }, { PUBLIC_URL: 'https://Hub.example:443/' })).toEqual({
      PUBLIC_URL: 'https://hub.example',
    });
  });

  describe('a setting that must not be above another', () => {
    const load = (env: NodeJS.ProcessEnv) => () => loadConfig({ A: limit(5), B: limit(10) }, env, [['A', 'B']]);

    test.each([
      [{ A: '11' }, '  A (11) must be at most B (10, its default)'],
      [{ A: '3', B: '2' }, '  A (3) must be at most B (2)'],
    ])('%j', (env, fault) => {
      expect(faultsOf(load(env))).toEqual([fault]);
    });

    test('a default may be: whoever sets a lower bound means it', () => {
      expect(load({ B: '2' })()).toEqual({ A: 5, B: 2 });
    });
  });

  describe('a secret', () => {
    const file = join(mkdtempSync(join(tmpdir(), 'config-')), 'keys');
    writeFileSync(file, `${key}, ${key}2\n`);
    const load = (env: NodeJS.ProcessEnv) => () => loadConfig({ KEYS: keyRing, PORT: limit(1) }, env);

    test('may come from a file', () => {
      expect(load({ KEYS_FILE: file })()).toEqual({ KEYS: [key, `${key}2`], PORT: 1 });
    });

    test.each([
      [
        'of a file that is missing',
        { KEYS_FILE: `${file}-missing` },
        /^ {2}KEYS_FILE names a file that cannot be read: ENOENT/,
      ],
      ['given twice', { KEYS_FILE: file, KEYS: key }, /^ {2}KEYS and KEYS_FILE are both set/],
      ['too short', { KEYS: 'hush' }, /^ {2}KEYS must be secrets of at least 32 characters each, separated by commas$/],
    ])('%s is one fault among others', (_which, env, fault) => {
      expect(faultsOf(load({ ...env, PORT: '0' }))).toEqual([
        expect.stringMatching(fault),
        '  PORT must be a whole number above 0, not "0"',
      ]);
    });
  });

  test('a misspelt name is told, with the one that was meant', () => {
    const env = { PUBLIC_ULR: 'x', HUB_OPERATOR_KEYS_FILE: 'x', HOME: '/root', PUBLIC_URL: 'x' };
    expect(misspeltSettings(['PUBLIC_URL', 'HUB_OPERATOR_KEY', 'HOST'], env)).toEqual([
      'PUBLIC_ULR is not a setting: did you mean PUBLIC_URL?',
      'HUB_OPERATOR_KEYS_FILE is not a setting: did you mean HUB_OPERATOR_KEY_FILE?',
    ]);
  });
});

describe('similar names', () => {
  const known = ['HOST', 'PORT', 'PUBLIC_URL', 'LOG_LEVEL', 'RATE_LIMIT_PER_MINUTE', 'RATE_LIMIT_PER_HOUR', 'AUTH_URL'];

  test.each([
    ['PUBLIC_ULR', 'PUBLIC_URL'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['RATE_LIMITS_PER_MINUTES', 'RATE_LIMIT_PER_MINUTE'],
    ['PORTS', 'PORT'],
  ])('%s resembles %s', (name, similar) => {
    expect(similarName(name, known)).toBe(similar);
  });

  test.each(['PUBLIC_URL', 'HOME', 'HOSTNAME', 'PATH', 'PWD', 'AUTH_PORT', 'AUTH_SERVICE_HOST', 'RATE_LIMIT'])(
    '%s is a setting, or resembles none',
    (name) => {
      expect(similarName(name, known)).toBeUndefined();
    },
  );
});

describe('signing keys', () => {
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
});
