import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { join } from 'node:path';
import { newId } from '@order-hub/shared/ids';
import { testOperatorKey } from '@order-hub/testing/call';
import { oddAnswers, startRawReceiver } from '@order-hub/testing/raw-receiver';
import { commandList } from '../src/command-list.ts';
import { postEvent } from '../src/listen/post-event.ts';
import { tableText } from '../src/printing/table-text.ts';
import { anEmail, type OptionValues, password, type Shell, startShell } from './shell.ts';

let started: Shell;
beforeAll(async () => {
  started = await startShell();
});
afterAll(() => started.close());

/** What the command line lists and shows to operators, as JSON and on a terminal. */
describe('lists', () => {
  let shell: Shell;
  let email: string;
  let user: { id: string };
  let account: { id: string };
  let location: { id: string };
  let client: { client_id: string };
  let connection: { id: string };

  beforeAll(async () => {
    shell = started;
    email = anEmail();
    user = await shell.hub('user create --password-stdin', { email, 'first-name': 'Ada' }, password);
    account = await shell.hub('account create', { user: email, name: 'Chez Ada', currency: 'EUR' });
    location = await shell.hub('location create', { account: account.id, name: 'Rue du Bac' });
    client = await shell.hub('client create', { user: email.toUpperCase(), name: 'Till' });
    const grant = { client: client.client_id, location: location.id, scope: 'location[orders.write]' };
    connection = await shell.hub('connection create', grant);
    await shell.hub('operator add', { user: email });
  });

  test('users, accounts, locations, clients and connections, by id, and users by email address too', async () => {
    const named = { id: account.id, name: 'Chez Ada' };
    expect(await shell.hub(`user show ${email}`)).toEqual(await shell.hub(`user show ${user.id}`));
    expect(await shell.hub('user list')).toContainEqual(expect.objectContaining({ id: user.id, email }));
    expect(await shell.hub('account list', { user: email })).toEqual([expect.objectContaining(named)]);
    expect(await shell.hub(`account show ${account.id}`)).toMatchObject({ ...named, owner_email: email, locations: 1 });
    expect(await shell.hub('location list', { account: account.id })).toMatchObject([{ id: location.id }]);
    expect(await shell.hub(`location show ${location.id}`)).toMatchObject({ id: location.id, name: 'Rue du Bac' });
    expect(await shell.hub('client list', { user: user.id })).toMatchObject([{ id: client.client_id, name: 'Till' }]);
    expect(await shell.hub(`client show ${client.client_id}`)).toMatchObject({ name: 'Till', user_id: user.id });
    expect(await shell.hub(`connection show ${connection.id}`)).toMatchObject({ id: connection.id, status: 'active' });
    expect(await shell.errorOf('account list', { user: 'nobody@example.com' })).toBe(
      'No user has the email address nobody@example.com.\n',
    );
    expect(await shell.errorOf('client show nothing')).toBe('Client not found\n');
  });

  test('on a terminal a list is a table and one thing is a record; with --json they are JSON', async () => {
    const [titles, row, ...others] = await shell.linesOnTerminal('account', 'list', '--user', email);
    expect(titles).toMatch(/^ID +NAME +CURRENCY +SUSPENDED +LOCATIONS$/);
    expect(row).toMatch(new RegExp(`^${account.id} +Chez Ada +EUR +false +1$`));
    expect(others).toEqual([]);
    const record = await shell.linesOnTerminal('account', 'show', account.id);
    expect(record).toEqual(expect.arrayContaining([expect.stringMatching(/^owner_email +\S+@example.com$/)]));
    const { stdout } = await shell.shell(['account', 'show', account.id, '--json'], { isTerminal: true });
    expect(JSON.parse(stdout)).toMatchObject({ id: account.id });
    expect(await shell.linesOnTerminal('location', 'list', '--account', 'nothing')).toEqual(['There are none.']);
  });

  test('a table has columns that exist', async () => {
    for (const noun of ['user', 'account', 'location', 'client', 'connection', 'operator']) {
      const [item] = await shell.hub(`${noun} list`);
      const group = commandList.flatMap(({ entries }) => entries).find(({ name }) => name === noun);
      const list = group && 'commands' in group ? group.commands.find(({ name }) => name === 'list') : undefined;
      const columns = typeof list?.prints === 'object' ? list.prints.columns : [];
      expect([noun, columns.filter((column) => !(column in item))]).toEqual([noun, []]);
    }
  });

  test('what others have named does nothing to the terminal', () => {
    const rows = [{ name: '\u001b[2Jgone\u009b1m', place: { city: '東京' } }, { name: 'a\u202eb' }];
    expect(tableText(rows, ['name', 'place.city'])).toBe(
      ['NAME         PLACE CITY', ' [2Jgone 1m  東京', 'a b          –', ''].join('\n'),
    );
  });

  test('tells its version', async () => {
    expect(await shell.shell(['--version'])).toEqual({ code: 0, stdout: '0.1.0\n', stderr: '' });
  });
});

