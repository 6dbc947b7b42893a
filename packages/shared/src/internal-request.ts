import { request, type Agent } from 'node:http';

/** `body`: JSON text. */
type InternalRequest = {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string | undefined;
  agent: Agent;
  timeoutMs: number;
};
type Answer = { status: number; text: string };

const bodyHeaders = (body: string | undefined) =>
  body === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };

function sendOnce({ method, url, headers, body, agent, timeoutMs }: InternalRequest): Promise<Answer> {
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
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    });
    sent.on('error', (error) => reject(Object.assign(error, { reusedSocket: sent.reusedSocket })));
    sent.end(body);
  });
}

/**
 * Sends a request to another process of the hub. Uses node:http, which is much cheaper than fetch. Retries once when a
 * kept connection turns out to be closed. Throws when there is no whole response in time.
 */
export async function sendInternalRequest(internal: InternalRequest): Promise<Answer> {
  try {
    return await sendOnce(internal);
  } catch (error) {
    const { code, reusedSocket } = error as { code?: string; reusedSocket?: boolean };
    if (!reusedSocket || (code !== 'ECONNRESET' && code !== 'EPIPE')) throw error;
    return sendOnce(internal);
  }
}
