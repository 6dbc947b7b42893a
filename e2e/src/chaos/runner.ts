/** The hub as `npm start` runs it, as a process that can be killed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lifetime } from '@order-hub/shared/lifetime';
import type { ServiceName } from '@order-hub/shared/neighbours';
import { eventually } from '@order-hub/testing/call';
import { freePort } from '@order-hub/testing/free-port';
import { root } from '../root.ts';
import type { HubAddress } from '../tenant.ts';
import { unlimited } from '../unlimited.ts';

const main = join(root, 'packages', 'local', 'dist', 'src', 'main.js');
const patienceMs = 180_000;

export type Runner = {
  address(): HubAddress;
  /** Current process ids of the services. */
  services(): Record<ServiceName, number>;
  /** Process id of PostgreSQL's postmaster. */
  postmaster(): number;
  /** Kills the runner alone with `kill -9`. */
  kill(): Promise<void>;
  /** Starts the runner again on the same folder. */
  start(): Promise<void>;
  /** Stops the runner as Ctrl-C does, with everything it started. */
  stop(): Promise<void>;
  /** Its output so far. */
  output(): string;
};

/** The events of a killed pusher are pushed again ten seconds after its attempts would have timed out. */
const settings = {
  HOST: '127.0.0.1',
  CALLBACK_RETRY_BASE_SECONDS: '1',
  CALLBACK_TIMEOUT_SECONDS: '5',
  ...unlimited,
};

/** Ends the hub when this process is killed: a shell waits at the end of a pipe from this process. */
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

/** Starts a hub on a data folder, over RabbitMQ when a URL is given. Resolves when the hub accepts requests. */
export async function startRunner(folder: string, amqpUrl?: string): Promise<Runner> {
  const port = await freePort();
  const { DATABASE_URL: _database, AMQP_URL: _amqp, PUBLIC_URL: _url, ...inherited } = process.env;
  const own = { ...settings, PORT: String(port), HUB_DATA_DIR: folder, ...(amqpUrl && { AMQP_URL: amqpUrl }) };
  let output = '';
  let child: ChildProcess;

  async function start(): Promise<void> {
    const started = spawn(process.execPath, [main], {
      env: { ...inherited, ...own },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child = started;
    endWithThisProcess(started);
    let text = '';
    const collect = (chunk: Buffer) => {
      text += String(chunk);
      output += String(chunk);
    };
    started.stdout.on('data', collect);
    started.stderr.on('data', collect);
    await eventually(() => {
      if (isOver(started)) throw new Error(`The hub did not start:\n${text}`);
      return text.includes('The order hub is running');
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

/** Runs a hub in a temporary folder, for as long as `work` takes. */
export async function withRunner<Result>(
  name: string,
  amqpUrl: string | undefined,
  work: (runner: Runner) => Promise<Result>,
): Promise<Result> {
  const life = lifetime();
  try {
    const folder = life.opened(mkdtempSync(join(tmpdir(), `order-hub-${name}-`)), async (path) =>
      rmSync(path, { recursive: true, force: true }),
    );
    return await work(life.opened(await startRunner(folder, amqpUrl), ({ stop }) => stop()));
  } finally {
    await life.close();
  }
}
