/**
 * How a body is marked off. The proxy below us drops `Transfer-Encoding` from a DELETE, says `Content-Length: 0` and sends
 * the body all the same: its bytes would then be the next request on a connection that others use too. So a chunked body
 * passes only with methods that have one, in its one plain form; and nothing passes that says it both ways.
 */
import type { IncomingMessage } from 'node:http';
import { badRequest, payloadTooLarge } from '@order-hub/shared/errors';
import type { Step } from '../pipeline/public-request.ts';

/** The most that any endpoint reads, in bytes; each has a smaller limit of its own. */
export const bodyBytesMax = 11 * 1024 * 1024;

const withBody = new Set(['POST', 'PUT', 'PATCH']);

function assertPlainChunks({ method = '', headers, httpVersion }: IncomingMessage): void {
  const isPlain = headers['transfer-encoding']?.toLowerCase() === 'chunked' && httpVersion === '1.1';
  if (!isPlain || headers['content-length'] !== undefined) throw badRequest('The only Transfer-Encoding is chunked');
  if (!withBody.has(method)) throw badRequest(`Send the body of a ${method} request with a Content-Length`);
}

function assertPlainConnection({ headers, httpVersion }: IncomingMessage): void {
  if (headers.host === undefined && httpVersion === '1.1') throw badRequest('The request has no Host header');
  // An offer of HTTP/2 may be passed over in silence (RFC 9110, 7.8), and common clients make it with every request.
  const { upgrade } = headers;
  if (upgrade !== undefined && upgrade.toLowerCase() !== 'h2c') throw badRequest('This API knows no protocol upgrade');
}

/** Refuses bodies that are too large, or marked off in a way that two servers could read differently. */
export const checkBodyFraming: Step = ({ req }) => {
  assertPlainConnection(req);
  if (req.headers['transfer-encoding'] !== undefined) assertPlainChunks(req);
  const length = req.headers['content-length'];
  if (length !== undefined && Number(length) > bodyBytesMax) throw payloadTooLarge(bodyBytesMax);
};
