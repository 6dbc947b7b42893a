/** The pipeline. A step that need not wait does not: a request whose caller is known passes through in one go. */
import type { RequestListener } from 'node:http';
import { ApiError, internalError } from '@order-hub/shared/errors';
import type { Log } from '@order-hub/shared/log';
import { answerError } from './pipeline/answer.ts';
import { checkBodyFraming } from './proxy/check-body-framing.ts';
import { answerPreflight } from './pipeline/cross-origin.ts';
import { type PublicRequest, receiveRequest, type Step } from './pipeline/public-request.ts';
import { overrideMethod } from './routing/override-method.ts';
import { refuseOddTarget } from './routing/refuse-odd-target.ts';
import { expandShortPath } from './routing/expand-short-path.ts';
import { findRoute } from './routing/route-table.ts';

/** The steps that rely on something; see service.ts. */
export type Steps = Record<
  'answerOwnPages' | 'authenticate' | 'limitRate' | 'resolveLocation' | 'signCaller' | 'forward',
  Step
>;

type Deps = { steps: Steps; log: Log; now: () => Date };

function walk(steps: readonly Step[], request: PublicRequest, from = 0): void | Promise<void> {
  for (let at = from; at < steps.length; at += 1) {
    const pending = steps[at]?.(request);
    if (pending) return pending.then(() => walk(steps, request, at + 1));
    if (request.res.writableEnded || request.res.closed) return;
  }
}

function refuse(request: PublicRequest, error: unknown, log: Log): void {
  const { res, requestId } = request;
  if (!(error instanceof ApiError)) log.error({ requestId, err: error }, 'unexpected error');
  if (res.headersSent || res.closed) res.destroy();
  else answerError(request, error instanceof ApiError ? error : internalError(requestId));
}

/** The client has its answer, or has gone: then what the service is still doing for it is broken off. */
function finish(request: PublicRequest, log: Log, now: () => Date): void {
  const { req, res, requestId, startedMs, path, connection, upstreamRequest } = request;
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
  const entrance = [answerPreflight, refuseOddTarget, answerOwnPages, overrideMethod, checkBodyFraming, findRoute];
  // Limited before its location is looked up: who names one location after another keeps only its own quota busy.
  const api = [...entrance, authenticate, limitRate, resolveLocation, expandShortPath, signCaller, forward];
  const open = [...entrance, forward];

  return (req, res) => {
    const request = receiveRequest(req, res, now());
    res.once('close', () => finish(request, log, now));
    try {
      const pending = walk(request.isApi ? api : open, request);
      pending?.catch((error: unknown) => refuse(request, error, log));
    } catch (error) {
      refuse(request, error, log);
    }
  };
}
