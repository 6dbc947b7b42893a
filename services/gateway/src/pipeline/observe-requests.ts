/** Measures, logs and traces the requests of clients. Hot: runs for every request. Benchmark: `npm run bench -- gateway`. */
import { accessLogger } from '@order-hub/shared/access-log';
import type { Log } from '@order-hub/shared/log';
import type { Metrics } from '@order-hub/shared/metrics';
import { requestObserver } from '@order-hub/shared/request-metrics';
import { failureOfResponse, type Span } from '@order-hub/shared/span';
import type { Tracing } from '@order-hub/shared/tracing';
import type { Traffic } from '../limits/limit-cost.ts';
import type { PublicRequest } from '../request/public-request.ts';

/** The gateway knows which service answers a path, not the pattern: services tell their requests apart. */
export function labelOf({ route }: PublicRequest): string {
  if (!route) return 'none';
  return route.isLive ? `${route.upstream}_live` : route.upstream;
}

/** Paths of probes and balancers: not logged at info. */
const probed = new Set(['/health', '/ready']);

/** Begins the trace of a request, if it is sampled. A client's own trace is linked, not continued: it must not choose what is traced. */
export const spanBeginner =
  (tracing: Tracing) =>
  ({ req: { method = '', headers }, requestId, path }: PublicRequest): Span | undefined => {
    if (!tracing.isOn || probed.has(path)) return undefined;
    const attributes = { 'http.request.method': method, 'hub.request_id': requestId };
    const { traceparent } = headers;
    return tracing.begin(
      { name: method, kind: 'server', attributes },
      typeof traceparent === 'string' ? traceparent : undefined,
    );
  };

function endSpan(span: Span, request: PublicRequest): void {
  const { req, res, upstreamSpan, connection } = request;
  // The client has left, or the service did not answer; otherwise it has ended.
  upstreamSpan?.end('aborted');
  span.rename(`${req.method ?? ''} ${labelOf(request)}`);
  span.set({
    'http.response.status_code': res.headersSent ? res.statusCode : undefined,
    'hub.client_id': connection?.caller.client_id,
    'hub.account_id': connection?.caller.account?.id,
  });
  span.end(failureOfResponse(res));
}

/** Observes a request whose response is closed. */
export type ObserveRequest = (request: PublicRequest, traffic: Traffic, nowMs: number) => void;

export function clientObserver({ log, metrics }: { log: Log; metrics: Metrics }): ObserveRequest {
  const count = requestObserver(metrics);
  const logAccess = accessLogger(log);
  return (request, { bytesOut }, nowMs) => {
    const { req, res, startedMs, limit, requestId, clientRequestId, connection } = request;
    const route = labelOf(request);
    const ms = Math.max(0, nowMs - startedMs);
    count(res, { method: req.method, route, seconds: ms / 1_000, limit });
    if (request.span) endSpan(request.span, request);
    if (!log.isLevelEnabled(probed.has(request.path) ? 'debug' : 'info')) return;
    const line = { request_id: requestId, client_request_id: clientRequestId, method: req.method, route, ms };
    logAccess(res, { ...line, bytes: bytesOut }, connection?.caller);
  };
}
