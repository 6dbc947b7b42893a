import type { IncomingMessage } from 'node:http';
import { commonHeaders } from '../pipeline/answer.ts';
import type { PublicRequest } from '../pipeline/public-request.ts';

/** By this header auth names the token that its answer has revoked. */
const tokenChangedHeader = 'x-hub-token-digest';

/** What concerns the inner connection only, what is ours to say, and what is nobody's business. */
const dropped = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'x-powered-by',
  'x-request-id',
]);

function copyHeaders({ rawHeaders }: IncomingMessage, headers: string[]): void {
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const lower = name.toLowerCase();
    if (!dropped.has(lower) && !lower.startsWith('x-hub-')) headers.push(name, rawHeaders[at + 1] ?? '');
  }
}

/** Sends a service's answer out, without what is internal. A revoked token is forgotten before its revocation is answered. */
export function forwardResponse(
  request: PublicRequest,
  answer: IncomingMessage,
  onTokenChanged: (tokenDigest: string) => void,
): void {
  const { res } = request;
  const changed = answer.headers[tokenChangedHeader];
  if (typeof changed === 'string') onTokenChanged(changed);
  if (res.headersSent || res.closed) {
    answer.destroy();
    return;
  }
  const headers = commonHeaders(request);
  copyHeaders(answer, headers);
  answer.once('error', () => res.destroy());
  res.writeHead(answer.statusCode ?? 502, headers);
  answer.pipe(res);
}
