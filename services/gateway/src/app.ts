import type { RequestListener } from 'node:http';
import type { Log } from '@order-hub/shared/log';
import type { Span } from '@order-hub/shared/span';
import { pipeline } from './pipeline/pipeline.ts';
import { checkBodyFraming, checkBodySize, checkConnection } from './proxy/check-body-framing.ts';
import type { GatewayStep, PublicRequest } from './request/public-request.ts';
import { answerPreflight } from './responses/cross-origin.ts';
import { expandShortPath } from './routing/expand-short-path.ts';
import { findRoute } from './routing/find-route.ts';
import { overrideMethod } from './routing/override-method.ts';
import { settlePath } from './routing/settle-path.ts';

/** The steps made from settings and open connections, in service.ts. */
export type ConfiguredSteps = Record<
  | 'answerOwnPaths'
  | 'authenticate'
  | 'limitCost'
  | 'limitPages'
  | 'refuseUnread'
  | 'receiveBody'
  | 'limitConcurrency'
  | 'limitRate'
  | 'resolveLocation'
  | 'signCaller'
  | 'forward',
  GatewayStep
>;

type Deps = {
  steps: ConfiguredSteps;
  log: Log;
  now: () => Date;
  /** See the options of the pipeline. */
  keepAliveSeconds?: number | undefined;
  originOf: PublicRequest['originOf'];
  beginSpan(request: PublicRequest): Span | undefined;
  onFinish(request: PublicRequest, nowMs: number): void;
};

/** The handler of the public listener (docs/decisions/0007-the-gateway-normalises.md). */
export function gatewayApp({ steps, ...options }: Deps): RequestListener {
  const {
    answerOwnPaths,
    authenticate,
    limitCost,
    limitPages,
    limitRate,
    refuseUnread,
    receiveBody,
    limitConcurrency,
  } = steps;
  const { resolveLocation, signCaller, forward } = steps;
  const first = [
    checkConnection,
    answerPreflight,
    settlePath,
    answerOwnPaths,
    overrideMethod,
    checkBodyFraming,
    findRoute,
    checkBodySize,
  ];
  // A payer over the limit of cost is refused before any work. The body is received before the request takes a slot, so that a
  // slow client does not delay others.
  const admission = [refuseUnread, receiveBody, limitConcurrency];
  // Limits come before the look-up of the location: a client that tries many locations uses up only its own quota. The rate
  // comes before the body, so that a refused request does not fill the memory with it.
  const limits = [limitCost, limitRate, ...admission];
  const api = [...first, authenticate, ...limits, resolveLocation, expandShortPath, signCaller, forward];
  const pages = [...first, limitPages, limitCost, ...admission, forward];
  return pipeline({ api, pages, ...options });
}
