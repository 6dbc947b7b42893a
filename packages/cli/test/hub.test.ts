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

type ShellOptions = { env?: NodeJS.ProcessEnv; stdin?: string };

async function* linesOf(text: string) {
  yield text;
}

/** Runs the command line with these arguments. Returns its output and exit code. */
async function shell(args: string[], { env = { HUB_DATA_DIR: folder }, stdin = '' }: ShellOptions = {}) {
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

type OptionValues = Record<string, string | string[]>;

/** `'account create', { name: 'A' }` as arguments: `account create --name A`. A list repeats its option. */
const argsOf = (command: string, options: OptionValues): string[] => [
  ...command.split(' '),
  ...Object.entries(options).flatMap(([name, values]) => [values].flat().flatMap((value) => [`--${name}`, value])),
];

/** Runs a command that must succeed. Returns its JSON. */
async function hub(command: string, options: OptionValues = {}) {
  const { code, stdout, stderr } = await shell(argsOf(command, options));
  expect([code, stderr]).toEqual([0, '']);
  return JSON.parse(stdout);
}

/** Runs a command that must fail. Returns its error. */
async function errorOf(command: string, options: OptionValues = {}) {
  const { code, stdout, stderr } = await shell(argsOf(command, options));
  expect([code, stdout]).toEqual([1, '']);
  return stderr;
}

let emails = 0;
const anEmail = () => `operator-${(emails += 1)}@example.com`;
const password = 'correct horse';

async function aTenant() {
  const user = await hub('user create', { email: anEmail(), password, 'first-name': 'Ada', 'last-name': 'L.' });
  const account = await hub('account create', { user: user.id, name: 'Chez Ada', currency: 'EUR' });
  const address = { country: 'FR', 'postal-code': '75007' };
  const location = await hub('location create', {
    account: account.id,
    name: 'Bac',
    timezone: 'Europe/Paris',
    ...address,
  });
  const client = await hub('client create', {
    user: user.id,
    name: 'Till',
    'redirect-uri': ['https://a.example/cb', 'https://b.example/cb'],
  });
  return { user, account, location, client };
}

describe('creates a tenant', () => {
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

  test('connections of every kind; lists, blocks, unblocks and disconnects them', async () => {
    const { account, location, client } = await aTenant();
    const create = (options: OptionValues) => hub('connection create', { client: client.client_id, ...options });
    const ofLocation = await create({
      location: location.id,
      scope: 'location[orders.write]',
      catalog: 'c1',
      'customer-list': 'l1',
      name: 'Bar',
    });
    expect(ofLocation).toMatchObject({
      access_token: expect.stringMatching(/^hub_/),
      token_type: 'Bearer',
      location_id: location.id,
      catalog_id: 'c1',
      customer_list_id: 'l1',
    });
    const ofAccount = await create({ account: account.id, scope: 'account[orders.read],profile' });
    const ofUser = await create({ scope: 'profile_with_email' });
    expect(await create({ scope: 'profile_with_email' })).toEqual(ofUser);

    const ids = async (filters: OptionValues = {}) =>
      (await hub('connection list', filters)).map(({ id }: { id: string }) => id);
    expect(await ids({ client: client.client_id })).toEqual([ofLocation.id, ofAccount.id, ofUser.id]);
    expect(await ids({ location: location.id })).toEqual([ofLocation.id]);
    expect(await ids({ account: account.id })).toEqual([ofLocation.id, ofAccount.id]);
    expect(await ids()).toEqual(expect.arrayContaining([ofLocation.id, ofAccount.id, ofUser.id]));

    expect((await hub('connection block', { id: ofLocation.id })).status).toBe('blocked');
    expect((await hub('connection unblock', { id: ofLocation.id })).status).toBe('active');
    expect((await hub('account suspend', { id: account.id })).suspended).toBe(true);
    expect((await hub('connection list', { location: location.id }))[0].status).toBe('suspended');
    expect((await hub('account resume', { id: account.id })).suspended).toBe(false);
    expect((await hub('location suspend', { id: location.id })).suspended).toBe(true);
    expect((await hub('location resume', { id: location.id })).suspended).toBe(false);
    expect((await hub('connection disconnect', { id: ofLocation.id })).status).toBe('disconnected');
  });

  test('lists all connections, even more than a page', async () => {
    const { location, client } = await aTenant();
    const names = Array.from({ length: 101 }, (_, index) => `n${index}`);
    const connection = { client: client.client_id, location: location.id, scope: 'location[orders.read]' };
    for (const name of names) await hub('connection create', { ...connection, name });
    const listed = await hub('connection list', { location: location.id });
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

test('reads a password from stdin', async () => {
  const args = ['user', 'create', '--email', anEmail(), '--password-stdin'];
  expect((await shell(args, { stdin: `${password}\n` })).code).toBe(0);
  expect((await shell(args, { stdin: '\n' })).stderr).toMatch(/needs a password/);
  expect(await errorOf('user create', { email: anEmail() })).toMatch(/--password-stdin/);
});

test('adds, removes and lists operators, by email address or id', async () => {
  const email = anEmail();
  const { id } = await hub('user create', { email, password });
  const isListed = async () => (await hub('operator list')).some((operator: { id: string }) => operator.id === id);
  const added = await hub('operator add', { user: email.toUpperCase() });
  expect(added).toMatchObject({ id, email, operator_since: expect.any(String) });
  expect(await hub('operator add', { user: id })).toEqual(added);
  expect(await isListed()).toBe(true);
  expect(await hub('operator remove', { user: id })).toMatchObject({ id, operator_since: null });
  expect(await isListed()).toBe(false);
  expect(await errorOf('operator add', { user: 'nobody@example.com' })).toBe(
    '--user is not the id or the email address of a user\n',
  );
});

test('creates a link for a new password, by email address or id', async () => {
  const email = anEmail();
  const { id } = await hub('user create', { email, password });
  for (const user of [id, email.toUpperCase()]) {
    expect(await hub('user reset-password', { user })).toEqual({
      url: expect.stringMatching(/^http:\/\/hub\.example\/back-office\/new-password\?token=[0-9a-f]{48}$/),
      expires_at: expect.any(String),
    });
  }
  expect(await errorOf('user reset-password', { user: 'nobody@example.com' })).toBe(
    'No user has the email address nobody@example.com.\n',
  );
  expect(await errorOf('user reset-password', { user: 'nothing' })).toBe('User not found\n');
});

describe('explains in the words of the command line, with exit code 1', () => {
  test('options that the hub refuses', async () => {
    const { account, location, client } = await aTenant();
    const connectError = (options: OptionValues) =>
      errorOf('connection create', { client: client.client_id, ...options });
    expect(await connectError({ scope: 'location[orders.read]' })).toBe(
      '--location is needed, because the scope is for a location\n',
    );
    expect(await connectError({ scope: 'account[orders.read]', location: location.id })).toMatch(
      /^--account is needed/,
    );
    expect(await connectError({ scope: 'profile', account: account.id })).toMatch(/^--account does not fit the scope/);
    expect(await connectError({ scope: 'location[orders]', location: location.id })).toMatch(
      /^--scope "orders" is not a permission/,
    );
  });

  test('values that the hub refuses', async () => {
    const { user, account } = await aTenant();
    const name = 'A';
    expect(await errorOf('account create', { user: user.id, name, currency: 'EURO' })).toMatch(/^--currency must be/);
    expect(await errorOf('account create', { user: 'nobody', name, currency: 'EUR' })).toMatch(/^--user is not/);
    expect(await errorOf('location create', { account: account.id, name, timezone: 'Paris' })).toMatch(
      /^--timezone must/,
    );
    expect(await errorOf('client create', { user: user.id, name, 'redirect-uri': 'nowhere' })).toMatch(
      /^--redirect-uri must/,
    );
    expect(await errorOf('user create', { email: user.email, password })).toMatch(/^--email is used/);
  });

  test('ids that do not exist', async () => {
    expect(await errorOf('connection block', { id: 'nothing' })).toBe('Connection not found\n');
    expect(await errorOf('account suspend', { id: '../users' })).toMatch(/not found/);
  });

  test('commands and options that do not exist, or are missing', async () => {
    expect(await errorOf('nothing')).toMatch(/unknown command 'nothing'[^]*hub --help/);
    expect(await errorOf('connection block')).toMatch(/required option '--id <id>'/);
    expect((await shell([])).code).toBe(1);
    const help = await shell(['--help']);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('connection')]);
  });

  test('no hub, a hub that is down, a hub with another key', async () => {
    const statusWith = (env: NodeJS.ProcessEnv) => shell(['status'], { env });
    const none = await statusWith({ HUB_DATA_DIR: join(folder, 'nowhere') });
    expect(none.stderr).toMatch(/^No hub found[^]*npm start/);
    const down = await statusWith({ HUB_AUTH_URL: 'http://127.0.0.1:1', HUB_OPERATOR_KEY: testOperatorKey });
    expect([down.code, down.stderr]).toEqual([
      1,
      expect.stringMatching(/cannot be reached at http:\/\/127.0.0.1:1\. Start it with `npm start`/),
    ]);
    const wrongKey = await statusWith({ HUB_AUTH_URL: auth_url, HUB_OPERATOR_KEY: 'another-key-of-someone' });
    expect([wrongKey.code, wrongKey.stderr]).toEqual([1, expect.stringMatching(/refuses this operator key/)]);
    expect((await statusWith({ HUB_AUTH_URL: 'nonsense' })).stderr).toMatch(/HUB_AUTH_URL/);
  });
});

test('each setting overrides the file', async () => {
  const settings = { HUB_AUTH_URL: auth_url, HUB_OPERATOR_KEY: testOperatorKey, HUB_DATA_DIR: '/nowhere' };
  expect((await shell(['status'], { env: settings })).code).toBe(0);
  const otherKey = { HUB_OPERATOR_KEY: 'another-key-of-someone', HUB_DATA_DIR: folder };
  expect((await shell(['status'], { env: otherKey })).stderr).toMatch(/refuses/);
});
