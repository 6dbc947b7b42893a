import { describe, expect, test } from '@jest/globals';
import { readConfig } from '../src/config.ts';
import { environments } from '../src/services/service-settings.ts';

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
  internal_keys: 'internal',
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

const secretNames = ['DATABASE_URL', 'HUB_ENCRYPTION_KEYS', 'HUB_INTERNAL_KEYS', 'HUB_OPERATOR_KEY', 'OTHER_SECRET'];

describe('the environment of a service', () => {
  test('contains only the secrets that the service uses', async () => {
    const envs = await environments(inputsWith({ HUB_OPERATOR_KEY: 'given', OTHER_SECRET: 'x', PGPASSWORD: 'x' }));
    const secretsOf = Object.entries(envs).map(([name, env]) => [name, secretNames.filter((secret) => env[secret])]);
    expect(Object.fromEntries(secretsOf)).toEqual({
      gateway: ['HUB_INTERNAL_KEYS'],
      auth: ['DATABASE_URL', 'HUB_ENCRYPTION_KEYS', 'HUB_INTERNAL_KEYS', 'HUB_OPERATOR_KEY'],
      'back-office': ['HUB_INTERNAL_KEYS'],
      orders: ['DATABASE_URL', 'HUB_INTERNAL_KEYS'],
      catalog: ['DATABASE_URL', 'HUB_INTERNAL_KEYS'],
      customers: ['DATABASE_URL', 'HUB_INTERNAL_KEYS'],
      events: ['DATABASE_URL', 'HUB_ENCRYPTION_KEYS', 'HUB_INTERNAL_KEYS'],
    });
    expect(envs.auth['HUB_OPERATOR_KEY']).toBe('given');
    expect(envs.orders['DATABASE_URL']).toBe('postgres://orders@host/hub');
    expect(JSON.stringify(envs)).not.toContain('superuser');
    expect(envs.orders['PGPASSWORD']).toBeUndefined();
  });

  test("contains the user's settings that the service reads, and what Node needs", async () => {
    const envs = await environments(
      inputsWith({
        RATE_LIMIT_PER_DAY: '7',
        AMQP_URL_FILE: '/run/amqp',
        PATH: '/bin',
        NODE_OPTIONS: '--trace-warnings',
      }),
    );
    expect(envs.gateway).toMatchObject({ RATE_LIMIT_PER_DAY: '7', PATH: '/bin', NODE_OPTIONS: '--trace-warnings' });
    expect(envs.events).toMatchObject({ AMQP_URL_FILE: '/run/amqp', CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128' });
    expect(envs.events['RATE_LIMIT_PER_DAY']).toBeUndefined();
  });

  test('lets the gateway listen on this machine alone, unless HOST says otherwise', async () => {
    expect((await environments(inputsWith({}))).gateway).toMatchObject({
      HOST: '127.0.0.1',
      INTERNAL_HOST: '127.0.0.1',
    });
    const open = await environments(inputsWith({ HOST: '0.0.0.0' }));
    expect(open.gateway).toMatchObject({ HOST: '0.0.0.0', INTERNAL_HOST: '127.0.0.1' });
    expect(open.orders['HOST']).toBe('127.0.0.1');
  });

  test("contains the user's DATABASE_URL, if there is one", async () => {
    const DATABASE_URL = 'postgres://hub@elsewhere/hub';
    const envs = await environments(inputsWith({ DATABASE_URL, PGPASSWORD: 'p' }));
    expect(envs.orders).toMatchObject({ DATABASE_URL: 'postgres://hub:superuser@host/hub', PGPASSWORD: 'p' });
  });
});
