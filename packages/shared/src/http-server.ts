import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { AddressInfo } from 'node:net';
import { ConfigError } from './config.ts';

const drainMs = 10_000;

/** Listens on `host:port` (0: any free port). Throws ConfigError when the port is in use. */
export function listen(
  handler: RequestListener,
  { host, port }: { host: string; port: number },
  options: ServerOptions = {},
): Promise<Server> {
  // Must stay above the gateway's idle timeout, so that it reuses no closing socket.
  const server = createServer({ keepAliveTimeout: 65_000, maxHeaderSize: 16_384, ...options }, handler);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken ? new ConfigError(`Port ${port} on ${host} is in use by another program; set PORT to a free one`) : error,
      );
    });
    server.listen(port, host, () => resolve(server));
  });
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/** Stops accepting, waits up to ten seconds for running requests, then closes the remaining connections. */
export async function stopListening(server: Server): Promise<void> {
  const closed = new Promise((resolve) => server.close(resolve));
  server.closeIdleConnections();
  const force = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(force);
}
