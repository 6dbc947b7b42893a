import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasDocker } from './docker.ts';
import { freePort } from './free-port.ts';
import { privateRabbitmq } from './private-rabbitmq.ts';
import type { Definitions, TestRabbitmq } from './test-servers.ts';

export type { TestRabbitmq };

const image = 'rabbitmq:4-alpine';
const readySeconds = 90;

/**
 * Finds a RabbitMQ: the one that `TEST_AMQP_URL` names, else a container if there is a Docker engine, else a private node of
 * the `rabbitmq-server` on this machine. Returns a reason if there is none. With `definitions` it starts one of its own, in
 * which `guest` exists only if they say so.
 */
export async function startRabbitmq(definitions: Definitions = {}): Promise<TestRabbitmq | { unavailable: string }> {
  const url = process.env['TEST_AMQP_URL'];
  if (url && Object.keys(definitions).length === 0)
    return { url, kill: null, start: null, stop: async () => {}, processGroup: () => undefined };
  if (await hasDocker()) {
    try {
      return await started(await container(definitions));
    } catch (error) {
      // The tests must run even if the engine cannot be used or cannot fetch the image.
      process.stderr.write(`Docker did not start ${image}: ${String(error)}\n`);
    }
  }
  const node = await privateRabbitmq(definitions);
  if (node) return started(node);
  return { unavailable: 'no TEST_AMQP_URL, no Docker engine, no rabbitmq-server on this machine' };
}

/** Makes `start` wait until the node speaks AMQP. */
async function started(node: TestRabbitmq): Promise<TestRabbitmq> {
  const start = async (): Promise<void> => {
    await node.start?.();
    await waitUntilReady(new URL(node.url));
  };
  try {
    await start();
  } catch (error) {
    await node.stop();
    throw error;
  }
  return { ...node, start };
}

async function waitUntilReady({ hostname, port }: URL): Promise<void> {
  for (let second = 0; second < readySeconds; second += 0.5) {
    if (await speaksAmqp(hostname, Number(port))) return;
    await sleep(500);
  }
  throw new Error(`RabbitMQ did not answer on ${hostname}:${port} within ${readySeconds} s`);
}

/** Sends a greeting, because Docker opens the port before the broker listens. */
function speaksAmqp(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: 2_000 });
    const answer = (isReady: boolean) => () => {
      socket.destroy();
      resolve(isReady);
    };
    socket.on('connect', () => socket.write('AMQP\x00\x00\x09\x01'));
    socket.on('data', answer(true));
    socket.on('error', answer(false));
    socket.on('timeout', answer(false));
    socket.on('close', answer(false));
  });
}

/** The files of a container that loads the definitions. */
function filesOf(definitions: Definitions) {
  const folder = '/tmp/definitions';
  const files = Object.entries(definitions).map(([name, content]) => ({ content, target: `${folder}/${name}` }));
  const config = { content: `load_definitions = ${folder}\n`, target: '/etc/rabbitmq/conf.d/20-definitions.conf' };
  return files.length > 0 ? [...files, config] : [];
}

async function container(definitions: Definitions): Promise<TestRabbitmq> {
  // Imported only here, because it loads slowly and is not needed without an engine.
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  // Fixed, so that clients find the broker again after a restart.
  const port = await freePort();
  const running = await new GenericContainer(image)
    .withExposedPorts({ container: 5672, host: port })
    .withCopyContentToContainer(filesOf(definitions))
    .start();
  const engine = await getContainerRuntimeClient();
  const handle = engine.container.getById(running.getId());
  let isUp = true;
  return {
    url: `amqp://guest:guest@${running.getHost()}:${port}`,
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
    processGroup: () => undefined,
  };
}
