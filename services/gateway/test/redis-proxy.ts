import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/**
 * A way to Redis that can be blocked: it then accepts connections, and never answers. Like a network that lost a host, it
 * ends no connection: one that was blocked stays so.
 */
export async function startRedisProxy(redisUrl: string) {
  const { hostname, port } = new URL(redisUrl);
  let isBlocked = false;
  const sockets = new Set<Socket>();
  const blocked = new WeakSet<Socket>();
  const server = createServer((client) => {
    const redis = connect(Number(port), hostname);
    const close = () => {
      client.destroy();
      redis.destroy();
      sockets.delete(client);
    };
    sockets.add(client);
    if (isBlocked) blocked.add(client);
    const passTo = (other: Socket) => (bytes: Buffer) => {
      if (!blocked.has(client)) other.write(bytes);
    };
    client.on('data', passTo(redis));
    redis.on('data', passTo(client));
    for (const socket of [client, redis]) socket.on('error', close).on('close', close);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`,
    block(): void {
      isBlocked = true;
      for (const socket of sockets) blocked.add(socket);
    },
    /** For new connections. */
    unblock: () => void (isBlocked = false),
    async close(): Promise<void> {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
