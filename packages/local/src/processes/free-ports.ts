import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '@order-hub/shared/config';

/** Below the ephemeral ports, so that no outgoing connection takes the port of a service that restarts. */
const lowest = 20_000;
const highest = 32_000;

async function isFree(host: string, port: number): Promise<boolean> {
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE' || code === 'EACCES') return false;
    throw error;
  }
  server.close();
  await once(server, 'close');
  return true;
}

/** Finds `count` free loopback ports. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(lowest, highest);
    if (!ports.has(port) && (await isFree('127.0.0.1', port))) ports.add(port);
  }
  return [...ports];
}

/** The port of the gateway: the wanted port, or any free one for 0. Throws ConfigError if the port is in use. */
export async function gatewayPort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return (await freePorts(1))[0] ?? 0;
  if (await isFree(host, wanted)) return wanted;
  throw new ConfigError(
    `Port ${wanted} is in use by another program. Stop that program, or choose another port: PORT=${wanted + 1} npm start`,
  );
}
