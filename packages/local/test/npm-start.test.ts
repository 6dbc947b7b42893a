import { spawn, execFile, execFileSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from '@jest/globals';
import { serviceNames } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { freePort } from '@order-hub/testing/free-port';
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

/** What `npm start` runs once everything is built. `hasTerminal`: in a process group, as a terminal starts it. */
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
    }, 100_000);
  return { runner, output, ended, ready };
}

type Resource = { id: string; order_id?: string };

const pasted = async (line: string): Promise<unknown> =>
  JSON.parse((await promisify(execFile)('sh', ['-c', line])).stdout);
const curlLines = (text: string) => text.split('\n').filter((line) => line.startsWith('curl '));
const readJson = (...path: string[]): unknown => JSON.parse(readFileSync(join(folder.path, ...path), 'utf8'));
const servicePids = (): number[] => {
  const { services } = readJson('running.json') as { services: Record<string, { pid: number }> };
  return Object.values(services).map(({ pid }) => pid);
};
const recordedPids = (): number[] => {
  const postgres = parseInt(readFileSync(join(folder.path, 'postgres', 'postmaster.pid'), 'utf8'), 10);
  return [postgres, ...servicePids()];
};
const groupOf = (pid: number): number =>
  Number(execFileSync('ps', ['-o', 'pgid=', '-p', String(pid)], { encoding: 'utf8' }));

describe('npm start', () => {
  test('prints commands to paste, which create an order and show its event', async () => {
    const { output, ready } = startRunner(await freePort());
    await ready();
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

  test('recovers with all data after it was killed', async () => {
    const leftover = recordedPids();
    runners[0]!.kill('SIGKILL');
    const { output, ready } = startRunner(await freePort());
    await ready();
    const [, showEvents, showOrders] = curlLines(output.text);
    expect(await pasted(showOrders!)).toHaveLength(1);
    expect(await pasted(showEvents!)).toHaveLength(1);
    expect(leftover.filter(identify)).toEqual([]);
  });

  test('stops everything on SIGTERM', async () => {
    const runner = runners.at(-1)!;
    const pids = recordedPids();
    runner.kill('SIGTERM');
    await once(runner, 'close');
    expect(runner.exitCode).toBe(0);
    expect(pids.filter(identify)).toEqual([]);
  });

  test('stops everything on Ctrl-C, which reaches the services too', async () => {
    const { runner, output, ready, ended } = startRunner(await freePort(), folder.path, { hasTerminal: true });
    await ready();
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
    await eventually(() => !pids.some(identify), 30_000);
  });

  test('replaces a half-made data folder', async () => {
    const half = temporaryFolder();
    mkdirSync(join(half.path, 'postgres.new', 'global'), { recursive: true });
    writeFileSync(join(half.path, 'postgres.new', 'PG_VERSION'), '18\n');
    const { runner, ready, ended } = startRunner(await freePort(), half.path);
    await ready();
    runner.kill('SIGTERM');
    expect(await ended).toBe(0);
    half.remove();
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
