import type { IncomingHttpHeaders } from 'node:http';
import { callerTokenHeader } from '@order-hub/shared/caller-token';
import { remoteAddress } from '../limits/address-limit.ts';
import type { PublicRequest } from '../pipeline/public-request.ts';

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
  const names = connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return new Set(names.filter((name) => !needed.has(name)));
}

/** How the gateway itself is reached, for services that write links. `trustedHops`: proxies of ours in front. */
export type PublicAddress = { trustedHops: number; protocol?: string; host?: string };

/** What the client sent, without what could pass for the gateway's own word. */
function clientHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const dropped = namedByConnection(headers.connection);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (isOurs(name.includes('_') ? name.replaceAll('_', '-') : name) || dropped?.has(name)) continue;
    forwarded[name] = headers[name];
  }
  return forwarded;
}

function protocolOf({ trustedHops, protocol }: PublicAddress, headers: IncomingHttpHeaders) {
  const trusted = trustedHops > 0 ? headers['x-forwarded-proto'] : undefined;
  return protocol ?? trusted ?? 'http';
}

/** The headers of a request as a service gets them. */
export function forwardedHeaders(
  { req, requestId, callerToken }: PublicRequest,
  publicAddress: PublicAddress,
): IncomingHttpHeaders {
  const { headers } = req;
  const forwarded = clientHeaders(headers);
  forwarded['x-request-id'] = requestId;
  forwarded['x-forwarded-for'] = remoteAddress(req, publicAddress.trustedHops);
  forwarded['x-forwarded-proto'] = protocolOf(publicAddress, headers);
  forwarded['x-forwarded-host'] = publicAddress.host ?? headers.host ?? '';
  if (callerToken !== undefined) forwarded[callerTokenHeader] = callerToken;
  return forwarded;
}
