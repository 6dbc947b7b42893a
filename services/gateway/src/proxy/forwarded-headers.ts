/** Hot: copies the headers of every request. Benchmark: `npm run bench -- gateway`. */
import type { IncomingHttpHeaders } from 'node:http';
import { callerTokenHeader } from '@order-hub/shared/caller-token';
import type { PublicRequest } from '../request/public-request.ts';
import { remoteAddress } from '../request/remote-address.ts';

/** Headers that concern one connection only (RFC 9110, 7.6.1), that the gateway sets itself, or that are for the gateway. */
const notForwarded = new Set([
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
  'x-client-request-id',
  'x-http-method-override',
  'x-request-id',
  'x-real-ip',
  'forwarded',
  // The trace of a client is not continued (docs/decisions/0060-a-trace-begins-at-the-gateway.md).
  'traceparent',
  'tracestate',
  'baggage',
]);

/** Expects `-` in place of `_`, because some servers treat the two alike. */
const isDropped = (name: string) =>
  notForwarded.has(name) || name.startsWith('x-hub-') || name.startsWith('x-forwarded-');

/** Forwarded even if the Connection header names them: without them the service misreads the request. */
const needed = new Set(['content-length', 'transfer-encoding', 'host', 'content-type']);

function namedByConnection(connection: string | undefined): Set<string> | undefined {
  if (connection === undefined || connection === 'keep-alive' || connection === 'close') return undefined;
  const names = connection
    .toLowerCase()
    .split(',')
    .map((name) => name.trim());
  return new Set(names.filter((name) => !needed.has(name)));
}

/** How clients reach the gateway, for the links that services write. `trustedHops`: the number of our own proxies in front. */
export type PublicAddress = { trustedHops: number; protocol?: string; host?: string };

/** The client's headers, without those that a service would trust as the gateway's. */
function clientHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const dropped = namedByConnection(headers.connection);
  const forwarded: IncomingHttpHeaders = {};
  for (const name in headers) {
    if (isDropped(name.includes('_') ? name.replaceAll('_', '-') : name) || dropped?.has(name)) continue;
    forwarded[name] = headers[name];
  }
  return forwarded;
}

function protocolOf({ trustedHops, protocol }: PublicAddress, headers: IncomingHttpHeaders) {
  const trusted = trustedHops > 0 ? headers['x-forwarded-proto'] : undefined;
  return protocol ?? trusted ?? 'http';
}

/** The origin of the hub as the client reaches it, for links; empty if the client does not say. */
export function publicOriginOf(publicAddress: PublicAddress, headers: IncomingHttpHeaders): string {
  const host = publicAddress.host ?? headers.host ?? '';
  return host === '' ? '' : `${String(protocolOf(publicAddress, headers))}://${host}`;
}

/**
 * Adds the preference of a client that switched strict handling on. Of several of a name the first counts, so what the request itself
 * says of its handling wins (docs/api/conventions.md#strict-handling).
 */
function addPreference(forwarded: IncomingHttpHeaders, connection: PublicRequest['connection']): void {
  if (!connection?.is_strict) return;
  const { prefer } = forwarded;
  forwarded['prefer'] = prefer === undefined ? 'handling=strict' : `${String(prefer)}, handling=strict`;
}

/** The headers of the request to the service: the client's, and the gateway's own. */
export function forwardedHeaders(
  { req, requestId, isApi, callerToken, connection }: PublicRequest,
  publicAddress: PublicAddress,
): IncomingHttpHeaders {
  const { headers } = req;
  const forwarded = clientHeaders(headers);
  addPreference(forwarded, connection);
  forwarded['x-request-id'] = requestId;
  forwarded['x-forwarded-for'] = remoteAddress(req, publicAddress.trustedHops);
  forwarded['x-forwarded-proto'] = protocolOf(publicAddress, headers);
  forwarded['x-forwarded-host'] = publicAddress.host ?? headers.host ?? '';
  // The API knows no sessions, and services no access tokens: to auth, `Authorization` would be an operator key.
  if (isApi) {
    if (forwarded.cookie !== undefined) delete forwarded.cookie;
    if (forwarded.authorization !== undefined) delete forwarded.authorization;
  }
  if (callerToken !== undefined) forwarded[callerTokenHeader] = callerToken;
  return forwarded;
}
