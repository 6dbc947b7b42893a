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
const idleGraceMs = 500;
const unreadMs = 5_000;
/** Connections that wait to be accepted. In a longer burst the system drops one, and its client tries again after a second. */
const backlog = 4_096;

const limits: ServerOptions = {
  // Above the gateway's idle timeout, so that the gateway never reuses a closing socket.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  // Above the time that the gateway waits for a body. Answers 408.
  requestTimeout: 45_000,
  connectionsCheckingInterval: 5_000,
};

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
};
const trafficOf = new WeakMap<Server, Traffic>();

/**
 * Discards the rest of a request that was answered early, for up to five seconds, then closes the connection. Closing it at
 * once could cost the client the answer.
 */
function discardRest(req: IncomingMessage): void {
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
    else if (!req.complete && !socket.destroyed) discardRest(req);
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

/** `draining`: aborts when the process is about to stop. */
type Address = { host: string; port: number; draining?: AbortSignal };

/**
 * Listens on `host:port` (0: any free port). Answers 408 when the head or body of a request does not arrive in time. Throws
 * ConfigError when the port is in use.
 */
export function listen(
  handler: Handler,
  { host, port, draining }: Address,
  options: ServerOptions = {},
): Promise<Server> {
  const server = createServer({ ...limits, ...classesFor(handler), ...options });
  const traffic: Traffic = { answers: new Map(), isStopping: false, isClosing: false };
  trafficOf.set(server, traffic);
  draining?.addEventListener('abort', () => announceStop(traffic));
  server
    .on('connection', (socket: Socket) => socket.once('close', () => traffic.answers.delete(socket)))
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

/**
 * Stops accepting connections, waits up to ten seconds for running requests, then closes the remaining connections. Serves
 * idle connections for another half second, with `Connection: close`, so that a client that is just sending loses no request.
 */
export async function stopListening(server: Server): Promise<void> {
  const traffic = trafficOf.get(server);
  if (traffic) announceStop(traffic);
  // Connections that wait to be accepted would be reset. Here, right after Node has looked for them, there are fewest.
  await new Promise((resolve) => setImmediate(resolve));
  // The close of an HTTP server would close idle connections at once.
  const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
  const idle = setTimeout(() => {
    if (traffic) traffic.isClosing = true;
    server.closeIdleConnections();
  }, idleGraceMs);
  const force = setTimeout(() => server.closeAllConnections(), runningMs);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
}
