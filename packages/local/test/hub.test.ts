/** A hub on one machine, as `npm start` runs it once everything is built. The tests follow one data folder through its starts. */
import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { serviceNames, type ServiceName } from '@order-hub/shared/neighbours';
import { callOn, eventually } from '@order-hub/testing/call';
import { sized } from '@order-hub/testing/extent';
import { freePort } from '@order-hub/testing/free-port';
import type { Demo } from '../src/demo/demo.ts';
import { startHub } from '../src/hub.ts';
import { identify } from '../src/processes/process-identity.ts';
import { temporaryFolder } from './temporary-folder.ts';

const main = join(import.meta.dirname, '..', 'dist', 'src', 'main.js');
const folder = temporaryFolder();
const runners: ChildProcess[] = [];

afterAll(async () => {
  for (const runner of runners) {
    if (runner.exitCode !== null || runner.signalCode !== null) continue;
    runner.kill('SIGTERM');
    await once(runner, 'close');
  }
  folder.remove();
});

/** What `npm start` runs. `hasTerminal`: in a process group, as a terminal starts it. */
function startRunner(port: number, dataFolder = folder.path, { hasTerminal = false } = {}) {
  const { DATABASE_URL: _database, AMQP_URL: _amqp, ...env } = process.env;
  const runner = spawn(process.execPath, [main], {
    env: { ...env, PORT: String(port), HUB_DATA_DIR: dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasTerminal,
  });
  runners.push(runner);
  const output = { text: '', errors: '' };
  runner.stdout.on('data', (chunk) => (output.text += String(chunk)));
  runner.stderr.on('data', (chunk) => (output.errors += String(chunk)));
  const ended = once(runner, 'close').then(([code]) => code as number | null);
  const ready = () =>
    eventually(() => {
      if (runner.exitCode !== null) throw new Error(`It ended: ${output.text}${output.errors}`);
      return output.text.includes('Stop: Ctrl-C');
    });
  return { runner, port, output, ended, ready };
}

/** The latest start of the data folder. */
let latest: ReturnType<typeof startRunner>;

async function startHere(options?: { hasTerminal: boolean }): Promise<void> {
  latest = startRunner(await freePort(), folder.path, options);
  await latest.ready();
}

type Resource = { id: string; order_id?: string };

const pasted = async (line: string): Promise<unknown> =>
  JSON.parse((await promisify(execFile)('sh', ['-c', line])).stdout);
const curlLines = (text: string) => text.split('\n').filter((line) => line.startsWith('curl '));
const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder.path, ...path), 'utf8'));
const servicePid = (name: ServiceName): number =>
  (readJson('running.json') as { services: Record<ServiceName, { pid: number }> }).services[name].pid;
const servicePids = (): number[] => {
  const { services } = readJson('running.json') as { services: Record<string, { pid: number }> };
  return Object.values(services).map(({ pid }) => pid);
};
const postgresPid = () => parseInt(readFileSync(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8'), 10);
const recordedPids = (): number[] => [postgresPid(), ...servicePids()];
const groupOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }));
const demo = () => readJson('demo.json') as Demo;

const call = (token: string, route: string, body?: object) =>
  callOn(latest.port)(route, { headers: { 'x-access-token': token }, body });

async function createOrder(): Promise<string> {
  const { status, body } = await call(demo().website.access_token, 'POST /v1/location/orders', { status: 'new' });
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.id;
}

/** Waits until the till can retrieve an event of the order. Requests may fail between a kill and the restart. */
const tillHasEvent = (order_id: string) =>
  eventually(async () => {
    const answer = await call(demo().till.access_token, 'GET /v1/callback/events').catch(() => undefined);
    return answer?.status === 200 && (answer.body as Resource[]).some((event) => event.order_id === order_id);
  });

/** Waits until the order can be retrieved. Requests may fail between a kill and the restart. */
const orderExists = (id: string) =>
  eventually(async () => {
    const answer = await call(demo().website.access_token, `GET /v1/location/orders/${id}`).catch(() => undefined);
    return answer?.status === 200;
  });

/** A start that was killed left it. */
function makeHalfADataFolder(): void {
  mkdirSync(join(folder.path, 'postgres.new', 'global'), { recursive: true });
  writeFileSync(join(folder.path, 'postgres.new', 'PG_VERSION'), '18\n');
}

beforeAll(async () => {
  makeHalfADataFolder();
  await startHere();
});

describe('npm start', () => {
  test('replaces a half-made data folder', () => {
    expect(existsSync(join(folder.path, 'postgres.new'))).toBe(false);
    expect(existsSync(join(folder.path, 'postgres', 'PG_VERSION'))).toBe(true);
  });

  test('prints commands to paste, which create an order and show its event', async () => {
    const { output } = latest;
    const [create, showEvents, showOrders, showCustomer] = curlLines(output.text);
    const order = (await pasted(create!)) as Resource;
    expect(order).toMatchObject({ status: 'new', total: '19.00 EUR', created_by: 'Demo website' });
    const event = await eventually(async () => {
      const events = (await pasted(showEvents!)) as Resource[];
      return events.find(({ order_id }) => order_id === order.id);
    });
    expect(event).toMatchObject({ resource_type: 'order', event_type: 'create' });
    expect(await pasted(showOrders!)).toMatchObject([{ id: order.id }]);
    expect(await pasted(showCustomer!)).toMatchObject({ nb_orders: 1, order_total: '19.00 EUR' });
    expect(output.errors).toBe('');
    // No service warns that another one has not answered yet.
    expect(output.text).not.toMatch(/^ +[a-z-]+: /m);
  });

  test('lets only its user read the secrets', () => {
    for (const name of ['secrets.json', 'operator.json', 'demo.json']) {
      expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
    }
    const operator = readJson('operator.json');
    expect(operator).toEqual({
      auth_url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:/),
      operator_key: expect.any(String),
    });
  });

  test('explains in a sentence that another runner uses the folder', async () => {
    const { output, ended } = startRunner(await freePort());
    expect(await ended).toBe(1);
    expect(output.errors).toMatch(/^An order hub is already running on .*\n$/);
  });
});

