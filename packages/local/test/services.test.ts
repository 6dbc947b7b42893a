import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from '@jest/globals';
import { serviceNames } from '@order-hub/shared/neighbours';
import { newServiceKeys, readSigningKey, readVerifyingKeys } from '@order-hub/shared/signing-keys';
import { eventually } from '@order-hub/testing/call';
import { readConfig } from '../src/config.ts';
import { keepSecrets } from '../src/data-folder/secrets.ts';
import { followOutput } from '../src/services/service-output.ts';
import { heldWarnings } from '../src/services/held-warnings.ts';
import { entryOf, nodeOptions } from '../src/services/service-process.ts';
import { environments, settingsReadByServices } from '../src/services/service-settings.ts';
import { temporaryFolder } from './temporary-folder.ts';

const read = await settingsReadByServices();

describe('the environment of a service', () => {
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
    expect(envs.events).toMatchObject({
      AMQP_URL_FILE: '/run/amqp',
      CALLBACK_ALLOWED_NETWORKS: '127.0.0.0/8,::1/128',
    });
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

  test.each([
    ['127.0.0.1', '127.0.0.0/8,::1/128'],
    ['127.0.0.2', '127.0.0.0/8,::1/128'],
    ['::1', '127.0.0.0/8,::1/128'],
    ['localhost', '127.0.0.0/8,::1/128'],
    ['0.0.0.0', ''],
    ['::', ''],
    ['192.168.1.5', ''],
    ['::ffff:192.168.1.5', ''],
    ['shop.example', ''],
  ])('where the gateway listens on %s, callbacks may go to these private networks: "%s"', (HOST, networks) => {
    const networksWith = (env: NodeJS.ProcessEnv) =>
      environments(read, inputsWith(env)).events['CALLBACK_ALLOWED_NETWORKS'];
    expect(networksWith({ HOST })).toBe(networks);
    expect(networksWith({ HOST, PUBLIC_URL: 'http://[::1]:8080' })).toBe(networks);
    expect(networksWith({ HOST, PUBLIC_URL: 'https://tunnel.example' })).toBe('');
    expect(networksWith({ HOST, CALLBACK_ALLOWED_NETWORKS: '10.0.0.0/8' })).toBe('10.0.0.0/8');
  });

  test("contains the user's DATABASE_URL, if there is one", () => {
    const DATABASE_URL = 'postgres://hub@elsewhere/hub';
    const envs = environments(read, inputsWith({ DATABASE_URL, PGPASSWORD: 'p' }));
    expect(envs.orders).toMatchObject({ DATABASE_URL: 'postgres://hub:superuser@host/hub', PGPASSWORD: 'p' });
  });
});

describe('the output of a service', () => {
  const folder = temporaryFolder();

  afterAll(() => folder.remove());

  const unavailable = (request: number) => JSON.stringify({ level: 'warn', msg: 'orders is unavailable', request });

  const lines = [
    unavailable(1),
    unavailable(2),
    JSON.stringify({ level: 'error', msg: 'broken' }),
    JSON.stringify({ level: 'info', msg: 'ready' }),
    'not JSON',
    unavailable(3),
  ];

  async function follow(name: string, showAll: boolean, warn?: (text: string) => void): Promise<string[]> {
    const said: string[] = [];
    const say = (text: string) => void said.push(text);
    const stream = new PassThrough();
    const { recent } = followOutput([stream], { name, folder: folder.path, say, warn: warn ?? say, showAll });
    stream.end(`${lines.join('\n')}\n`);
    await finished(stream);
    await eventually(() => recent.length === lines.length);
    return said;
  }

  test('shows warnings and errors, but not the same message for each request', async () => {
    expect(await follow('gateway', false)).toEqual([
      'gateway: orders is unavailable (request: 1)',
      'gateway: broken',
      'gateway: not JSON',
    ]);
  });

  test.each([
    ['are forgotten once everything is ready', 'forget', []],
    ['are shown if it takes long', 'show', ['catalog: orders is unavailable (request: 1)']],
  ] as const)('warnings during the start %s', async (_when, end, expected) => {
    const shown: string[] = [];
    const warnings = heldWarnings((text) => shown.push(text));
    expect(await follow('catalog', false, warnings.warn)).toEqual(['catalog: broken', 'catalog: not JSON']);
    expect(shown).toEqual([]);
    warnings[end]();
    expect(shown).toEqual(expected);
    warnings.warn('later');
    expect(shown).toEqual([...expected, 'later']);
  });

  test('is complete in the log file', () => {
    expect(readFileSync(join(folder.path, 'logs', 'gateway.log'), 'utf8')).toBe(`${lines.join('\n')}\n`);
  });

  test('is complete on the screen with showAll', async () => {
    expect(await follow('orders', true)).toHaveLength(lines.length);
  });
});

