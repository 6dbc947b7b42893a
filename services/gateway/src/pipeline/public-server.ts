/** The listener for clients: its limits, and its answers to what is not well-formed HTTP. */
import { type RequestListener, type Server, type ServerOptions, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { listen } from '@order-hub/shared/http-server';
import { crossOriginHeaders } from './cross-origin.ts';

const limits: ServerOptions = {
  maxHeaderSize: 16_384,
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 5_000,
  // The pipeline refuses a request without Host, with a body.
  requireHostHeader: false,
};
const connectionsMax = 10_000;

const faults = new Map([
  ['HPE_HEADER_OVERFLOW', { status: 431, message: 'The headers of the request are over the limit of 16 kB' }],
  ['ERR_HTTP_REQUEST_TIMEOUT', { status: 408, message: 'The request did not arrive in time' }],
]);
const malformed = { status: 400, message: 'This is not a well-formed HTTP request' };

function rawAnswer({ status, message }: typeof malformed): string {
  const body = JSON.stringify({ message, error_type: 'bad_request' });
  const headers = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`, 'Content-Type: application/json; charset=utf-8'];
  for (let at = 0; at < crossOriginHeaders.length; at += 2) {
    headers.push(`${crossOriginHeaders[at] ?? ''}: ${crossOriginHeaders[at + 1] ?? ''}`);
  }
  headers.push(`Content-Length: ${Buffer.byteLength(body)}`, 'Connection: close');
  return `${headers.join('\r\n')}\r\n\r\n${body}`;
}

/** `_httpMessage` is the answer that is still to be written here: what follows its request must not be answered first. */
type HttpSocket = Duplex & { _httpMessage?: unknown };

function answerMalformed(error: NodeJS.ErrnoException, socket: HttpSocket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || socket._httpMessage) socket.destroy();
  else socket.end(rawAnswer(faults.get(error.code ?? '') ?? malformed));
}

/** Listens for clients. An `Expect` other than `100-continue` is ignored. */
export async function listenToClients(
  handler: RequestListener,
  address: { host: string; port: number },
): Promise<Server> {
  const server = await listen(handler, address, limits);
  server.maxConnections = connectionsMax;
  return server.on('clientError', answerMalformed).on('checkExpectation', handler);
}
