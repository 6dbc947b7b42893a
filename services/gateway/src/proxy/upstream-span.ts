/** The spans of sampled requests to services: one for each time a request is sent. */
import type { IncomingMessage } from 'node:http';
import type { Span } from '@order-hub/shared/span';
import type { PublicRequest } from '../request/public-request.ts';

/** Begins the span inside that of the client's request. The service continues the trace. */
export function beginUpstreamSpan(request: PublicRequest, span: Span): void {
  const { req, route, retries } = request;
  const upstream = route?.upstream ?? '';
  request.upstreamSpan = span.child(`${req.method ?? ''} ${upstream}`, 'client', {
    'http.request.method': req.method,
    'http.request.resend_count': retries > 0 ? retries : undefined,
    'hub.service': upstream,
  });
  req.headers['traceparent'] = request.upstreamSpan.traceparent;
}

/** Ends the span, if it has not ended. `failure`: why there was no response. */
export function endUpstreamSpan(request: PublicRequest, failure?: string): void {
  request.upstreamSpan?.end(failure);
  request.upstreamSpan = undefined;
}

/** Ends the span when the response has arrived. */
export function endWithResponse(request: PublicRequest, response: IncomingMessage): void {
  request.upstreamSpan?.set({ 'http.response.status_code': response.statusCode });
  response.once('end', () => endUpstreamSpan(request));
}
