/** The hub as `npm start` runs it, as a process that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { freePort } from '@order-hub/testing/free-port';
import type { HubAddress } from '../tenant.ts';

const main = join(import.meta.dirname, '..', '..', '..', 'packages', 'local', 'dist', 'src', 'main.js');
/** From the sources this file is one folder nearer to the root than from what is built of it. */
const mainFromBuild = join(import.meta.dirname, '..', '..', '..', '..', 'packages', 'local', 'dist', 'src', 'main.js');
const patienceMs = 180_000;

export type Runner = {
  address(): HubAddress;
  /** Process ids of the services, as they are at the moment. */
  services(): Record<ServiceName, number>;
  /** Process id of PostgreSQL's postmaster. */
  postmaster(): number;
  /** `kill -9`, of the runner alone. */
  kill(): Promise<void>;
  /** Starts it again on what it left behind. */
  start(): Promise<void>;
  /** Ends it as Ctrl-C does, with all that it started. */
  stop(): Promise<void>;
  /** What it said so far. */
  output(): string;
};

/** No limit gets in the way, and what is to be repeated is repeated soon. */
const settings = {
  HOST: '127.0.0.1',
  CALLBACK_RETRY_BASE_SECONDS: '1',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_PER_HOUR: '1000000',
  RATE_LIMIT_PER_DAY: '1000000',
  RATE_LIMIT_HIGH_LOAD_PER_MINUTE: '1000000',
};

/** Ends the hub when this process is killed itself: a shell waits at the end of a pipe from it. */
function endWithThisProcess(child: ChildProcess): void {
  const watcher = spawn('sh', ['-c', 'read -r _; kill -TERM "$1"', 'sh', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  watcher.unref();
  child.once('exit', () => watcher.kill('SIGKILL'));
}

const isOver = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

const readJson = <Value>(...path: string[]) => JSON.parse(readFileSync(join(...path), 'utf8')) as Value;

/** Starts a hub on a data folder; over RabbitMQ when a URL is given. Resolves when it takes requests. */
export async function startRunner(folder: string, amqpUrl?: string): Promise<Runner> {
  const port = await freePort();
  const { DATABASE_URL: _database, AMQP_URL: _amqp, PUBLIC_URL: _url, ...inherited } = process.env;
  const own = { ...settings, PORT: String(port), HUB_DATA_DIR: folder, ...(amqpUrl && { AMQP_URL: amqpUrl }) };
  let output = '';
  let child: ChildProcess;

  async function start(): Promise<void> {
    const entry = existsSync(main) ? main : mainFromBuild;
    const started = spawn(process.execPath, [entry], {
      env: { ...inherited, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    endWithThisProcess(started);
    let words = '';
    const hear = (chunk: Buffer) => {
      words += String(chunk);
      output += String(chunk);
    };
    started.stdout.on('data', hear);
    started.stderr.on('data', hear);
    await eventually(() => {
      if (isOver(started)) throw new Error(`The hub did not start:\n${words}`);
      return words.includes('The order hub is running');
    }, patienceMs);
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    if (isOver(child)) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    await ended;
  }

  await start();
  return {
    address: () => ({
      base_url: `http://127.0.0.1:${port}/v1`,
      operator: readJson<HubAddress['operator']>(folder, 'operator.json'),
    }),
    services() {
      const { services } = readJson<{ services: Record<ServiceName, { pid: number }> }>(folder, 'running.json');
      const pids = Object.entries(services).map(([name, { pid }]) => [name, pid]);
      return Object.fromEntries(pids) as Record<ServiceName, number>;
    },
    postmaster: () => parseInt(readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8'), 10),
    kill: () => end('SIGKILL'),
    start,
    stop: () => end('SIGTERM'),
    output: () => output,
  };
}
