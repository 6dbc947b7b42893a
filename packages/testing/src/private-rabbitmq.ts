import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { freePort } from './free-port.ts';
import type { TestRabbitmq } from './test-servers.ts';

/** The script behind Debian's `rabbitmq-server` on the PATH, which changes the user and drops the environment. */
const debianServer = '/usr/lib/rabbitmq/bin/rabbitmq-server';

async function firstExisting(paths: string[]): Promise<string | undefined> {
  for (const path of paths) {
    const exists = await access(path).then(
      () => true,
      () => false,
    );
    if (exists) return path;
  }
  return undefined;
}

const onPath = (name: string) => (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, name));

/** The environment of a node that shares no folder, port, name or name server with other nodes on this machine. */
async function environment(folder: string, port: number): Promise<NodeJS.ProcessEnv> {
  const pluginsFile = join(folder, 'enabled_plugins');
  const configFile = join(folder, 'rabbitmq.conf');
  await writeFile(pluginsFile, '[].\n');
  await writeFile(configFile, 'disk_free_limit.absolute = 1MB\n');
  return {
    PATH: process.env['PATH'],
    HOME: folder,
    LANG: 'C.UTF-8',
    ERL_EPMD_PORT: String(await freePort()),
    ERL_EPMD_ADDRESS: '127.0.0.1',
    RABBITMQ_NODENAME: `hub-${randomBytes(5).toString('hex')}@localhost`,
    RABBITMQ_NODE_IP_ADDRESS: '127.0.0.1',
    RABBITMQ_NODE_PORT: String(port),
    RABBITMQ_DIST_PORT: String(await freePort()),
    RABBITMQ_MNESIA_BASE: join(folder, 'mnesia'),
    RABBITMQ_LOG_BASE: join(folder, 'log'),
    RABBITMQ_ENABLED_PLUGINS_FILE: pluginsFile,
    RABBITMQ_CONFIG_FILE: configFile,
    RABBITMQ_PID_FILE: join(folder, 'pid'),
    RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS: '-kernel inet_dist_use_interface {127,0,0,1} +S 2:2 +sbwt none',
  };
}

/** Kills a process group that `start` started. */
async function killGroup(child: ChildProcess | undefined): Promise<void> {
  if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  // `start` unreferenced the child. Until it ends, it must keep this process alive.
  child.ref();
  process.kill(-child.pid, 'SIGKILL');
  await ended;
}

/** Starts a process in its own group. It does not keep this process alive. */
function start(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
  // In a temporary folder, because a node that crashes writes its dump into the working directory.
  const child = spawn(command, args, { env, cwd: env['HOME'], detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
  return child;
}

/**
 * A shell that reads from a pipe of this process. The pipe closes when this process ends, even by `kill -9`. The shell then
 * kills the process groups that it last read, and removes the folder.
 */
function watcher(folder: string) {
  const end = 'for pid in $pids; do [ "$pid" -gt 1 ] && kill -9 "-$pid"; done; sleep 1; rm -rf "$1"';
  const shell = spawn('sh', ['-c', `{ while read -r line; do pids=$line; done; ${end}; } 2>/dev/null`, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  shell.unref();
  (shell.stdin as unknown as { unref(): void }).unref();
  return {
    watch(children: (ChildProcess | undefined)[]): void {
      shell.stdin.write(`${children.map((child) => child?.pid ?? 0).join(' ')}\n`);
    },
    dismiss(): void {
      shell.kill('SIGKILL');
      shell.stdin.destroy();
    },
  };
}

/** A private node of the installed RabbitMQ, not started yet. Undefined if RabbitMQ is not installed. */
export async function privateRabbitmq(): Promise<TestRabbitmq | undefined> {
  const server = await firstExisting([debianServer, ...onPath('rabbitmq-server')]);
  if (!server || process.platform === 'win32') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'order-hub-rabbitmq-'));
  const port = await freePort();
  const env = await environment(folder, port);
  const { watch, dismiss } = watcher(folder);
  // With a name server of its own. Otherwise the node starts one and leaves it running.
  const names = start((await firstExisting(onPath('epmd'))) ?? 'epmd', ['-port', env['ERL_EPMD_PORT'] ?? ''], env);
  watch([names]);
  let node: ChildProcess | undefined;
  return {
    url: `amqp://guest:guest@127.0.0.1:${port}`,
    kill: async () => {
      await killGroup(node);
      watch([names]);
    },
    start: () => {
      node = start(server, [], env);
      watch([names, node]);
      return Promise.resolve();
    },
    stop: async () => {
      await killGroup(node);
      await killGroup(names);
      dismiss();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
    processGroup: () => node?.pid,
  };
}
