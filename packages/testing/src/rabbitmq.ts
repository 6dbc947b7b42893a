import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasDocker } from './docker.ts';
import { freePort } from './free-port.ts';
import { privateRabbitmq } from './private-rabbitmq.ts';

/**
 * A running RabbitMQ for tests. `kill` ends it at once and `start` starts it again with its data; both are null for a
 * server that does not belong to the tests. `stop` ends it and removes its data. `processGroup` is that of a private node;
 * undefined for another server.
 */
export type TestRabbitmq = {
  url: string;
  kill: (() => Promise<void>) | null;
  start: (() => Promise<void>) | null;
  stop(): Promise<void>;
  processGroup(): number | undefined;
};

const image = 'rabbitmq:4-alpine';
const readySeconds = 90;

/**
 * Finds a RabbitMQ: the one that `TEST_AMQP_URL` names, else a container where there is a Docker engine, else a private
 * node of the `rabbitmq-server` on this machine. Without any, returns the reason.
 */
export async function startRabbitmq(): Promise<TestRabbitmq | { unavailable: string }> {
  const given = process.env['TEST_AMQP_URL'];
  if (given) return { url: given, kill: null, start: null, stop: async () => {}, processGroup: () => undefined };
  if (await hasDocker()) {
    try {
      return await started(await container());
    } catch (error) {
      // The tests must also run where the engine is not accessible or cannot fetch the image.
      process.stderr.write(`Docker did not start ${image}: ${String(error)}\n`);
    }
  }
  const node = await privateRabbitmq();
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

/** Connecting is not enough: Docker opens the port before the broker listens. */
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

async function container(): Promise<TestRabbitmq> {
  // Imported only here, because it is slow to load and needless without an engine.
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  // A fixed port, so that clients find the broker again after a restart.
  const port = await freePort();
  const running = await new GenericContainer(image).withExposedPorts({ container: 5672, host: port }).start();
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
