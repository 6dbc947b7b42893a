/** Hostile clients, on bare sockets. */
import { connect, type Socket } from 'node:net';

/** Loopback has many addresses on Linux. An attack from its own address uses up no limit of the other test files. */
export const attackerAddress = process.platform === 'linux' ? '127.0.0.66' : '127.0.0.1';

export type Attack = {
  /** Everything received so far, on closed connections too. */
  received(): string;
  stop(): void;
};

/** Holds `count` connections open, sends `text` on each, and opens a new one for each that is closed. */
export function holdConnections(baseUrl: string, count: number, text: string): Attack {
  const { hostname, port } = new URL(baseUrl);
  const sockets = new Set<Socket>();
  let received = '';
  let isOver = false;
  function open(): void {
    if (isOver) return;
    const socket = connect({ host: hostname, port: Number(port), localAddress: attackerAddress });
    sockets.add(socket);
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    socket
      .on('error', () => undefined)
      .once('close', () => {
        sockets.delete(socket);
        setTimeout(open, 50);
      });
    socket.write(text, 'latin1');
  }
  for (let index = 0; index < count; index += 1) open();
  return {
    received: () => received,
    stop() {
      isOver = true;
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** Sends `text` and returns everything received until the other end closes. */
export function sendText(baseUrl: string, text: string): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ host: hostname, port: Number(port) }, () => socket.write(text, 'latin1'));
    socket.setEncoding('latin1').on('data', (chunk: string) => (received += chunk));
    socket.once('close', () => resolve(received)).once('error', reject);
  });
}
