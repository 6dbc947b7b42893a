import type { RequestListener } from 'node:http';
import type { Log } from '@order-hub/shared/log';
import { pipeline } from './pipeline/pipeline.ts';
import { checkBodyFraming, checkBodySize } from './proxy/check-body-framing.ts';
import type { GatewayStep } from './request/public-request.ts';
import { answerPreflight } from './responses/cross-origin.ts';
import { expandShortPath } from './routing/expand-short-path.ts';
import { findRoute } from './routing/find-route.ts';
import { overrideMethod } from './routing/override-method.ts';
import { refuseOddTarget } from './routing/refuse-odd-target.ts';

/** The steps made from settings and open connections, in service.ts. */
export type ConfiguredSteps = Record<
  | 'answerOwnPages'
  | 'authenticate'
  | 'receiveBody'
  | 'limitConcurrency'
  | 'limitRate'
  | 'resolveLocation'
  | 'signCaller'
  | 'forward',
  GatewayStep
>;

type Deps = { steps: ConfiguredSteps; log: Log; now: () => Date };

/** The handler of the public listener (docs/decisions/0007-the-gateway-normalises.md). */
export function gatewayApp({ steps, log, now }: Deps): RequestListener {
  const { answerOwnPages, authenticate, receiveBody, limitConcurrency, limitRate, resolveLocation, signCaller } = steps;
  const { forward } = steps;
  const first = [
    answerPreflight,
    refuseOddTarget,
    answerOwnPages,
    overrideMethod,
    checkBodyFraming,
    findRoute,
    checkBodySize,
  ];
  // A small body is received before the request takes a slot, so that a stalled client does not delay others.
  const limited = [receiveBody, limitConcurrency];
  // Limits come before the look-up of the location: a client that tries many locations uses up only its own quota.
  const api = [...first, authenticate, ...limited, limitRate, resolveLocation, expandShortPath, signCaller, forward];
  const pages = [...first, ...limited, forward];
  return pipeline({ api, pages, log, now });
}