describe('processes of the services', () => {
  test('the image runs a service with the same options of Node', () => {
    const dockerfile = readFileSync(new URL('../../../Dockerfile', import.meta.url), 'utf8');
    const [, command = ''] = /^CMD (\[.*\])$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(command)).toEqual(['node', ...nodeOptions, 'dist/src/main.js']);
  });
});

describe('settings that are not valid', () => {
  /** Runs the gateway's own process until it ends. */
  const outputWith = (env: NodeJS.ProcessEnv) =>
    new Promise<{ code: unknown; stderr: string }>((resolve) => {
      execFile(process.execPath, [entryOf('gateway')], { env }, (error, _stdout, stderr) =>
        resolve({ code: error?.code, stderr }),
      );
    });

  test('a process with invalid settings ends with one line for each fault, and no stack', async () => {
    const { code, stderr } = await outputWith({ LOG_LEVEL: 'verbose', PUBLIC_ULR: 'https://hub.test', PORT: '80x' });
    expect(code).toBe(1);
    expect(stderr).not.toContain('    at ');
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        '  PORT must be a whole number from 0 to 65535, not "80x"',
        '  LOG_LEVEL must be one of error, warn, info, debug, silent, not "verbose"',
        expect.stringMatching('^  HUB_SIGNING_KEY is missing'),
        '  PUBLIC_ULR is not a setting: did you mean PUBLIC_URL?',
      ]),
    );
  });
});

describe('secrets', () => {
  test('secrets are kept; those that an earlier release lacked are added', () => {
    const folder = mkdtempSync(join(tmpdir(), 'secrets-'));
    const earlier = { internal_keys: 'a', encryption_keys: 'b', operator_key: 'c', postgres_password: 'd' };
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(earlier));
    const secrets = keepSecrets(folder);
    expect(secrets).toMatchObject(earlier);
    expect(secrets.signing_keys.gateway).toEqual(expect.any(String));
    expect(keepSecrets(folder)).toEqual(secrets);
  });
});

describe('new-env.sh', () => {
  const root = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

  const folder = temporaryFolder();

  afterAll(() => folder.remove());

  const file = join(folder.path, '.env');

  const writeEnv = () =>
    execFileSync('sh', [root('scripts/new-env.sh'), file], { stdio: ['ignore', 'inherit', 'pipe'] });

  /** The variables that a file in the form of .env sets. */
  function variablesOf(text: string): Map<string, string> {
    const lines = text.split('\n').filter((line) => /^[A-Z]/.test(line));
    return new Map(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]));
  }

  writeEnv();

  const written = variablesOf(readFileSync(file, 'utf8'));

  test('new-env.sh sets every secret of .env.example, and each of docker-compose.yml', () => {
    const example = variablesOf(readFileSync(root('.env.example'), 'utf8'));
    expect([...written.keys()].sort()).toEqual([...example.keys()].sort());
    const required = readFileSync(root('docker-compose.yml'), 'utf8').matchAll(/\$\{(\w+):\?/g);
    expect([...new Set([...required].map(([, name]) => name))].sort()).toEqual([...written.keys()].sort());
  });

  test('new-env.sh gives each service a key that the others know under its name', () => {
    const known = readVerifyingKeys(written.get('HUB_VERIFYING_KEYS') ?? '');
    for (const service of serviceNames) {
      const text = written.get(`${service.replace('-', '_').toUpperCase()}_SIGNING_KEY`) ?? '';
      expect(known.get(readSigningKey(text).id)?.service).toBe(service);
    }
  });

  test('only the owner can read what new-env.sh writes, and it overwrites nothing', () => {
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const before = readFileSync(file, 'utf8');
    expect(writeEnv).toThrow(/exist/);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });
});
