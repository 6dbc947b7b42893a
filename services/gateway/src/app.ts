/** The pipeline. A step that need not wait does not: a request whose caller is known passes through in one go. */
import type { RequestListener } from 'node:http';
import { ApiError, internalError } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import { answerError } from './answer.ts';
import { checkFraming } from './body-framing.ts';
import { answerPreflight } from './cors.ts';
import { type Exchange, openExchange, type Step } from './exchange.ts';
import { overrideMethod } from './method-override.ts';
import { refuseOddTarget } from './odd-target.ts';
import { expandShortPath } from './short-path.ts';
import { findRoute } from './upstreams.ts';

/** The steps that rely on something; see service.ts. */
export type Steps = Record<
  'answerOwnPages' | 'authenticate' | 'limitRate' | 'resolveLocation' | 'signCaller' | 'forward',
  Step
>;

type Deps = { steps: Steps; log: Log; now: () => Date };

function walk(steps: readonly Step[], exchange: Exchange, from = 0): void | Promise<void> {
  for (let at = from; at < steps.length; at += 1) {
    const pending = steps[at]?.(exchange);
    if (pending) return pending.then(() => walk(steps, exchange, at + 1));
    if (exchange.res.writableEnded || exchange.res.closed) return;
  }
}

function refuse(exchange: Exchange, error: unknown, log: Log): void {
  const { res, requestId } = exchange;
  if (!(error instanceof ApiError)) log.error({ requestId, err: error }, 'unexpected error');
  if (res.headersSent || res.closed) res.destroy();
  else answerError(exchange, error instanceof ApiError ? error : internalError(requestId));
}

/** The client has its answer, or has gone: then what the service is still doing for it is broken off. */
function finish(exchange: Exchange, log: Log, now: () => Date): void {
  const { req, res, requestId, startedMs, path, connection, upstreamRequest } = exchange;
  if (!res.writableFinished) upstreamRequest?.destroy();
  log.debug(
    {
      method: req.method,
      path,
      status: res.statusCode,
      ms: now().getTime() - startedMs,
      request_id: requestId,
      connection_id: connection?.caller.connection_id,
    },
    'request',
  );
}

/** The handler of the public listener (DESIGN, section 2). */
export function gatewayApp({ steps, log, now }: Deps): RequestListener {
  const { answerOwnPages, authenticate, limitRate, resolveLocation, signCaller, forward } = steps;
  const entrance = [answerPreflight, refuseOddTarget, answerOwnPages, overrideMethod, checkFraming, findRoute];
  // Limited before its location is looked up: who names one location after another keeps only its own quota busy.
  const api = [...entrance, authenticate, limitRate, resolveLocation, expandShortPath, signCaller, forward];
  const open = [...entrance, forward];

  return (req, res) => {
    const exchange = openExchange(req, res, now());
    res.once('close', () => finish(exchange, log, now));
    try {
      const pending = walk(exchange.isApi ? api : open, exchange);
      pending?.catch((error: unknown) => refuse(exchange, error, log));
    } catch (error) {
      refuse(exchange, error, log);
    }
  };
}
