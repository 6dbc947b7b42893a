/** Requests of tests, over connections that the test can end. */
import { once } from 'node:events';
import { type Agent, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';

export type Answer = { status: number; body: any; headers: Headers };

/** An answer whose body is taken as it is. */
export type TextAnswer = Omit<Answer, 'body'> & { text: string };

/** A service that listens on this machine. `agent`: keeps the connections; by default, all requests of the process share some. */
export type Listener = { port: number; agent?: Agent | undefined };

type Asked = { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal | undefined };

const headersIn = ({ rawHeaders }: IncomingMessage) =>
  new Headers(
    rawHeaders.flatMap((name, at): [string, string][] => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : [])),
  );

const unpacked = (response: IncomingMessage) =>
  response.headers['content-encoding'] === 'gzip' ? response.pipe(createGunzip()) : response;

/** Sends a request: `route` is its method and path. The body is sent as JSON; a string and bytes are sent unchanged. Follows no redirect. */
export async function askText(listener: Listener, route: string, asked: Asked = {}): Promise<TextAnswer> {
  const [method = 'GET', path = '/'] = route.split(' ');
  const { body, headers, signal } = asked;
  const isJson = body !== undefined && typeof body !== 'string' && !Buffer.isBuffer(body);
  const bytes = Buffer.from(isJson ? JSON.stringify(body) : ((body ?? '') as string));
  // Node announces no length of the body of a DELETE.
  const ofBody = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytes.length };
  const options = { host: '127.0.0.1', ...listener, method, path, headers: { ...ofBody, ...headers } };
  const sent = request({ ...options, ...(signal && { signal }) });
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  // A request that is refused early may break after its answer.
  sent.on('error', () => undefined).end(bytes);
  const [response] = await answered;
  return { status: response.statusCode ?? 0, text: await text(unpacked(response)), headers: headersIn(response) };
}

/** Like `askText`, of an answer in JSON. */
export async function ask(listener: Listener, route: string, asked?: Asked): Promise<Answer> {
  const answer = await askText(listener, route, asked);
  return { ...answer, body: answer.text === '' ? undefined : JSON.parse(answer.text) };
}
