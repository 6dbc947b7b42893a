/**
 * Guards against request smuggling. The proxy library drops `Transfer-Encoding` from a DELETE, adds `Content-Length: 0` and
 * still sends the body: the service would read it as the next request, on a connection that other clients share. So a
 * chunked body is accepted only with methods that have a body, as plain `chunked`, and never with a Content-Length as well.
 * Hot: runs for every request. Benchmark: `npm run bench -- gateway`.
 */
import type { IncomingMessage } from 'node:http';
import { badRequest, payloadTooLarge } from '@order-hub/shared/errors';
import type { GatewayStep } from '../request/public-request.ts';

const withBody = new Set(['POST', 'PUT', 'PATCH']);

function assertPlainChunks({ method = '', headers, httpVersion }: IncomingMessage): void {
  const isPlain = headers['transfer-encoding']?.toLowerCase() === 'chunked' && httpVersion === '1.1';
  if (!isPlain || headers['content-length'] !== undefined)
    throw badRequest('The only accepted Transfer-Encoding is chunked');
  if (!withBody.has(method)) throw badRequest(`Send the body of a ${method} request with a Content-Length`);
}

function countHosts({ rawHeaders }: IncomingMessage): number {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count;
}

/** Refuses a request with more than one Host, or none, and one for another protocol. Throws bad_request. */
export const checkConnection: GatewayStep = ({ req }) => {
  const { headers, httpVersion } = req;
  if (httpVersion !== '1.1' && httpVersion !== '1.0') throw badRequest('Use HTTP/1.1');
  const hosts = countHosts(req);
  if (hosts > 1) throw badRequest('The request has more than one Host header');
  if (hosts === 0 && httpVersion === '1.1') throw badRequest('The request has no Host header');
  // A server may ignore an offer of HTTP/2 (RFC 9110, 7.8), and common clients send one with every request.
  const { upgrade } = headers;
  if (upgrade !== undefined && upgrade.toLowerCase() !== 'h2c')
    throw badRequest('This API supports no protocol upgrade');
};

/** Refuses a body whose end two servers could read differently. Throws bad_request. */
export const checkBodyFraming: GatewayStep = ({ req }) => {
  if (req.headers['transfer-encoding'] !== undefined) assertPlainChunks(req);
};

/** Refuses a body whose Content-Length is above the limit of its route. Throws payload_too_large. */
export const checkBodySize: GatewayStep = ({ req, route }) => {
  const length = req.headers['content-length'];
  const limit = route?.bodyBytesMax ?? 0;
  if (length !== undefined && Number(length) > limit) throw payloadTooLarge(limit);
};
