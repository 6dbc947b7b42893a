import { Agent as HttpAgent, request as httpRequest, type Agent, type IncomingHttpHeaders } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { limitConnectionAge } from './connection-age.ts';

/** `body`: JSON text, or bytes whose type the headers say. `mayRepeat`: doing it twice has the same effect as doing it once. */
type InternalRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | Buffer | undefined;
  mayRepeat: boolean;
  agents: InternalAgents;
  timeoutMs: number;
};

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string };

/**
 * Shorter than a stopping process serves idle connections (http-server.ts). So they are closed from here before it closes them.
 * Requests may take longer: they have their own time limit.
 */
const idleMs = 4_000;

/** Keep-alive connections, up to `maxSockets` to each process. */
export type InternalAgents = { http: Agent; https: Agent; destroy(): void };

export function internalAgents(maxSockets: number): InternalAgents {
  const http = limitConnectionAge(new HttpAgent({ keepAlive: true, maxSockets, timeout: idleMs }));
  const https = limitConnectionAge(new HttpsAgent({ keepAlive: true, maxSockets, timeout: idleMs }));
  const destroy = () => [http, https].forEach((agent) => agent.destroy());
  return { http, https, destroy };
}

const bodyHeaders = (body: string | Buffer | undefined) =>
  body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };

function sendOnce({
  method,
  url,
  headers,
  body,
  agents,
  timeoutMs,
}: Omit<InternalRequest, 'mayRepeat'>): Promise<Answer> {
  const [request, agent] = url.startsWith('https:') ? [httpsRequest, agents.https] : [httpRequest, agents.http];
  return new Promise((resolve, reject) => {
    const sent = request(url, {
      method,
      agent,
      headers: { ...bodyHeaders(body), ...headers },
      signal: AbortSignal.timeout(timeoutMs),
    });
    sent.on('response', (response) => {
      response.setEncoding('utf8');
      let text = '';
      response.on('data', (chunk: string) => (text += chunk));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
      response.on('error', reject);
    });
    sent.on('error', (error) => reject(Object.assign(error, { reusedSocket: sent.reusedSocket })));
    sent.end(body);
  });
}

/**
 * Sends a request to another process of the hub. Uses node:http(s), which is much cheaper than fetch. When the other end has
 * closed a keep-alive connection, repeats the request once if it may: the other end may have done its work before it died.
 * Throws without a complete response in time.
 */
export async function sendInternalRequest(internal: InternalRequest): Promise<Answer> {
  try {
    return await sendOnce(internal);
  } catch (error) {
    const { code, reusedSocket } = error as { code?: string; reusedSocket?: boolean };
    if (!internal.mayRepeat || !reusedSocket || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error;
    return sendOnce(internal);
  }
}
