import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasDocker } from './docker.ts';
import { freePort } from './free-port.ts';
import { firstExisting, killGroup, onPath, start, watcher } from './private-server.ts';
import type { TestRedis } from './test-servers.ts';

export type { TestRedis };

const image = 'redis:8-alpine';
const readySeconds = 30;
const nothingStored = ['--save', '', '--appendonly', 'no'];

/** `isCluster`: it is the only node of a Redis Cluster, so it refuses keys of one command that have different hash tags. */
type Options = { isCluster?: boolean };

/** With a port for its nodes that surely exists: by default it is the other one plus 10,000. */
const clusterArgs = async ({ isCluster = false }: Options) =>
  isCluster
    ? ['--cluster-enabled', 'yes', '--cluster-announce-ip', '127.0.0.1', '--cluster-port', String(await freePort())]
    : [];

/**
 * Starts a Redis of its own for the test: a container if there is a Docker engine, else the `redis-server` on this machine.
 * Returns a reason if there is none. The tests kill it and read what it holds, so it is never one that others use.
 */
export async function startRedis(options: Options = {}): Promise<TestRedis | { unavailable: string }> {
  if (await hasDocker()) {
    try {
      return await started(await container(options), options);
    } catch (error) {
      // The tests must run even if the engine cannot be used or cannot fetch the image.
      process.stderr.write(`Docker did not start ${image}: ${String(error)}\n`);
    }
  }
  const server = await firstExisting(onPath('redis-server'));
  if (server) return started(await privateRedis(server, options), options);
  return { unavailable: 'no Docker engine, no redis-server on this machine' };
}

/** Makes `start` wait until the server answers, with all hash slots if it is a cluster. */
async function started(server: TestRedis, { isCluster = false }: Options): Promise<TestRedis> {
  const address = new URL(server.url);
  const startAndWait = async (): Promise<void> => {
    await server.start();
    await untilAnswer(address, 'PING', '+PONG');
    if (!isCluster) return;
    await ask(address, 'CLUSTER ADDSLOTSRANGE 0 16383');
    await untilAnswer(address, 'CLUSTER INFO', 'cluster_state:ok');
  };
  try {
    await startAndWait();
  } catch (error) {
    await server.stop();
    throw error;
  }
  return { ...server, start: startAndWait };
}

/** The first part of the answer to a command. Empty if there is none. */
async function ask({ hostname, port }: URL, command: string): Promise<string> {
  const socket = connect({ host: hostname, port: Number(port), timeout: 2_000 });
  socket.write(`${command}\r\n`);
  const [answer] = await Promise.race([once(socket, 'data'), once(socket, 'timeout')]).catch(() => []);
  socket.destroy();
  return String(answer ?? '');
}

async function untilAnswer(address: URL, command: string, expected: string): Promise<void> {
  for (let second = 0; second < readySeconds; second += 0.1) {
    if ((await ask(address, command)).includes(expected)) return;
    await sleep(100);
  }
  throw new Error(`Redis did not answer ${command} on ${address.host} within ${readySeconds} s`);
}

/** The `redis-server` of this machine with a port and a folder of its own, not started yet. */
async function privateRedis(server: string, options: Options): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'order-hub-redis-'));
  const port = await freePort();
  const own = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder];
  const args = [...own, ...nothingStored, ...(await clusterArgs(options))];
  const { watch, dismiss } = watcher(folder);
  let running: ChildProcess | undefined;
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: () => killGroup(running),
    start: () => {
      running = start(server, args, { PATH: process.env['PATH'], HOME: folder });
      watch([running]);
      return Promise.resolve();
    },
    stop: async () => {
      await killGroup(running);
      dismiss();
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

async function container(options: Options): Promise<TestRedis> {
  // Imported only here, because it loads slowly and is not needed without an engine.
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  // Fixed, so that clients find the server again after a restart.
  const port = await freePort();
  const command = ['redis-server', '--port', String(port), ...nothingStored, ...(await clusterArgs(options))];
  const running = await new GenericContainer(image)
    .withExposedPorts({ container: port, host: port })
    .withCommand(command)
    .start();
  const engine = await getContainerRuntimeClient();
  const handle = engine.container.getById(running.getId());
  let isUp = true;
  return {
    url: `redis://${running.getHost()}:${port}`,
    kill: async () => {
      await handle.kill();
      isUp = false;
    },
    start: async () => {
      if (!isUp) await handle.start();
      isUp = true;
    },
    stop: async () => {
      await running.stop();
    },
  };
}
