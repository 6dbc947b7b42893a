import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { firstExisting, killGroup, onPath, start, watcher } from './private-server.ts';
import type { Definitions, TestRabbitmq } from './test-servers.ts';

/** The script behind Debian's `rabbitmq-server` on the PATH, which changes the user and drops the environment. */
const debianServer = '/usr/lib/rabbitmq/bin/rabbitmq-server';

/** Writes definitions to a new folder. Returns the setting that names it. */
async function configOf(folder: string, definitions: Definitions): Promise<string> {
  if (Object.keys(definitions).length === 0) return '';
  await mkdir(folder);
  for (const [name, text] of Object.entries(definitions)) await writeFile(join(folder, name), text);
  return `load_definitions = ${folder}\n`;
}

/** The environment of a node that shares no folder, port, name or name server with other nodes on this machine. */
async function environment(folder: string, port: number, definitions: Definitions): Promise<NodeJS.ProcessEnv> {
  const pluginsFile = join(folder, 'enabled_plugins');
  const configFile = join(folder, 'rabbitmq.conf');
  await writeFile(pluginsFile, '[].\n');
  await writeFile(
    configFile,
    `disk_free_limit.absolute = 1MB\n${await configOf(join(folder, 'definitions'), definitions)}`,
  );
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

/** A private node of the installed RabbitMQ, not started yet. Undefined if RabbitMQ is not installed. */
export async function privateRabbitmq(definitions: Definitions): Promise<TestRabbitmq | undefined> {
  const server = await firstExisting([debianServer, ...onPath('rabbitmq-server')]);
  if (!server || process.platform === 'win32') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'order-hub-rabbitmq-'));
  const port = await freePort();
  const env = await environment(folder, port, definitions);
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
