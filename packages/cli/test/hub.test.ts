import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { testOperatorKey } from '@order-hub/testing/call';
import { startTestAuth, type TestAuth } from '../../../services/auth/test/service.ts';
import { runHub } from '../src/hub.ts';

let auth: TestAuth;
let folder: string;
let auth_url: string;

beforeAll(async () => {
  auth = await startTestAuth({ env: { PUBLIC_URL: 'http://hub.example' } });
  auth_url = auth.url();
  folder = await mkdtemp(join(tmpdir(), 'hub-cli-'));
  await writeFile(join(folder, 'operator.json'), JSON.stringify({ auth_url, operator_key: testOperatorKey }));
});
afterAll(async () => {
  await auth.close();
  await rm(folder, { recursive: true });
});

type Around = { env?: NodeJS.ProcessEnv; stdin?: string };

async function* linesOf(text: string) {
  yield text;
}

/** Runs the command line with these arguments. Returns its output and exit code. */
async function shell(args: string[], { env = { HUB_DATA_DIR: folder }, stdin = '' }: Around = {}) {
  let stdout = '';
  let stderr = '';
  const code = await runHub(args, {
    env,
    stdin: linesOf(stdin),
    print: (text) => (stdout += text),
    printError: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

/** Runs a command that must succeed. Returns its JSON. */
async function hub(...args: string[]) {
  const { code, stdout, stderr } = await shell(args);
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

async function refused(...args: string[]) {
  const { code, stdout, stderr } = await shell(args);
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

let emails = 0;
const anEmail = () => `operator-${(emails += 1)}@example.com`;

async function aTenant() {
  const user = await hub(
    'user',
    'create',
    '--email',
    anEmail(),
    '--password',
    'correct horse',
    '--first-name',
    'Ada',
    '--last-name',
    'L.',
  );
  const account = await hub('account', 'create', '--user', user.id, '--name', 'Chez Ada', '--currency', 'EUR');
  const location = await hub(
    'location',
    'create',
    '--account',
    account.id,
    '--name',
    'Bac',
    '--timezone',
    'Europe/Paris',
    '--country',
    'FR',
    '--postal-code',
    '75007',
  );
  const client = await hub(
    'client',
    'create',
    '--user',
    user.id,
    '--name',
    'Till',
    '--redirect-uri',
    'https://a.example/cb',
    '--redirect-uri',
    'https://b.example/cb',
  );
  return { user, account, location, client };
}

describe('the whole of a tenant', () => {
  test('user, account, location and client', async () => {
    const { user, account, location, client } = await aTenant();
    expect(user).toMatchObject({ first_name: 'Ada', last_name: 'L.' });
    expect(account).toEqual({ id: expect.any(String), name: 'Chez Ada', currency: 'EUR' });
    expect(location).toMatchObject({
      account,
      name: 'Bac',
      country: 'FR',
      postal_code: '75007',
      timezone: { name: 'Europe/Paris' },
    });
    expect(client).toEqual({ client_id: expect.any(String), client_secret: expect.stringMatching(/^hub_secret_/) });
  });

  test('connections of every kind, listed, blocked, unblocked, disconnected', async () => {
    const { account, location, client } = await aTenant();
    const create = (...args: string[]) => hub('connection', 'create', '--client', client.client_id, ...args);
    const ofLocation = await create(
      '--location',
      location.id,
      '--scope',
      'location[orders.write]',
      '--catalog',
      'c1',
      '--customer-list',
      'l1',
      '--name',
      'Bar',
    );
    expect(ofLocation).toMatchObject({
      access_token: expect.stringMatching(/^hub_/),
      token_type: 'Bearer',
      location_id: location.id,
      catalog_id: 'c1',
      customer_list_id: 'l1',
    });
    const ofAccount = await create('--account', account.id, '--scope', 'account[orders.read],profile');
    const ofUser = await create('--scope', 'profile_with_email');
    expect(await create('--scope', 'profile_with_email')).toEqual(ofUser);

    const ids = async (...filter: string[]) =>
      (await hub('connection', 'list', ...filter)).map(({ id }: { id: string }) => id);
    expect(await ids('--client', client.client_id)).toEqual([ofLocation.id, ofAccount.id, ofUser.id]);
    expect(await ids('--location', location.id)).toEqual([ofLocation.id]);
    expect(await ids('--account', account.id)).toEqual([ofLocation.id, ofAccount.id]);
    expect(await ids()).toEqual(expect.arrayContaining([ofLocation.id, ofAccount.id, ofUser.id]));

    expect((await hub('connection', 'block', '--id', ofLocation.id)).status).toBe('blocked');
    expect((await hub('connection', 'unblock', '--id', ofLocation.id)).status).toBe('active');
    expect((await hub('account', 'suspend', '--id', account.id)).suspended).toBe(true);
    expect((await hub('connection', 'list', '--location', location.id))[0].status).toBe('suspended');
    expect((await hub('account', 'resume', '--id', account.id)).suspended).toBe(false);
    expect((await hub('location', 'suspend', '--id', location.id)).suspended).toBe(true);
    expect((await hub('location', 'resume', '--id', location.id)).suspended).toBe(false);
    expect((await hub('connection', 'disconnect', '--id', ofLocation.id)).status).toBe('disconnected');
  });

  test('a list of more than a page is whole', async () => {
    const { location, client } = await aTenant();
    const names = Array.from({ length: 101 }, (_, index) => `n${index}`);
    for (const name of names) {
      await hub(
        'connection',
        'create',
        '--client',
        client.client_id,
        '--location',
        location.id,
        '--scope',
        'location[orders.read]',
        '--name',
        name,
      );
    }
    const listed = await hub('connection', 'list', '--location', location.id);
    expect(listed.map(({ name }: { name: string }) => name)).toEqual(names);
  });
});

test('status shows the addresses of the hub', async () => {
  expect(await hub('status')).toMatchObject({
    base_url: 'http://hub.example/v1',
    auth_url: 'http://hub.example/oauth2/v1',
    services: { auth: { ready: true }, gateway: { ready: false } },
  });
});

test('a password may come from stdin', async () => {
  const args = ['user', 'create', '--email', anEmail(), '--password-stdin'];
  expect((await shell(args, { stdin: 'correct horse\n' })).code).toBe(0);
  expect((await shell(args, { stdin: '\n' })).stderr).toMatch(/needs a password/);
  expect(await refused('user', 'create', '--email', anEmail())).toMatch(/--password-stdin/);
});

test('operators: added and removed by email address or id, and listed', async () => {
  const email = anEmail();
  const { id } = await hub('user', 'create', '--email', email, '--password', 'correct horse');
  const isListed = async () => (await hub('operator', 'list')).some((operator: { id: string }) => operator.id === id);
  const added = await hub('operator', 'add', '--user', email.toUpperCase());
  expect(added).toMatchObject({ id, email, operator_since: expect.any(String) });
  expect(await hub('operator', 'add', '--user', id)).toEqual(added);
  expect(await isListed()).toBe(true);
  expect(await hub('operator', 'remove', '--user', id)).toMatchObject({ id, operator_since: null });
  expect(await isListed()).toBe(false);
  expect(await refused('operator', 'add', '--user', 'nobody@example.com')).toBe(
    '--user is not the id or the email address of a user\n',
  );
});

test('a link for a new password, by email address or id', async () => {
  const email = anEmail();
  const { id } = await hub('user', 'create', '--email', email, '--password', 'correct horse');
  for (const user of [id, email.toUpperCase()]) {
    expect(await hub('user', 'reset-password', '--user', user)).toEqual({
      url: expect.stringMatching(/^http:\/\/hub\.example\/back-office\/new-password\?token=[0-9a-f]{48}$/),
      expires_at: expect.any(String),
    });
  }
  expect(await refused('user', 'reset-password', '--user', 'nobody@example.com')).toBe(
    'Nobody has the email address nobody@example.com.\n',
  );
  expect(await refused('user', 'reset-password', '--user', 'nothing')).toBe('User not found\n');
});

describe('what is wrong is said in the words of the command line, with exit code 1', () => {
  test('options that the hub refuses', async () => {
    const { user, account, location, client } = await aTenant();
    const connect = (...args: string[]) => refused('connection', 'create', '--client', client.client_id, ...args);
    expect(await connect('--scope', 'location[orders.read]')).toBe(
      '--location is needed, for the scope is of a location\n',
    );
    expect(await connect('--scope', 'account[orders.read]', '--location', location.id)).toMatch(/^--account is needed/);
    expect(await connect('--scope', 'profile', '--account', account.id)).toMatch(/^--account does not fit the scope/);
    expect(await connect('--scope', 'location[orders]', '--location', location.id)).toMatch(
      /^--scope "orders" is not a permission/,
    );
    expect(await refused('account', 'create', '--user', user.id, '--name', 'A', '--currency', 'EURO')).toMatch(
      /^--currency must be/,
    );
    expect(await refused('account', 'create', '--user', 'nobody', '--name', 'A', '--currency', 'EUR')).toMatch(
      /^--user is not/,
    );
    expect(await refused('location', 'create', '--account', account.id, '--name', 'A', '--timezone', 'Paris')).toMatch(
      /^--timezone must/,
    );
    expect(await refused('client', 'create', '--user', user.id, '--name', 'A', '--redirect-uri', 'nowhere')).toMatch(
      /^--redirect-uri must/,
    );
    expect(await refused('user', 'create', '--email', user.email, '--password', 'correct horse')).toMatch(
      /^--email is used/,
    );
  });

  test('what is not there', async () => {
    expect(await refused('connection', 'block', '--id', 'nothing')).toBe('Connection not found\n');
    expect(await refused('account', 'suspend', '--id', '../users')).toMatch(/not found/);
  });

  test('commands and options that do not exist, or are missing', async () => {
    expect(await refused('nothing')).toMatch(/unknown command 'nothing'[^]*hub --help/);
    expect(await refused('connection', 'block')).toMatch(/required option '--id <id>'/);
    expect((await shell([])).code).toBe(1);
    const help = await shell(['--help']);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('connection')]);
  });

  test('no hub known, one that is away, one that has another key', async () => {
    const HUB_DATA_DIR = join(folder, 'nowhere');
    expect((await shell(['status'], { env: { HUB_DATA_DIR } })).stderr).toMatch(/no hub known[^]*npm start/);
    const away = await shell(['status'], {
      env: { HUB_AUTH_URL: 'http://127.0.0.1:1', HUB_OPERATOR_KEY: testOperatorKey },
    });
    expect([away.code, away.stderr]).toEqual([
      1,
      expect.stringMatching(/cannot be reached at http:\/\/127.0.0.1:1\. Start it with `npm start`/),
    ]);
    const stranger = await shell(['status'], {
      env: { HUB_AUTH_URL: auth_url, HUB_OPERATOR_KEY: 'another-key-of-someone' },
    });
    expect([stranger.code, stranger.stderr]).toEqual([1, expect.stringMatching(/refuses this operator key/)]);
    expect((await shell(['status'], { env: { HUB_AUTH_URL: 'nonsense' } })).stderr).toMatch(/HUB_AUTH_URL/);
  });

  test('the settings go before the file, each by itself', async () => {
    expect(
      (
        await shell(['status'], {
          env: { HUB_AUTH_URL: auth_url, HUB_OPERATOR_KEY: testOperatorKey, HUB_DATA_DIR: '/nowhere' },
        })
      ).code,
    ).toBe(0);
    expect(
      (await shell(['status'], { env: { HUB_OPERATOR_KEY: 'another-key-of-someone', HUB_DATA_DIR: folder } })).stderr,
    ).toMatch(/refuses/);
  });
});
