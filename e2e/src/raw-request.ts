/** Sends requests that no well-behaved HTTP client would send. */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';

type RawRequest = { method?: string; target: string; headers?: Record<string, string>; body?: string };

export type RawAnswer = { status: number; headers: IncomingMessage['headers']; body: any };

/** Sends a request as given: any method may have a body, and the target is not normalised. */
export async function sendRaw(
  origin: string,
  { method = 'GET', target, headers, body }: RawRequest,
): Promise<RawAnswer> {
  const { hostname, port } = new URL(origin);
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  // Keep-alive, because a closing connection can lose an answer that is sent before the whole body has arrived.
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
