import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { ConfigError } from '@order-hub/shared/config';

/** Below the range from which systems take the near end of outgoing connections: a service that is down keeps its port. */
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

/** Different loopback ports on which nobody listens. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>();
  while (ports.size < count) {
    const port = randomInt(lowest, highest);
    if (!ports.has(port) && (await isFree('127.0.0.1', port))) ports.add(port);
  }
  return [...ports];
}

/** The port the gateway will have: the wanted one, or any for 0. Throws ConfigError when it is taken. */
export async function gatewayPort(host: string, wanted: number): Promise<number> {
  if (wanted === 0) return (await freePorts(1))[0] ?? 0;
  if (await isFree(host, wanted)) return wanted;
  throw new ConfigError(
    `Port ${wanted} is in use by another program. Stop that one, or choose another port: PORT=${wanted + 1} npm start`,
  );
}
