/** A receiver of callbacks in a container, in the network that only events uses. */
import { join } from 'node:path';
import { GenericContainer, Wait } from 'testcontainers';

const port = 8080;

/** Starts a receiver of the client with this secret. */
export async function startReceiver({ image, network, secret }: Record<'image' | 'network' | 'secret', string>) {
  const container = await new GenericContainer(image)
    .withNetworkMode(network)
    .withCopyFilesToContainer([{ source: join(import.meta.dirname, 'receiver.mjs'), target: '/receiver.mjs' }])
    .withEnvironment({ CLIENT_SECRET: secret })
    .withCommand(['node', '/receiver.mjs'])
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/', port))
    .start();
  const host = container.getIpAddress(network);
  return {
    host,
    port,
    url: `http://${host}:${port}`,
    /** The orders of which it has received a signed event. */
    async orderIds(): Promise<Set<string>> {
      const answer = await fetch(`http://${container.getHost()}:${container.getMappedPort(port)}`);
      return new Set((await answer.json()) as string[]);
    },
    stop: () => container.stop(),
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
