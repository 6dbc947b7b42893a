import { describe, expect, test } from '@jest/globals';
import { serviceNames } from '@order-hub/shared/neighbours';
import { newServiceKeys } from '@order-hub/shared/signing-keys';
import { readConfig } from '../src/config.ts';
import { environments, settingsReadByServices } from '../src/services/service-settings.ts';

const ports = {
  gateway: 1,
  gatewayInternal: 2,
  auth: 3,
  orders: 4,
  catalog: 5,
  customers: 6,
  events: 7,
  'back-office': 8,
};
const secrets = {
  ...newServiceKeys(),
  form_keys: 'form',
  encryption_keys: 'encryption',
  operator_key: 'operator',
  postgres_password: 'superuser',
};
const serviceUrls = Object.fromEntries(
  ['auth', 'orders', 'catalog', 'customers', 'events'].map((name) => [name, `postgres://${name}@host/hub`]),
);

const inputsWith = (env: NodeJS.ProcessEnv) => ({
  env,
  config: readConfig(env),
  ports,
  secrets,
  database: { url: 'postgres://hub:superuser@host/hub', serviceUrls: env['DATABASE_URL'] ? undefined : serviceUrls },
  publicUrl: 'http://localhost:1',
});

const secretNames = [
  'AMQP_URL',
  'DATABASE_URL',
  'HUB_ENCRYPTION_KEYS',
  'HUB_FORM_KEYS',
  'HUB_OPERATOR_KEY',
  'HUB_SIGNING_KEY',
  'OTHER_SECRET',
];

const read = await settingsReadByServices();

describe('the environment of a service', () => {
  test('contains only the secrets that the service uses', () => {
    const given = { AMQP_URL: 'amqp://hub:x@host', HUB_OPERATOR_KEY: 'given', OTHER_SECRET: 'x', PGPASSWORD: 'x' };
    const envs = environments(read, inputsWith(given));
    const secretsOf = Object.entries(envs).map(([name, env]) => [name, secretNames.filter((secret) => env[secret])]);
    expect(Object.fromEntries(secretsOf)).toEqual({
      gateway: ['AMQP_URL', 'HUB_SIGNING_KEY'],
      auth: ['AMQP_URL', 'DATABASE_URL', 'HUB_ENCRYPTION_KEYS', 'HUB_FORM_KEYS', 'HUB_OPERATOR_KEY', 'HUB_SIGNING_KEY'],
      'back-office': ['HUB_FORM_KEYS', 'HUB_SIGNING_KEY'],
      orders: ['AMQP_URL', 'DATABASE_URL', 'HUB_SIGNING_KEY'],
      catalog: ['AMQP_URL', 'DATABASE_URL', 'HUB_SIGNING_KEY'],
      customers: ['AMQP_URL', 'DATABASE_URL', 'HUB_SIGNING_KEY'],
      events: ['AMQP_URL', 'DATABASE_URL', 'HUB_ENCRYPTION_KEYS', 'HUB_SIGNING_KEY'],
    });
    expect(new Set(Object.values(envs).map((env) => env['HUB_SIGNING_KEY'])).size).toBe(serviceNames.length);
    expect(envs.auth['HUB_OPERATOR_KEY']).toBe('given');
    expect(envs.orders['DATABASE_URL']).toBe('postgres://orders@host/hub');
    expect(JSON.stringify(envs)).not.toContain('superuser');
    expect(envs.orders['PGPASSWORD']).toBeUndefined();
  });

  test("contains the user's settings that the service reads, and what Node needs", () => {
    const envs = environments(
      read,
      inputsWith({
        RATE_LIMIT_PER_DAY: '7',
        AMQP_URL_FILE: '/run/amqp',
        HUB_FORM_KEYS_FILE: '/run/form-keys',
        CALLBACK_SIGNATURE_HEADERS: 'X-Service-Hmac-SHA256,X-Other',
        PATH: '/bin',
        NODE_OPTIONS: '--trace-warnings',
      }),
    );
    expect(envs.gateway).toMatchObject({ RATE_LIMIT_PER_DAY: '7', PATH: '/bin', NODE_OPTIONS: '--trace-warnings' });
    expect(envs.events).toMatchObject({ AMQP_URL_FILE: '/run/amqp', CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' });
    expect(envs.events['CALLBACK_SIGNATURE_HEADERS']).toBe('X-Service-Hmac-SHA256,X-Other');
    expect(envs.events['RATE_LIMIT_PER_DAY']).toBeUndefined();
    // The runner has chosen the keys, and a setting and its file must not both be set.
    expect(envs.auth).toMatchObject({ HUB_FORM_KEYS: 'form', HUB_FORM_KEYS_FILE: undefined });
  });

  test('lets the gateway listen on this machine alone, unless HOST says otherwise', () => {
    expect(environments(read, inputsWith({})).gateway).toMatchObject({
      HOST: '127.0.0.1',
      INTERNAL_HOST: '127.0.0.1',
    });
    const open = environments(read, inputsWith({ HOST: '0.0.0.0' }));
    expect(open.gateway).toMatchObject({ HOST: '0.0.0.0', INTERNAL_HOST: '127.0.0.1' });
    expect(open.orders['HOST']).toBe('127.0.0.1');
  });

  test("contains the user's DATABASE_URL, if there is one", () => {
    const DATABASE_URL = 'postgres://hub@elsewhere/hub';
    const envs = environments(read, inputsWith({ DATABASE_URL, PGPASSWORD: 'p' }));
    expect(envs.orders).toMatchObject({ DATABASE_URL: 'postgres://hub:superuser@host/hub', PGPASSWORD: 'p' });
  });
});
