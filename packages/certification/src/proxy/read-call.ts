import type { IncomingMessage } from 'node:http';
import type { Journal } from '../journal/journal.ts';
import type { Call } from './call.ts';

/** The largest body that the hub takes, and a little. */
const bodyBytesMax = 33 * 1_024 * 1_024;

/** How much of a body is kept in the journal. */
export const notedChars = 65_536;

export class BodyTooLargeError extends Error {}

async function read(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > bodyBytesMax) throw new BodyTooLargeError();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const headersOf = (req: IncomingMessage) =>
  Object.fromEntries(Object.entries(req.headers).map(([name, value]) => [name, String(value)]));

/** docs/api/conventions.md#method-override */
const methodOf = (method: string, { 'x-http-method-override': override }: Record<string, string>) =>
  (method === 'POST' && override?.toUpperCase()) || method;

/** The path as the hub reads it: a slash at its end makes no difference (docs/api/conventions.md#base-url). */
const withoutLastSlash = (target: string) => target.replace(/^([^?]+)\/(?=\?|$)/, '$1');

/** Reads a request, and notes it. `version` is the path of the API, such as `/v1`. Throws BodyTooLargeError. */
export async function readCall(req: IncomingMessage, journal: Journal, version: string): Promise<Call> {
  const { method = 'GET', url: target = '/' } = req;
  const headers = headersOf(req);
  const body = await read(req);
  const entry = journal.begin({
    direction: 'call',
    method: methodOf(method, headers),
    path: withoutLastSlash(target.startsWith(`${version}/`) ? target.slice(version.length) : target),
    body: body.subarray(0, notedChars).toString(),
    idempotencyKey: headers['idempotency-key'],
  });
  return { method, target, headers, body, entry };
}
