/** Bare sockets that misbehave: they say nothing, drip, or do not read. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type HeldSockets = {
  count: number;
  addresses: readonly string[];
  /** Sent as soon as a socket is open. */
  text: string | Buffer;
  /** One byte is sent each time. Without it nothing follows the text. */
  dripMs?: number;
  /** Whether to leave the answers unread. */
  isDeaf?: boolean;
};

/** Each socket that is closed is opened again after a pause between these. */
const [reopenMinMs, reopenMaxMs] = [100, 3_000];
/** So that thousands of sockets do not open within one moment. */
const openedAtOnce = 10;

function openOne(origin: URL, held: HeldSockets, address: string): Promise<void> {
  const { text, dripMs, isDeaf = false } = held;
  return new Promise((resolve) => {
    const socket: Socket = connect({ host: origin.hostname, port: Number(origin.port), localAddress: address });
    const dripping = dripMs === undefined ? undefined : setInterval(() => socket.write('x'), dripMs);
    if (isDeaf) socket.pause();
    else socket.resume();
    socket.on('error', () => undefined).on('end', () => socket.destroy());
    socket.once('close', () => {
      clearInterval(dripping);
      resolve();
    });
    socket.write(text);
  });
}

async function keepOpen(origin: URL, held: HeldSockets, address: string): Promise<never> {
  for (;;) {
    await openOne(origin, held, address);
    await sleep(reopenMinMs + Math.random() * (reopenMaxMs - reopenMinMs));
  }
}

/** Holds sockets open until the process ends, and opens a new one for each that is closed. */
export async function holdSockets(origin: string, held: HeldSockets): Promise<never> {
  const url = new URL(origin);
  const kept: Promise<never>[] = [];
  for (let index = 0; index < held.count; index += 1) {
    if (index % openedAtOnce === 0) await sleep(1);
    kept.push(keepOpen(url, held, held.addresses[index % held.addresses.length] ?? '127.0.0.1'));
  }
  return Promise.race(kept);
}
