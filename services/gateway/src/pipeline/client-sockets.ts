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
const sweepEveryMs = 1_000;

/** `idle`: how many of the sockets have no request. */
type Address = { sockets: Set<ClientSocket>; idle: number };

/** `requests`: how many are being answered. `bytesRead` and `bytesWritten`: when the last of them ended. */
type ClientSocket = {
  socket: Socket;
  address: Address;
  requests: number;
  idleSinceMs: number;
  bytesRead: number;
  bytesWritten: number;
};

const isIdle = ({ socket, requests, bytesRead }: ClientSocket) => requests === 0 && socket.bytesRead === bytesRead;

const idleOf = (sockets: Iterable<ClientSocket>) =>
  [...sockets].filter(isIdle).sort((a, b) => a.idleSinceMs - b.idleSinceMs);

function closeAll(sockets: readonly ClientSocket[]): void {
  for (const { socket } of sockets) socket.destroy();
}

/** Closes the sockets of an address that have been idle for longest, up to `max`. A request may be on its way to newer ones. */
function closeExcess({ sockets }: Address, max: number): void {
  const idle = idleOf(sockets);
  const untilMs = performance.now() - graceMs;
  closeAll(idle.slice(0, Math.max(0, idle.length - max)).filter(({ idleSinceMs }) => idleSinceMs < untilMs));
}

/** The sockets of a server. `bySocket` still knows those that are closed. */
type Sockets = {
  open: Set<ClientSocket>;
  addresses: Map<string, Address>;
  bySocket: WeakMap<Socket, ClientSocket>;
};

function addressOf({ addresses }: Sockets, key: string): Address {
  const known = addresses.get(key);
  if (known) return known;
  const address = { sockets: new Set<ClientSocket>(), idle: 0 };
  addresses.set(key, address);
  return address;
}

function enter(sockets: Sockets, socket: Socket): ClientSocket {
  const key = addressKey(socket.remoteAddress ?? '');
  const address = addressOf(sockets, key);
  const idleSinceMs = performance.now();
  const client = { socket, address, requests: 0, idleSinceMs, bytesRead: 0, bytesWritten: 0 };
  sockets.bySocket.set(socket, client);
  sockets.open.add(client);
  address.sockets.add(client);
  address.idle += 1;
  socket.once('close', () => {
    sockets.open.delete(client);
    address.sockets.delete(client);
    if (client.requests === 0) address.idle -= 1;
    if (address.sockets.size === 0) sockets.addresses.delete(key);
  });
  return client;
}

/** A new socket takes the place of one that is idle. If its address has none, the new one itself is closed. */
function makeRoom({ open }: Sockets, { sockets }: Address, { max, perAddress = Infinity }: SocketLimits): void {
  if (sockets.size > perAddress) closeAll(idleOf(sockets).slice(0, sockets.size - perAddress));
  if (open.size > max * crowdedShare) closeAll(idleOf(open).slice(0, Math.ceil(max * closedShare)));
}

function begin(client: ClientSocket | undefined): void {
  if (!client) return;
  if (client.requests === 0) client.address.idle -= 1;
  client.requests += 1;
}

/** Ends a request. Returns whether the socket is idle now. */
function end(client: ClientSocket): boolean {
  client.requests -= 1;
  if (client.requests > 0) return false;
  client.idleSinceMs = performance.now();
  client.address.idle += 1;
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
  const sockets: Sockets = { open: new Set(), addresses: new Map(), bySocket: new WeakMap() };

  function sweep(): void {
    for (const address of sockets.addresses.values()) {
      if (address.idle > idlePerAddress) closeExcess(address, idlePerAddress);
    }
  }

  return {
    watch(server) {
      const sweeping = setInterval(sweep, sweepEveryMs).unref();
      server.once('close', () => clearInterval(sweeping));
      server
        .on('connection', (socket: Socket) => makeRoom(sockets, enter(sockets, socket).address, limits))
        .on('request', ({ socket }) => begin(sockets.bySocket.get(socket)));
    },
    settle({ req: { socket }, connection, keepAliveSeconds }) {
      const client = sockets.bySocket.get(socket);
      if (!client) return { bytesIn: 0, bytesOut: 0 };
      const isIdleNow = sockets.open.has(client) && end(client);
      if (isIdleNow && !connection && keepAliveSeconds !== undefined) {
        socket.setTimeout(keepAliveSeconds * 1_000 + graceMs);
      }
      return carried(client);
    },
  };
}
