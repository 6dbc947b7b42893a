import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  ServerResponse,
} from 'node:http';
import { type AddressInfo, Server as TcpServer, type Socket } from 'node:net';
import { ConfigError } from '../process/config.ts';

const drainMs = 10_000;
const idleGraceMs = 500;
const unreadMs = 5_000;

const limits: ServerOptions = {
  // Must stay above the gateway's idle timeout, so that it reuses no closing socket.
  keepAliveTimeout: 65_000,
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  // Longer than the gateway waits for a body. Then the answer is 408.
  requestTimeout: 45_000,
  connectionsCheckingInterval: 5_000,
};

/**
 * `answers`: by open connection, the answer that is under way. An entry is changed in place, not added and deleted with each
 * request: a Map or Set leaves full tables behind, each of which refers to the next, and what was in them then outlives
 * many collections with its request.
 */
type Traffic = { answers: Map<Socket, ServerResponse | undefined>; isStopping: boolean };
const trafficOf = new WeakMap<Server, Traffic>();

/**
 * Reads what still comes of a request that was answered early, for a moment: on a connection that is closed at once the
 * client may lose the answer. Then closes the connection, if the request is still not whole.
 */
function discardRest(req: IncomingMessage): void {
  const timer = setTimeout(() => req.socket.destroy(), unreadMs).unref();
  req.once('end', () => clearTimeout(timer)).resume();
}

/** Keeps the answers that are under way. Those of a server that stops say `Connection: close`. */
function watch(traffic: Traffic, req: IncomingMessage, res: ServerResponse): void {
  const { socket } = req;
  const { answers } = traffic;
  // Of requests that came together only the last may close the connection.
  answers.set(socket, res);
  if (traffic.isStopping) res.shouldKeepAlive = false;
  res.once('close', () => {
    if (answers.get(socket) === res) answers.set(socket, undefined);
    // The head of this answer was sent before the server began to stop.
    if (traffic.isStopping && res.shouldKeepAlive) socket.destroySoon();
    else if (!req.complete && !socket.destroyed) discardRest(req);
  });
}

/** An express app: `request` and `response` are the prototypes that it gives to what it handles. */
type Handler = RequestListener & { request?: object; response?: object };

/**
 * Classes whose objects have the prototypes of an express app from the start. Express gives each object these prototypes
 * while it is in use. If that changes anything, V8 looks up the object's properties slowly from then on, and dead objects
 * outlive several collections: together more than half of the processor time of a read.
 */
function classesFor(app: Handler): ServerOptions {
  if (!app.request || !app.response) return {};
  class Request extends IncomingMessage {}
  class Response<Of extends IncomingMessage> extends ServerResponse<Of> {}
  Object.setPrototypeOf(Request.prototype, app.request);
  Object.setPrototypeOf(Response.prototype, app.response);
  // Classes, because an object of a plain function that calls IncomingMessage has its properties in a slow table. The
  // prototype of a class cannot be replaced, so it becomes the app's.
  app.request = Request.prototype;
  app.response = Response.prototype;
  return { IncomingMessage: Request, ServerResponse: Response };
}

/**
 * Listens on `host:port` (0: any free port). A request whose head or body does not arrive in time is answered with 408.
 * Throws ConfigError when the port is in use.
 */
export function listen(
  handler: Handler,
  { host, port }: { host: string; port: number },
  options: ServerOptions = {},
): Promise<Server> {
  const server = createServer({ ...limits, ...classesFor(handler), ...options });
  const traffic: Traffic = { answers: new Map(), isStopping: false };
  trafficOf.set(server, traffic);
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
    server.listen(port, host, () => resolve(server));
  });
}

export const portOf = (server: Server) => (server.address() as AddressInfo).port;

/**
 * Stops accepting, waits up to ten seconds for running requests, then closes the remaining connections. Idle connections are served
 * for half a second more: each answer says `Connection: close`, so that a client that is just sending loses no request.
 */
export async function stopListening(server: Server): Promise<void> {
  const traffic = trafficOf.get(server);
  if (traffic) traffic.isStopping = true;
  for (const res of traffic?.answers.values() ?? []) if (res && !res.headersSent) res.shouldKeepAlive = false;
  // The close of an HTTP server would also close the idle connections, at once.
  const closed = new Promise((resolve) => TcpServer.prototype.close.call(server, resolve));
  const idle = setTimeout(() => server.closeIdleConnections(), idleGraceMs);
  const force = setTimeout(() => server.closeAllConnections(), drainMs);
  await closed;
  clearTimeout(idle);
  clearTimeout(force);
}
