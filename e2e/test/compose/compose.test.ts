/** The images and docker-compose.yml, as an operator uses them. Needs a Docker engine: `npm run test:wide -- compose`. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, Schemas } from '@order-hub/client';
import { brokerUsers } from '@order-hub/shared/broker-rights';
import { serviceNames } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { freePort } from '@order-hub/testing/free-port';
import { GenericContainer, Wait } from 'testcontainers';
import { placeOrders } from '../../src/compose/place-orders.ts';
import { composeProject, type ComposeProject } from '../../src/compose/project.ts';
import { timed } from '../../src/compose/timed.ts';
import { apiOf } from '../../src/tenant.ts';
import { startReceiver, type Receiver } from './receiver.ts';
import { settingsFor } from './settings.ts';
import { withEngine } from './with-engine.ts';

const baseImage = 'node:24-bookworm-slim';
const megabytesMax = 25;
const patienceMs = 120_000;
const replicated = serviceNames.filter((name) => name !== 'gateway');
const order: Schemas['OrderCreate'] = {
  status: 'new',
  items: [{ product_name: 'Margherita', price: '9.80 EUR', quantity: '2' }],
};
const events: Schemas['CallbackEvents'] = { order: ['create'] };
const say = (line: string) => void process.stdout.write(`${line}\n`);

await withEngine('docker-compose.yml', ({ client, compose }) => {
  const folder = mkdtempSync(join(tmpdir(), 'order-hub-compose-'));
  const envFile = join(folder, '.env');
  let base_url: string;
  let project: ComposeProject;
  let receiver: Receiver;
  let website: Client;
  let till: Client;

  const remove = () => project.command('--profile', 'hub', 'down', '--volumes', '--remove-orphans');

  beforeAll(async () => {
    const port = await freePort();
    base_url = `http://localhost:${port}`;
    const options = { name: 'order-hub-test', envFile, settings: settingsFor(port) };
    project = await composeProject({ client, compose }, options);
    await remove();
    await timed('build', () => project.command('--profile', 'hub', 'build'));
    await timed('up', () => project.up());
  }, 1_200_000);

  afterAll(async () => {
    await remove();
    rmSync(folder, { recursive: true });
  });

  /** Waits until the receiver has heard of all these orders. */
  const untilPushed = (orderIds: readonly string[]) =>
    eventually(async () => {
      const received = await receiver.orderIds();
      return orderIds.every((id) => received.has(id));
    }, patienceMs);

  /** Waits until the till's list has the event of an order. */
  const untilListed = (orderId: string) =>
    eventually(async () => {
      const listed = await till.listEvents().toArray();
      return listed.some(({ order_id }) => order_id === orderId);
    }, patienceMs);

  /** How often the engine has started replicas of a service again. */
  const restartsOf = async (service: string) => {
    const containers = await Promise.all((await project.containersOf(service)).map((replica) => replica.inspect()));
    return containers.reduce((sum, { RestartCount }) => sum + RestartCount, 0);
  };

  const inspectImage = (name: string) => client.container.dockerode.getImage(name).inspect();

  test(`no image is more than ${megabytesMax} MB larger than its base`, async () => {
    const base = (await inspectImage(baseImage)).Size;
    for (const name of [...serviceNames, 'hub']) {
      const megabytes = ((await inspectImage(`order-hub/${name}`)).Size - base) / 1e6;
      say(`${name}: ${megabytes.toFixed(1)} MB above its base`);
      expect(megabytes).toBeLessThan(megabytesMax);
    }
  });

  test('an image names its packages, its licence and its base', async () => {
    expect(JSON.parse(await project.exec('orders', 'cat', '/hub/sbom.cdx.json'))).toMatchObject({
      bomFormat: 'CycloneDX',
      components: expect.arrayContaining([expect.objectContaining({ name: 'express' })]),
    });
    expect((await inspectImage('order-hub/orders')).Config.Labels).toMatchObject({
      'org.opencontainers.image.licenses': 'Apache-2.0',
      'org.opencontainers.image.base.name': baseImage,
    });
  });

  test('the command line creates the first operator, clients and connections', async () => {
    const email = 'ada@example.com';
    const user = await project.hub('user create --password-stdin', { email }, 'correct horse battery');
    await project.hub('operator add', { user: email });
    expect(await project.hub('operator list')).toMatchObject([{ email }]);
    expect((await project.hub('user reset-password', { user: email })).url).toContain(base_url);

    const account = await project.hub('account create', { user: user.id, name: 'Pizzeria', currency: 'EUR' });
    const location = await project.hub('location create', { account: account.id, name: 'Louvre' });
    const connect = async (name: string) => {
      const { client_id, client_secret } = await project.hub('client create', { user: user.id, name });
      const options = { client: client_id, location: location.id, scope: 'location[orders.write]' };
      const api = apiOf(`${base_url}/v1`, await project.hub('connection create', options));
      return { api, secret: client_secret as string };
    };
    ({ api: website } = await connect('website'));
    const { api, secret } = await connect('till');
    till = api;
    receiver = await startReceiver({ image: baseImage, network: project.network('outgoing'), secret });
  });

  test('the command line, in a container outside the project, says that every service is ready', async () => {
    const [, key = ''] = /^HUB_OPERATOR_KEY=(.*)$/m.exec(readFileSync(envFile, 'utf8')) ?? [];
    let printed = '';
    const container = await new GenericContainer('order-hub/hub')
      .withNetworkMode(project.network('services'))
      .withEnvironment({ HUB_AUTH_URL: 'http://auth:8080', HUB_OPERATOR_KEY: key })
      .withCommand(['status'])
      .withLogConsumer((stream) => stream.on('data', (text) => (printed += String(text))))
      .withWaitStrategy(Wait.forLogMessage(/^}/m))
      .start();
    await container.stop();
    const { services } = JSON.parse(printed);
    const ready = serviceNames.filter((name) => services[name].ready);
    expect(ready).toEqual(serviceNames);
  });

  test('only the gateway listens for clients, and only events reaches addresses outside', async () => {
    const published = (await project.command('ps', '--format', '{{.Service}} {{.Publishers}}')).split('\n');
    const open = published.filter((line) => /\b0\.0\.0\.0\b|\[::\]/.test(line)).map((line) => line.split(' ')[0]);
    expect(open).toEqual(['gateway']);

    const reach = `exec 3<> /dev/tcp/${receiver.host}/${receiver.port}`;
    await project.exec('events', 'timeout', '5', 'bash', '-c', reach);
    for (const name of serviceNames.filter((service) => service !== 'events')) {
      await expect(project.exec(name, 'timeout', '1', 'bash', '-c', reach)).rejects.toThrow(/Command failed/);
    }
  });

  test('every container runs without capabilities on a read-only file system', async () => {
    const names = (await project.command('ps', '--all', '--format', '{{.Service}}')).split('\n').filter(Boolean);
    for (const name of new Set(names)) {
      for (const container of await project.containersOf(name)) {
        const { HostConfig, Config } = await container.inspect();
        const { ReadonlyRootfs, CapDrop, CapAdd, SecurityOpt } = HostConfig;
        expect({ name, ReadonlyRootfs, CapDrop, CapAdd, SecurityOpt, user: Config.User }).toEqual({
          ...{ name, ReadonlyRootfs: true, CapDrop: ['ALL'], CapAdd: null },
          ...{ SecurityOpt: ['no-new-privileges:true'], user: expect.stringMatching(/^(?!root|0$)./) },
        });
      }
    }
  });

  test('RabbitMQ has a user for each service, and no other', async () => {
    const listed = await project.exec('rabbitmq', 'rabbitmqctl', '-q', '--no-table-headers', 'list_users');
    const users = listed.split('\n').flatMap((line) => line.split('\t')[0] || []);
    expect(users.sort()).toEqual([...brokerUsers].sort());
  });

  test('the log of PostgreSQL contains no values of rows', async () => {
    const query =
      'select name, setting from pg_settings where name ~ $$^log_(error_verb|parameter_max)$$ order by name';
    const shown = await project.exec('postgres', 'psql', '-U', 'hub', '-At', '-c', query);
    expect(shown.trim().split('\n')).toEqual([
      'log_error_verbosity|terse',
      'log_parameter_max_length|0',
      'log_parameter_max_length_on_error|0',
    ]);
  });

  test("an order reaches the other client's list, and its callback with a right signature", async () => {
    await till.saveCallback({ body: { events } });
    await untilListed((await website.createOrder({ body: order })).id);

    await till.saveCallback({ body: { url: receiver.url, events } });
    await untilPushed([(await website.createOrder({ body: order })).id]);
  });

  test('a rollout under load fails no request and loses no event', async () => {
    const load = placeOrders(website, 4);
    for (const name of replicated) await timed(`rollout of ${name}`, () => project.script('rollout.sh', name));
    const { placed, failures } = await load.stop();
    say(`${placed.length} orders placed meanwhile`);
    expect(failures).toEqual([]);
    await untilPushed(placed);
    for (const name of replicated) expect(await project.containersOf(name)).toHaveLength(2);
  });

  test('killed processes start again, and no event of an acknowledged order is lost', async () => {
    const load = placeOrders(website, 2);
    // Every process of the container but its init, so that the engine sees a crash.
    for (const name of serviceNames) await project.exec(name, 'bash', '-c', 'kill -9 -1').catch(() => undefined);
    await timed('restart of all services after kills', () => project.up());
    for (const name of serviceNames) expect(await restartsOf(name)).toBeGreaterThan(0);
    await project.command('kill', 'rabbitmq', 'postgres');
    await timed('restart of RabbitMQ and PostgreSQL after kills', () => project.up());
    const { placed, failures } = await load.stop();
    say(`${placed.length} orders placed meanwhile, ${failures.length} requests failed`);
    await untilPushed(placed);
  });

  test('orders and waiting events are there after `compose down` and `up`', async () => {
    await till.saveCallback({ body: { events } });
    const stored = await website.createOrder({ body: order });
    // It is in a network of the project.
    await receiver.stop();
    await timed('down', () => project.command('down'));
    await timed('up again', () => project.up());
    expect((await till.retrieveOrder({ order_id: stored.id })).id).toBe(stored.id);
    await untilListed(stored.id);
  });

  test('a backup that was taken under load is restored, with empty queues', async () => {
    const backup = join(folder, 'hub.tar');
    const load = placeOrders(website, 2);
    await eventually(() => load.placed.length > 20, patienceMs);
    const before = [...load.placed];
    await timed('backup', () => project.script('back-up.sh', backup));
    const during = load.placed.length;
    await eventually(() => load.placed.length > during, patienceMs);
    const { placed, failures } = await load.stop();
    expect(failures).toEqual([]);
    await timed('restore', () => project.script('restore.sh', backup));
    await timed('up after the restore', () => project.up());
    for (const order_id of before) await website.retrieveOrder({ order_id });
    await expect(website.retrieveOrder({ order_id: placed.at(-1) ?? '' })).rejects.toMatchObject({ status: 404 });
    await untilListed((await website.createOrder({ body: order })).id);
  });
});
