import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Below the ephemeral ports, so that neither an outgoing connection nor another process that lets the system choose takes
 * the port of a server that is not started yet, or restarts.
 */
const lowest = 20_000;
const highest = 32_000;

/** Whether a server could listen on the port of this host now. */
export async function isFreePort(host: string, port: number): Promise<boolean> {
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

/** Finds a free loopback port. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(lowest, highest);
    if (await isFreePort('127.0.0.1', port)) return port;
  }
}
