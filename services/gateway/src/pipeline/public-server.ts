/** The listener for clients: its limits, and its answers to malformed HTTP. */
import { type RequestListener, type Server, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from '@order-hub/shared/http-server';
import { crossOriginHeaders, noSniffing } from '../responses/cross-origin.ts';
import type { ClientSockets } from './client-sockets.ts';

const headMs = 10_000;
/** The proxy library listens for the end of the server once in each connection pool. */
const listenersMax = 64;

const faults = new Map([
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, error_type: 'bad_request', message: 'The headers of the request are over the limit of 16 kB' },
  ],
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { status: 408, error_type: 'request_timeout', message: 'The request did not arrive in time' },
  ],
]);
const malformed = { status: 400, error_type: 'bad_request', message: 'This is not a well-formed HTTP request' };

function rawResponse({ status, error_type, message }: typeof malformed): string {
  const body = JSON.stringify({ message, error_type });
  const headers = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, 'Content-Type: application/json; charset=utf-8'];
  const common = [...noSniffing, ...crossOriginHeaders];
  for (let at = 0; at < common.length; at += 2) headers.push(`${common[at] ?? ''}: ${common[at + 1] ?? ''}`);
  headers.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close');
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

/**
 * `_httpMessage` is a private field of Node: the response that the socket still has to send. If there is one, an earlier
 * request on the connection is waiting, and would take our error for its response. Delete this when the `clientError` event
 * says so itself.
 */
type HttpSocket = Duplex & { _httpMessage?: unknown };

function answerMalformed(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage) socket.destroy();
  else socket.end(rawResponse(faults.get(error.code ?? '') ?? malformed));
}

/** Listens for clients. `bodyMs`: how long the largest body may take. An `Expect` other than `100-continue` is ignored. */
export async function listenToClients(
  handler: RequestListener,
  address: { host: string; port: number },
  { sockets, socketsMax, bodyMs }: { sockets: ClientSockets; socketsMax: number; bodyMs: number },
): Promise<Server> {
  const server = await listen(handler, address, {
    // Longer than the step that receives bodies waits, so that the step refuses a late body.
    requestTimeout: headMs + bodyMs,
    // The pipeline itself refuses a request without Host, so that the answer has an error body.
    requireHostHeader: false,
  });
  server.maxConnections = socketsMax;
  server.setMaxListeners(listenersMax);
  sockets.watch(server);
  return server
    .on('clientError', answerMalformed)
    .on('checkExpectation', (req, res) => server.emit('request', req, res));
}
