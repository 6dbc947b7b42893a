/**
 * The sockets of clients: how many an address may have, for how long they stay open, and the bytes that they carried
 * (docs/api/limits.md#connections). Closes only sockets without a request: neither one that is being answered nor one of
 * which a part has arrived. Hot: runs for every request. Benchmark: `npm run bench -- gateway`.
 */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { addressKey } from '@order-hub/shared/address-key';
import type { Traffic } from '../limits/limit-cost.ts';
import type { PublicRequest } from '../request/public-request.ts';

/** Without `perAddress` and `idlePerAddress` addresses are not told apart, because all clients have that of a proxy of ours. */
export type SocketLimits = { max: number; perAddress?: number; idlePerAddress?: number };

/** Above this share of all sockets the oldest idle ones are closed, a hundredth of all at a time. */
const crowdedShare = 0.8;
const closedShare = 0.01;
/** A client may send its next request just before its connection ends. */
const graceMs = 1_000;
/** A busy client that opens hundreds of sockets at once needs seconds until each has its request. */
const sweptAfterMs = 5_000;
/** Few at a time, since requests wait while sockets are closed. */
const sweepEveryMs = 100;
const sweptMax = 100;

/** `idle`: those without a request, the one that has been idle for longest first. */
type Address = { key: string; sockets: Set<ClientSocket>; idle: Set<ClientSocket> };

/** `requests`: how many are being answered. `bytesRead` and `bytesWritten`: when the last of them ended. */
type ClientSocket = {
  socket: Socket;
  address: Address;
  requests: number;
  idleSinceMs: number;
  bytesRead: number;
  bytesWritten: number;
};

/** The sockets of a server. `bySocket` still knows those that are closed. */
type Sockets = {
  open: Set<ClientSocket>;
  idle: Set<ClientSocket>;
  addresses: Map<string, Address>;
  bySocket: WeakMap<Socket, ClientSocket>;
};

function addIdle({ idle }: Sockets, client: ClientSocket): void {
  client.idleSinceMs = performance.now();
  for (const clients of [idle, client.address.idle]) clients.add(client);
}

function removeIdle({ idle }: Sockets, client: ClientSocket): void {
  for (const clients of [idle, client.address.idle]) clients.delete(client);
}

/** Forgets a socket that is closed or about to be: one that is counted until its end would have others closed in its place. */
function leave(sockets: Sockets, client: ClientSocket): void {
  const { address } = client;
  removeIdle(sockets, client);
  sockets.open.delete(client);
  address.sockets.delete(client);
  const isLast = address.sockets.size === 0 && sockets.addresses.get(address.key) === address;
  if (isLast) sockets.addresses.delete(address.key);
}

const hasNothingOfRequest = ({ socket, bytesRead }: ClientSocket) => socket.bytesRead === bytesRead;

type Closing = { max: number; untilMs?: number };

/** Closes up to `max` of these idle sockets, those that have been idle for longest. Returns how many it closed. */
function closeOldest(sockets: Sockets, idle: Set<ClientSocket>, { max, untilMs = Infinity }: Closing): number {
  let closed = 0;
  for (const client of idle) {
    if (closed >= max || client.idleSinceMs >= untilMs) break;
    if (!hasNothingOfRequest(client)) continue;
    leave(sockets, client);
    client.socket.destroy();
    closed += 1;
  }
  return closed;
}

function addressOf({ addresses }: Sockets, key: string): Address {
  const known = addresses.get(key);
  if (known) return known;
  const address = { key, sockets: new Set<ClientSocket>(), idle: new Set<ClientSocket>() };
  addresses.set(key, address);
  return address;
}

function enter(sockets: Sockets, socket: Socket): ClientSocket {
  const address = addressOf(sockets, addressKey(socket.remoteAddress ?? ''));
  const client = { socket, address, requests: 0, idleSinceMs: 0, bytesRead: 0, bytesWritten: 0 };
  sockets.bySocket.set(socket, client);
  sockets.open.add(client);
  address.sockets.add(client);
  addIdle(sockets, client);
  socket.once('close', () => leave(sockets, client));
  return client;
}

/** A new socket takes the place of one that is idle. If its address has none, the new one itself is closed. */
function makeRoom(sockets: Sockets, address: Address, { max, perAddress = Infinity }: SocketLimits): void {
  const excess = address.sockets.size - perAddress;
  if (excess > 0) closeOldest(sockets, address.idle, { max: excess });
  if (sockets.open.size > max * crowdedShare) {
    closeOldest(sockets, sockets.idle, { max: Math.ceil(max * closedShare) });
  }
}

function begin(sockets: Sockets, client: ClientSocket | undefined): void {
  if (!client) return;
  if (client.requests === 0) removeIdle(sockets, client);
  client.requests += 1;
}

/** Ends a request. Returns whether the socket is idle now. */
function end(sockets: Sockets, client: ClientSocket): boolean {
  client.requests -= 1;
  if (client.requests > 0) return false;
  addIdle(sockets, client);
  return true;
}

/** The bytes since the last call. */
function carried(client: ClientSocket): Traffic {
  const { socket, bytesRead, bytesWritten } = client;
  client.bytesRead = socket.bytesRead;
  client.bytesWritten = socket.bytesWritten;
  return { bytesIn: client.bytesRead - bytesRead, bytesOut: client.bytesWritten - bytesWritten };
}

export type ClientSockets = {
  /** Watches the sockets of a server. */
  watch(server: Server): void;
  /** Notes that the response to a request is closed. Returns the bytes of both. */
  settle(request: PublicRequest): Traffic;
};

export function openClientSockets(limits: SocketLimits): ClientSockets {
  const { idlePerAddress = Infinity } = limits;
  const sockets: Sockets = { open: new Set(), idle: new Set(), addresses: new Map(), bySocket: new WeakMap() };

  /**
   * Closes the excess of each address, except the newest: a request may be on its way to them. Must run after the event
   * loop has read what arrived: after a pause of the process, requests wait in sockets that seem to be idle.
   */
  function sweep(): void {
    const untilMs = performance.now() - sweptAfterMs;
    let left = sweptMax;
    for (const { idle } of sockets.addresses.values()) {
      const excess = idle.size - idlePerAddress;
      if (excess > 0) left -= closeOldest(sockets, idle, { max: Math.min(excess, left), untilMs });
    }
  }

  return {
    watch(server) {
      const sweeping = setInterval(() => setImmediate(sweep), sweepEveryMs).unref();
      server.once('close', () => clearInterval(sweeping));
      server
        .on('connection', (socket: Socket) => makeRoom(sockets, enter(sockets, socket).address, limits))
        .on('request', ({ socket }) => begin(sockets, sockets.bySocket.get(socket)));
    },
    settle({ req: { socket }, connection, keepAliveSeconds }) {
      const client = sockets.bySocket.get(socket);
      if (!client) return { bytesIn: 0, bytesOut: 0 };
      const isIdleNow = sockets.open.has(client) && end(sockets, client);
      if (isIdleNow && !connection && keepAliveSeconds !== undefined) {
        socket.setTimeout(keepAliveSeconds * 1_000 + graceMs);
      }
      return carried(client);
    },
  };
}
