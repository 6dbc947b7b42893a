/** Requests from a chosen address of this machine, each on a connection of its own, as new clients make them. */
import { request, type IncomingHttpHeaders } from 'node:http';

export type SentRequest = {
  method: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer | undefined;
  address: string;
  /** Timeout in milliseconds. */
  patienceMs?: number;
};

export type Reply = { status: number; headers: IncomingHttpHeaders; text: string };

/** Sends a request and reads the whole answer. Rejects when the connection breaks or `patienceMs` have passed. */
export function send(origin: string, sent: SentRequest): Promise<Reply> {
  const { method, path, headers = {}, body, address, patienceMs = 30_000 } = sent;
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = { method, agent: false, localAddress: address, headers: { ...headers, ...length } };
    const outgoing = request(origin + path, { ...options, signal: AbortSignal.timeout(patienceMs) }, (incoming) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part: Buffer) => parts.push(part)).once('error', reject);
      incoming.once('end', () => {
        const { statusCode: status = 0, headers: received } = incoming;
        resolve({ status, headers: received, text: Buffer.concat(parts).toString() });
      });
    });
    outgoing.once('error', reject).end(body);
  });
}

/** The headers of an API request with JSON. */
export const apiHeaders = (token: string) => ({ 'x-access-token': token, 'content-type': 'application/json' });
