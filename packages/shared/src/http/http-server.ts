import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { type AddressInfo, Server as TcpServer, type Socket } from 'node:net';
import { ConfigError } from '../process/settings/config.ts';

const runningMs = 10_000;
/** How long a stopping server serves idle connections. */
const idleGraceMs = 500;
/** After a drain: longer than the hub's own clients keep idle connections (docs/decisions/0056-ready-means-i-can-answer.md). */
const drainedGraceMs = 5_000;
/** Turns of the event loop in which a stopping server accepts the connections that wait. */
const lastTurnsMax = 1_000;
/** Connections that wait to be accepted. In a longer burst the system drops one, and its client tries again after a second. */
const backlog = 4_096;

/** `unreadMs`: how long a server reads on after it has answered a request early. */
type ListenOptions = ServerOptions & { unreadMs?: number };

const limits = {
  // Above the gateway's idle timeout, so that the gateway never reuses a closing socket.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  // Above the time that the gateway waits for a body. Answers 408.
  requestTimeout: 45_000,
  connectionsCheckingInterval: 5_000,
  unreadMs: 5_000,
} satisfies ListenOptions;

/**
 * `answers`: the current answer of each open connection. A request updates its connection's entry in place: adding and
 * deleting an entry per request makes a Map grow new tables, and the old ones keep dead requests alive for many collections.
 */
type Traffic = {
  answers: Map<Socket, ServerResponse | undefined>;
  /** Whether answers say `Connection: close`. */
  isStopping: boolean;
  /** Whether connections that become idle are closed. */
  isClosing: boolean;
  unreadMs: number;
};
const trafficOf = new WeakMap<Server, Traffic>();

/**
 * Discards the rest of a request that was answered early, for up to `unreadMs`, then closes the connection. Closing it at
 * once could cost the client the answer.
 */
function discardRest(req: IncomingMessage, unreadMs: number): void {
  const timer = setTimeout(() => req.socket.destroy(), unreadMs).unref();
  req.once('end', () => clearTimeout(timer)).resume();
}

/** Records current answers. Those of a stopping server say `Connection: close`. */
function watch(traffic: Traffic, req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  const { answers } = traffic;
  // Of pipelined requests only the last may close the connection.
  answers.set(socket, res);
  if (traffic.isStopping) res.shouldKeepAlive = false;
  res.once('close', () => {
    if (answers.get(socket) === res) answers.set(socket, undefined);
    // The head of this answer went out before the server began to stop.
    if (traffic.isClosing && res.shouldKeepAlive) socket.destroySoon();
    else if (!req.complete && !socket.destroyed) discardRest(req, traffic.unreadMs);
  });
}

/** An express app: `request` and `response` are the prototypes that it gives to the objects it handles. */
type Handler = RequestListener & { request?: object; response?: object };

/**
 * Classes whose objects have the prototypes of an express app from the start. Express calls Object.setPrototypeOf on each
 * request and response. When that changes the prototype of an object in use, V8 looks up its properties slowly from then on,
 * and dead objects survive several collections. With these classes nothing changes, and a small GET takes 88 µs of processor
 * time instead of 190 (`npm run bench -- orders`, with and without `...classesFor(handler)` in `listen`). They must be
 * classes: objects of a plain function that calls IncomingMessage have slow properties too; and because the prototype of a
 * class cannot be replaced, the app takes theirs. Delete this when express stops setting prototypes, or when we route
 * without express.
 */
function classesFor(app: Handler): ServerOptions {
  if (!app.request || !app.response) return {};
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  app.request = Request.prototype;
  app.response = Response.prototype;
  return { IncomingMessage: Request, ServerResponse: Response };
}

/** Lets the current answers and all that follow say `Connection: close`. */
function announceStop(traffic: Traffic): void {
  traffic.isStopping = true;
  for (const res of traffic.answers.values()) if (res && !res.headersSent) res.shouldKeepAlive = false;
}

/**
 * Closes the connections on which nothing has been sent. Browsers and other clients open some in advance; Node counts them
 * among the busy ones, so they would keep a stopping server until the last moment.
 */
function closeUnused({ answers }: Traffic): void {
  for (const [socket, answer] of answers) if (!answer && socket.bytesRead === 0) socket.destroySoon();
}

type Address = { host: string; port: number };

/**
 * Listens on `host:port` (0: any free port). Answers 408 when the head or body of a request does not arrive in time. Throws
 * ConfigError when the port is in use.
 */
export function listen(handler: Handler, { host, port }: Address, options: ListenOptions = {}): Promise<Server> {
  const { unreadMs, ...serverOptions } = { ...limits, ...options };
  const server = createServer({ ...serverOptions, ...classesFor(handler) });
  const traffic: Traffic = { answers: new Map(), isStopping: false, isClosing: false, unreadMs };
  trafficOf.set(server, traffic);
  server
    .on('connection', (socket: Socket) => {
      traffic.answers.set(socket, undefined);
      socket.once('close', () => traffic.answers.delete(socket));
    })
    .on('request', (req, res) => watch(traffic, req, res))
    .on('request', handler);
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(
        taken ? new ConfigError(`Port ${port} on ${host} is in use by another program; set PORT to a free one`) : error,
      );
    });
    server.listen({ port, host, backlog }, () => resolve(server));
  });
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

/** Waits for a turn of the event loop that finds no connection to accept: a turn accepts only one. */
async function acceptWaiting(server: Server): Promise<void> {
  let hasAccepted = true;
  const note = () => (hasAccepted = true);
  server.on('connection', note);
  // The rest of this turn may not look for connections any more.
  await nextTurn();
  for (let turn = 0; hasAccepted && turn < lastTurnsMax; turn += 1) {
    hasAccepted = false;
    await nextTurn();
  }
  server.off('connection', note);
}

/**
 * Stops accepting connections, waits up to ten seconds for running requests, then closes the remaining connections. Meanwhile
 * each answer says `Connection: close`. Serves idle connections for half a second, so that a client that is just sending loses
 * no request; for five seconds if the process has drained.
 */
export async function stopListening(server: Server, isDrained = false): Promise<void> {
  const traffic = trafficOf.get(server);
  // Those that wait when the listener closes are reset.
  await acceptWaiting(server);
  // The close of an HTTP server would close idle connections at once.
  const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
  // Not earlier: clients would come back on new connections.
  if (traffic) announceStop(traffic);
  const idle = setTimeout(
    () => {
      if (traffic) {
        traffic.isClosing = true;
        closeUnused(traffic);
      }
      server.closeIdleConnections();
    },
    isDrained ? drainedGraceMs : idleGraceMs,
  );
  const force = setTimeout(() => server.closeAllConnections(), runningMs);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
}
