/** Requests that no well-behaved HTTP client would send. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';

type RawRequest = { method?: string; target: string; headers?: Record<string, string>; body?: string };

export type RawAnswer = { status: number; headers: IncomingMessage['headers']; body: any };

/** Sends a request as it is written: a body with any method, a target that is not normalised. */
export async function sendRaw(
  origin: string,
  { method = 'GET', target, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  // Keep-alive: on a closing connection, an answer sent before all of the body has arrived can be lost.
  const agent = new Agent({ keepAlive: true });
  const sent = request({ hostname, port, method, path: target, headers: { ...length, ...headers }, agent });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  agent.destroy();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: text === '' ? undefined : JSON.parse(text),
  };
}
