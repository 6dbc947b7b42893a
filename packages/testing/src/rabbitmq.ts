import { access, constants } from 'node:fs/promises';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { privateRabbitmq } from './private-rabbitmq.ts';

/**
 * A RabbitMQ for tests, started. `kill` ends it as a power cut would and `start` brings it back with its data; both are
 * null for a server that is not ours to kill. `stop` ends it and clears up.
 */
export type TestRabbitmq = {
  url: string;
  kill: (() => Promise<void>) | null;
  start: (() => Promise<void>) | null;
  stop(): Promise<void>;
};

const IMAGE = 'rabbitmq:4-alpine';
const READY_SECONDS = 90;

/**
 * Finds a RabbitMQ: the one that `TEST_AMQP_URL` names, else a container where there is a Docker engine, else a private
 * node of the `rabbitmq-server` on this machine. Without any, says why.
 */
export async function startRabbitmq(): Promise<TestRabbitmq | { unavailable: string }> {
  const given = process.env['TEST_AMQP_URL'];
  if (given) return { url: given, kill: null, start: null, stop: async () => {} };
  if (await hasDocker()) {
    try {
      return await started(await container());
    } catch (error) {
      // An engine that may not be used, or that cannot fetch the image, must not keep anyone from running the tests.
      process.stderr.write(`Docker did not start ${IMAGE}: ${String(error)}\n`);
    }
  }
  const node = await privateRabbitmq();
  if (node) return started(node);
  return { unavailable: 'no TEST_AMQP_URL, no Docker engine, no rabbitmq-server on this machine' };
}

/** Adds the waiting: a node is started when it speaks AMQP. */
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
  for (let second = 0; second < READY_SECONDS; second += 0.5) {
    if (await speaksAmqp(hostname, Number(port))) return;
    await sleep(500);
  }
  throw new Error(`RabbitMQ did not answer on ${hostname}:${port} within ${READY_SECONDS} s`);
}

/** An open port is not enough: Docker opens it before the broker listens. */
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

async function hasDocker(): Promise<boolean> {
  if (process.env['DOCKER_HOST']) return true;
  return access('/var/run/docker.sock', constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function container(): Promise<TestRabbitmq> {
  // Loaded only here: it is slow to load, and without an engine nobody needs it.
  const { GenericContainer, getContainerRuntimeClient } = await import('testcontainers');
  // The same port after a restart: that is how clients find it again.
  const port = await freePort();
  const running = await new GenericContainer(IMAGE).withExposedPorts({ container: 5672, host: port }).start();
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
  };
}