describe('a hub on one machine', () => {
  test('is ready, and runs each service as a separate process', async () => {
    expect(new Set(recordedPids()).size).toBe(serviceNames.length + 1);
    const response = await fetch(`http://127.0.0.1:${latest.port}/ready`);
    expect(response.status).toBe(200);
  });

  test('logs each operator request in the log of auth', () => {
    const lines = readFileSync(join(folder.path, 'logs', 'auth.log'), 'utf8')
      .trim()
      .split('\n');
    const audited = lines.map((line) => JSON.parse(line)).filter(({ audit }) => audit === true);
    expect(audited).toContainEqual(
      expect.objectContaining({
        method: 'POST',
        path: '/management/accounts',
        status: 200,
        remote_address: '127.0.0.1',
      }),
    );
  });

  test('leaves the mode of an existing data folder unchanged', () => {
    expect(statSync(folder.path).mode & 0o777).toBe(0o700);
  });

  test("sends an order's event to another application", async () => {
    await tillHasEvent(await createOrder());
  });

  test.each(sized<ServiceName[]>(['orders', 'gateway'], ['orders', 'events', 'auth', 'gateway']))(
    'restarts %s when it is killed',
    async (name) => {
      const before = servicePid(name);
      const id = await createOrder();
      process.kill(before, 'SIGKILL');
      await eventually(() => servicePid(name) !== before);
      await orderExists(id);
      await tillHasEvent(id);
      expect(latest.output.text).toContain(`${name} was ended by SIGKILL; restarting it`);
    },
  );

  test('restarts PostgreSQL when it is killed, and loses nothing', async () => {
    const before = postgresPid();
    const id = await createOrder();
    process.kill(before, 'SIGKILL');
    await eventually(() => existsSync(join(folder.path, 'postgres', 'postmaster.pid')) && postgresPid() !== before);
    await orderExists(id);
    await tillHasEvent(id);
  });

  test('keeps a second hub off its folder', async () => {
    const second = startHub({
      env: { HUB_DATA_DIR: folder.path, PORT: '0', DATABASE_URL: undefined, AMQP_URL: undefined },
    });
    await expect(second).rejects.toThrow(`An order hub is already running on ${folder.path}`);
    expect((await fetch(`http://127.0.0.1:${latest.port}/ready`)).status).toBe(200);
  });
});

describe('npm start', () => {
  test('recovers with all data after it was killed', async () => {
    const id = await createOrder();
    const [leftover, known] = [recordedPids(), demo()];
    latest.runner.kill('SIGKILL');
    await startHere({ hasTerminal: true });
    expect(demo()).toEqual(known);
    await orderExists(id);
    await tillHasEvent(id);
    expect(leftover.filter(identify)).toEqual([]);
    const [, , showOrders] = curlLines(latest.output.text);
    expect(((await pasted(showOrders!)) as Resource[]).length).toBeGreaterThan(1);
  });

  test('stops everything on Ctrl-C, which reaches the services too', async () => {
    const { runner, output, ended } = latest;
    const pids = recordedPids();
    expect(servicePids().map(groupOf)).toEqual(serviceNames.map(() => runner.pid));
    process.kill(-runner.pid!, 'SIGINT');
    expect(await ended).toBe(0);
    expect(output.text).not.toMatch(/ ended (by|with) /);
    expect(output.errors).toBe('');
    expect(pids.filter(identify)).toEqual([]);
  });

  test('leaves nothing running when it is stopped during its start', async () => {
    const { runner, output, ended } = startRunner(await freePort());
    await eventually(() => output.text.includes('starting the services'));
    const pids = await eventually(() => {
      const found = recordedPids();
      return found.length === serviceNames.length + 1 && found;
    });
    runner.kill('SIGTERM');
    expect(await ended).toBe(1);
    await eventually(() => !pids.some(identify));
  });

  test('explains in a sentence that the port is in use, and leaves nothing behind', async () => {
    const other = temporaryFolder();
    const server = createServer().listen(0, '0.0.0.0');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { output, ended } = startRunner(port, other.path);
    expect(await ended).toBe(1);
    server.close();
    expect(output.errors).toMatch(new RegExp(`^Port ${port} is in use by another program\\..*\\n$`));
    expect(existsSync(join(other.path, 'postgres'))).toBe(false);
    expect(existsSync(join(other.path, 'running.json'))).toBe(false);
    other.remove();
  });

  test('explains a wrong setting in a sentence', async () => {
    const { output, ended } = startRunner(99_999);
    expect(await ended).toBe(1);
    expect(output.errors).toMatch(/settings .* are not valid:\n {2}PORT must be a whole number/);
    expect(output.errors).not.toMatch(/ at .*\.js:/);
  });
});