describe('commands', () => {
  let { auth, neighbours, folder, auth_url, shell, hub, errorOf } = {} as Shell;

  let tenant: Awaited<ReturnType<typeof aTenant>>;

  beforeAll(async () => {
    ({ auth, neighbours, folder, auth_url, shell, hub, errorOf } = started);
    tenant = await aTenant();
  });

  const createUser = (options: OptionValues) =>
    hub('user create --password-stdin', { email: anEmail(), ...options }, password);

  async function aTenant() {
    const user = await createUser({ 'first-name': 'Ada', 'last-name': 'L.' });
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
      const { user, account, location, client } = tenant;
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
      const catalog_id = neighbours.addCatalog(account.id, 'Menu', location.id);
      const customer_list_id = neighbours.addList(account.id, 'Guests', null);
      const ofLocation = await create({
        location: location.id,
        scope: 'location[orders.write]',
        catalog: catalog_id,
        'customer-list': customer_list_id,
        name: 'Bar',
      });
      expect(ofLocation).toMatchObject({
        access_token: expect.stringMatching(/^hub_/),
        token_type: 'Bearer',
        location_id: location.id,
        catalog_id,
        customer_list_id,
        catalog_name: 'Menu',
        customer_list_name: 'Guests',
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
      expect((await hub('connection disconnect --yes', { id: ofLocation.id })).status).toBe('disconnected');
    });

    test('lists all connections, even more than a page', async () => {
      const { location, client } = await aTenant();
      const names = Array.from({ length: 101 }, (_, index) => `n${index}`);
      const connection = { client_id: client.client_id, location_id: location.id, scope: 'location[orders.read]' };
      for (const name of names) {
        expect((await auth.operator('POST /management/connections', { ...connection, name })).status).toBe(200);
      }
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

  test('usage fails with a sentence while the gateway does not answer, and for a wrong count', async () => {
    expect(await errorOf('usage')).toContain('The gateway does not answer at the moment');
    expect(await errorOf('usage', { count: 'many' })).toMatch(/count/);
  });

  describe('what waits', () => {
    /** A message that is parked in auth's outbox. Its id. */
    async function aParked(): Promise<string> {
      const id = newId();
      await auth.db.query(
        `insert into outbox (id, topic, key, body, parked_at, parked_reason) values ($1, 'location', 'l1', '{}', now(), 'no')`,
        [id],
      );
      return id;
    }
    const isParked = async (id: string) =>
      (await auth.db.query('select from outbox where id = $1 and parked_at is not null', [id])).rowCount === 1;

    test('the backlog of each service', async () => {
      const { services, events } = await hub('backlog');
      expect(services).toContainEqual({ service: 'orders', backlog: null });
      expect(services).toContainEqual(expect.objectContaining({ service: 'auth', backlog: expect.any(Object) }));
      expect(events).toBeNull();
    });

    test('parked messages are listed, shown and sent again', async () => {
      const id = await aParked();
      const listed = await hub('parked list', { service: 'auth', count: '1' });
      expect(listed.items).toMatchObject([{ id, service: 'auth', topic: 'location', key: 'l1', reason: 'no' }]);
      expect(await hub('parked show', { id })).toMatchObject({ id, attempts: 1 });
      expect((await hub('parked retry', { id })).retried).toBe(1);
      expect(await errorOf('parked retry')).toBe('Say which messages: use one of --id, --topic and --all.\n');
      expect(await errorOf('parked retry', { id, topic: 'location' })).toContain('use one of');
      expect((await hub('parked retry', { topic: 'nothing' })).retried).toBe(0);
      expect((await shell(['parked', 'list', '--service', 'gateway'])).stderr).toContain('Allowed choices');
    });

    test('a parked message is deleted after a yes', async () => {
      const [kept, deleted, forced] = [await aParked(), await aParked(), await aParked()];
      const refused = await shell(['parked', 'delete', '--id', kept], { stdin: 'no\n', isTerminal: true });
      expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('Nothing was done.')]);
      const done = await shell(['parked', 'delete', '--id', deleted], { stdin: 'yes\n', isTerminal: true });
      expect([done.code, done.stderr]).toEqual([
        0,
        expect.stringContaining(`Delete the message ${deleted} (location of l1)`),
      ]);
      expect((await shell(['parked', 'delete', '--id', forced, '--yes'])).code).toBe(0);
      expect(await Promise.all([kept, deleted, forced].map(isParked))).toEqual([true, false, false]);
    });

    test('dropped events: fails with a sentence while the events service does not answer, and without a filter', async () => {
      expect(await errorOf('dropped list')).toContain('The events service does not answer at the moment');
      expect(await errorOf('dropped list', { since: 'yesterday' })).toMatch(/since must be an ISO 8601/);
      expect(await errorOf('dropped replay')).toContain('Say which events');
      expect(await errorOf('dropped replay', { client: 'c' })).toContain('does not answer');
    });
  });

  test('asks for a password where somebody can type it; no option takes a secret', async () => {
    const create = () => ['user', 'create', '--email', anEmail()];
    expect(await shell(create(), { typed: password })).toMatchObject({ code: 0, stderr: '' });
    expect((await shell(create(), { typed: '' })).stderr).toMatch(/needs a password/);
    const { code, stderr } = await shell([...create(), '--password', password]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("unknown option '--password'")]);
    const commands = commandList.flatMap(({ entries }) =>
      entries.flatMap((entry) => ('commands' in entry ? entry.commands : [entry])),
    );
    const valued = commands.flatMap(({ options }) =>
      Object.keys(options).filter((name) => options[name]?.kind !== 'flag'),
    );
    expect(valued.filter((name) => /password|secret|token|code$|key/.test(name) && name !== 'postal_code')).toEqual([]);
  });

  test('reads a password from stdin', async () => {
    const args = ['user', 'create', '--email', anEmail(), '--password-stdin'];
    expect((await shell(args, { stdin: `${password}\n` })).code).toBe(0);
    expect((await shell(args, { stdin: '\n' })).stderr).toMatch(/needs a password/);
    expect(await errorOf('user create', { email: anEmail() })).toMatch(/--password-stdin/);
  });

  test('adds, removes and lists operators, by email address or id', async () => {
    const email = anEmail();
    const { id } = await createUser({ email });
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

  test('changes what it creates; what is left out stays', async () => {
    const { account, location, client } = await aTenant();
    expect(await hub('account update', { id: account.id, name: 'Chez Grace' })).toMatchObject({ name: 'Chez Grace' });
    expect(await hub('location update', { id: location.id, city: 'Lyon' })).toMatchObject({
      ...{ id: location.id, name: location.name, timezone: 'Europe/Paris', city: 'Lyon' },
    });
    const id = client.client_id;
    const uri = 'https://till.example/back';
    expect(await hub('client update', { id, 'redirect-uri': uri, proof: 'on' })).toMatchObject({
      ...{ id, name: 'Till', redirect_uris: [uri], needs_proof: true, is_strict: false },
    });
    expect(await hub('client update', { id, name: 'Till 2', strict: 'on' })).toMatchObject({
      ...{ id, name: 'Till 2', redirect_uris: [uri], needs_proof: true, is_strict: true },
    });
    const rotated = await hub('client rotate-secret', { id });
    expect(rotated).toEqual({
      ...{ client_id: id, client_secret: expect.stringMatching(/^hub_secret_/), old_secret_until: null },
    });
    expect(rotated.client_secret).not.toBe(client.client_secret);
    expect(await errorOf('client update', { id, 'redirect-uri': 'nowhere' })).toContain('redirect');
    expect(await errorOf('location update', { id: 'nothing', city: 'Lyon' })).toBe('Location not found\n');
  });

  test('keeps the old secret of a client for a while, and ends it', async () => {
    const id = (await aTenant()).client.client_id;
    const { old_secret_until } = await hub('client rotate-secret', { id, 'keep-old-for': '24h' });
    expect(old_secret_until).toEqual(expect.any(String));
    expect(await hub('client show', { id })).toMatchObject({ old_secret_until });
    expect(await hub('client end-old-secret', { id })).toMatchObject({ id, old_secret_until: null });
    const refused = (time: string) => errorOf('client rotate-secret', { id, 'keep-old-for': time });
    expect(await refused('a while')).toBe('--keep-old-for must be a time such as 30m, 24h or 7d\n');
    expect(await refused('8d')).toMatch(/^--keep-old-for must be at most 604800/);
  });

  test('changes users, connections and apps; what is left out stays', async () => {
    const { user, location, client } = await aTenant();
    expect(await hub('user update', { user: user.email, 'last-name': 'Byron', locale: ['fr-FR', 'en'] })).toMatchObject(
      {
        ...{ id: user.id, first_name: 'Ada', last_name: 'Byron', locales: ['fr-FR', 'en'] },
      },
    );
    expect(await errorOf('user update', { user: user.id, locale: 'no tag' })).toMatch(/^--locale must be/);
    const grant = { client: client.client_id, location: location.id, scope: 'location[orders.write]' };
    const { id } = await hub('connection create', grant);
    const narrowed = { id, scope: 'location[orders.read]', status: 'active' };
    expect(await hub('connection update', { id, scope: narrowed.scope })).toMatchObject(narrowed);
    expect(await hub('connection update --no-catalog', { id })).toMatchObject({ ...narrowed, catalog_id: null });
    expect(await errorOf('connection update', { id, scope: 'account[orders.read]' })).toMatch(/^--scope must be for/);
    const app = { id: client.client_id };
    expect(await errorOf('app show', app)).toContain('has not described it');
    await auth.db.query(
      `insert into listings (client_id, description, scope, website, start_url, requested_at)
       values ($1, 'A til', 'location[orders.read]', 'https://a.example', 'https://a.example/start', now())`,
      [client.client_id],
    );
    const corrected = { description: 'A till', website: 'https://a.example', listed_at: null };
    expect(await hub('app update', { ...app, description: 'A till' })).toMatchObject(corrected);
    expect(await hub('app show', app)).toMatchObject(corrected);
    expect(await hub('app delete', app)).toMatchObject({ requested_at: null });
  });

  test('deletes what it creates after a yes, and says what stands in the way', async () => {
    const { user, account, location, client } = await aTenant();
    const grant = { client: client.client_id, location: location.id, scope: 'location[orders.write]' };
    const { id } = await hub('connection create', grant);
    const [clientId, locationId, accountId] = [client.client_id, location.id, account.id];
    expect(await errorOf('location delete --yes', { id: locationId })).toMatch(/has 1 connection: disconnect them/);
    expect(await errorOf('connection delete', { id })).toMatch(/use --yes/);
    const refused = await shell(['connection', 'delete', id], { isTerminal: true, stdin: 'no\n' });
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/^Disconnect Till from Bac\?[^]*Nothing was/),
    ]);
    const done = await shell(['connection', 'delete', id], { isTerminal: true, stdin: 'yes\n' });
    expect([done.code, done.stdout]).toEqual([0, expect.stringContaining('disconnected')]);
    await hub('connection create', grant);
    expect(await errorOf('client delete --yes', { id: clientId })).toMatch(/has 1 connection/);
    expect(await errorOf('client delete', { id: clientId })).toMatch(/use --yes/);
    expect(await hub('client delete --force --yes', { id: clientId })).toEqual({ deleted: clientId });
    expect(await errorOf('user delete --yes', { user: user.email })).toMatch(/owns 1 account/);
    expect(await hub('location delete --yes', { id: locationId })).toEqual({ deleted: locationId });
    expect(await hub('account delete --yes', { id: accountId })).toEqual({ deleted: accountId });
    expect(await hub('user delete --yes', { user: user.email })).toEqual({ deleted: user.id });
    for (const noun of ['client', 'location', 'account', 'connection'])
      expect(await errorOf(`${noun} delete --yes`, { id: 'nothing' })).toMatch(/not found/);
    expect(await errorOf('user delete --yes', { user: 'nothing' })).toMatch(/not found/);
  });

  test('marks a client as verified, and takes the mark away', async () => {
    const { client } = tenant;
    const id = client.client_id;
    expect(await hub('client verify', { id })).toMatchObject({ id, name: 'Till', verified_at: expect.any(String) });
    expect(await hub('client unverify', { id })).toMatchObject({ id, verified_at: null });
    expect(await errorOf('client verify', { id: 'nothing' })).toBe('Client not found\n');
  });

  test('creates a link for a new password, by email address or id', async () => {
    const email = anEmail();
    const { id } = await createUser({ email });
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

  test('removes the second factors of a user, by id or email address', async () => {
    const email = anEmail();
    const { id } = await createUser({ email });
    for (const user of [id, email]) expect(await hub('user reset-second-factor', { user })).toEqual({ removed: 0 });
    expect(await errorOf('user reset-second-factor', { user: 'nobody@example.com' })).toBe(
      'No user has the email address nobody@example.com.\n',
    );
    expect(await errorOf('user reset-second-factor', { user: 'nothing' })).toBe('User not found\n');
  });

  describe('explains in the words of the command line, with exit code 1', () => {
    test('options that the hub refuses', async () => {
      const { account, location, client } = tenant;
      const connectError = (options: OptionValues) =>
        errorOf('connection create', { client: client.client_id, ...options });
      expect(await connectError({ scope: 'location[orders.read]' })).toBe(
        '--location is needed, because the scope is for a location\n',
      );
      expect(await connectError({ scope: 'account[orders.read]', location: location.id })).toMatch(
        /^--account is needed/,
      );
      expect(await connectError({ scope: 'profile', account: account.id })).toMatch(
        /^--account does not fit the scope/,
      );
      expect(await connectError({ scope: 'location[orders]', location: location.id })).toMatch(
        /^--scope "orders" is not a permission/,
      );
    });

    test('values that the hub refuses', async () => {
      const { user, account } = tenant;
      const name = 'A';
      expect(await errorOf('account create', { user: user.id, name, currency: 'EURO' })).toMatch(/^--currency must be/);
      expect(await errorOf('account create', { user: 'nobody', name, currency: 'EUR' })).toMatch(/^--user is not/);
      expect(await errorOf('location create', { account: account.id, name, timezone: 'Paris' })).toMatch(
        /^--timezone must/,
      );
      expect(await errorOf('client create', { user: user.id, name, 'redirect-uri': 'nowhere' })).toMatch(
        /^--redirect-uri must/,
      );
      expect(await errorOf('user create --password-stdin', { email: user.email }, password)).toMatch(
        /^--email is used/,
      );
    });

    test('ids that do not exist', async () => {
      expect(await errorOf('connection block', { id: 'nothing' })).toBe('Connection not found\n');
      expect(await errorOf('account suspend', { id: '../users' })).toMatch(/not found/);
    });

    test('commands and options that do not exist, or are missing', async () => {
      expect(await errorOf('nothing')).toMatch(/unknown command 'nothing'[^]*hub --help/);
      expect(await errorOf('connection block')).toMatch(/missing required argument 'id'/);
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
});

test.each(oddAnswers)('a receiver of `hub listen` that answers with 200 acknowledges: %s', async (_how, answer) => {
  const receiver = await startRawReceiver((socket) => void socket.end(answer, 'latin1'));
  const answered = await postEvent(receiver.url, { headers: {}, body: '{}' }, new AbortController().signal);
  expect(answered).toMatchObject({ status: 200, fault: null });
  await receiver.close();
});
