/** Measures, logs and traces the requests of a service. Hot: runs for every request. */
import type { Request, RequestHandler, Response } from 'express';
import type { Log } from '../../process/log.ts';
import type { Metrics } from '../../process/metrics.ts';
import { failureOfResponse, runInSpan, type Span } from '../../tracing/span.ts';
import type { Tracing } from '../../tracing/tracing.ts';
import { accessLogger, senderOf } from './access-log.ts';
import { refusedBy } from '../response/refusals.ts';
import { requestIdOf } from './request-id.ts';
import { requestObserver } from './request-metrics.ts';

/** The direct bus posts batches here. */
export const messagesPath = '/internal/messages';

/** Batches, each about many requests: not logged at info. */
const batchPaths: ReadonlySet<string> = new Set([messagesPath, '/internal/request-log']);

const unmatched = 'none';

/** The declared path that a request matched. */
const routeOf = ({ route }: Request) => (route as { path: string } | undefined)?.path ?? unmatched;

function endSpan(span: Span, { req, res, route }: { req: Request; res: Response; route: string }): void {
  const sender = senderOf(res);
  span.rename(`${req.method} ${route}`);
  span.set({
    'http.route': route,
    'http.response.status_code': res.headersSent ? res.statusCode : undefined,
    'hub.client_id': sender?.client_id,
    'hub.account_id': sender?.account?.id,
  });
  span.end(failureOfResponse(res));
}

const startedSpan = (tracing: Tracing, req: Request) =>
  tracing.resume(req.get('traceparent'), {
    name: req.method,
    kind: 'server',
    attributes: { 'http.request.method': req.method, 'hub.request_id': requestIdOf(req) },
  });

type Observing = { log: Log; metrics: Metrics | undefined; tracing: Tracing };

/** Observes what is mounted after it. */
export function observeRequests({ log, metrics, tracing }: Observing): RequestHandler {
  const count = metrics && requestObserver(metrics);
  const logAccess = accessLogger(log);
  return (req, res, next) => {
    const beganMs = performance.now();
    const { method, socket } = req;
    const { bytesWritten } = socket;
    const span = tracing.isOn ? startedSpan(tracing, req) : undefined;
    res.once('close', () => {
      const ms = performance.now() - beganMs;
      const route = routeOf(req);
      count?.(res, { method, route, seconds: ms / 1_000, limit: refusedBy(res) });
      if (span) endSpan(span, { req, res, route });
      if (!log.isLevelEnabled(batchPaths.has(route) ? 'debug' : 'info')) return;
      const line = { request_id: requestIdOf(req), method, route, ms, bytes: socket.bytesWritten - bytesWritten };
      logAccess(res, line, senderOf(res));
    });
    runInSpan(span, next);
  };
}
