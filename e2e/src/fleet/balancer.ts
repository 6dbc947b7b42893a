import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Sends each new connection to the next of its ports. Open connections stay where they are. */
export type Balancer = { address: string; ports: number[]; close(): void };

export async function startBalancer(): Promise<Balancer> {
  const ports: number[] = [];
  const open = new Set<Socket>();
  let connections = 0;
  const server = createServer((from) => {
    const to = connect(ports[connections % ports.length] ?? 1, '127.0.0.1');
    connections += 1;
    open.add(from).add(to);
    for (const [socket, other] of [
      [from, to],
      [to, from],
    ] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => open.delete(socket));
      socket.pipe(other);
    }
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ports,
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
