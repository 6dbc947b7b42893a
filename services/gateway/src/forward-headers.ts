import type { IncomingHttpHeaders } from 'node:http';
import { callerTokenHeader } from '@order-hub/shared/caller-token';
import { remoteAddress } from './address-limit.ts';
import type { Exchange } from './exchange.ts';

/** What concerns one connection only (RFC 9110, 7.6.1), what is ours to say, and what ends here. */
const kept = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authorization',
  'te',
  'trailer',
  'upgrade',
  'http2-settings',
  'expect',
  'x-access-token',
  'x-http-method-override',
  'x-request-id',
  'x-real-ip',
  'forwarded',
]);

/** Servers differ on whether `_` in a header's name is another way to write `-`; here it is, so that it is nowhere. */
const isOurs = (name: string) => kept.has(name) || name.startsWith('x-hub-') || name.startsWith('x-forwarded-');

/** What marks off the body and names the host stays, whatever the Connection header says of it. */
const needed = new Set(['content-length', 'transfer-encoding', 'host', 'content-type']);

function namedByConnection(connection: string | undefined): Set<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  const names = connection.toLowerCase().split(',').map((name) => name.trim());
  return new Set(names.filter((name) => !needed.has(name)));
}

/** How the gateway itself is reached, for services that write links. */
export type Outside = { trustedHops: number; protocol?: string; host?: string };

/**
 * The headers of a request as a service gets them: nothing that could pass for the gateway's own word, then the
 * gateway's own word (RELIABILITY, "Gateway").
 */
export function forwardedHeaders({ req, requestId, callerToken }: Exchange, { trustedHops, protocol, host }: Outside): IncomingHttpHeaders {
  const { headers } = req;
  const dropped = namedByConnection(headers.connection);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (isOurs(name.includes('_') ? name.replaceAll('_', '-') : name) || dropped?.has(name)) continue;
    forwarded[name] = headers[name];
  }
  const trustedProtocol = trustedHops > 0 ? headers['x-forwarded-proto'] : undefined;
  forwarded['x-request-id'] = requestId;
  forwarded['x-forwarded-for'] = remoteAddress(req, trustedHops);
  forwarded['x-forwarded-proto'] = protocol ?? trustedProtocol ?? 'http';
  forwarded['x-forwarded-host'] = host ?? headers.host ?? '';
  if (callerToken !== undefined) forwarded[callerTokenHeader] = callerToken;
  return forwarded;
}
