import type { RequestListener } from 'node:http';
import type { Log } from '@order-hub/shared/log';
import { answerPreflight } from './pipeline/cross-origin.ts';
import { pipeline } from './pipeline/pipeline.ts';
import type { Step } from './pipeline/public-request.ts';
import { checkBodyFraming, checkBodySize } from './proxy/check-body-framing.ts';
import { expandShortPath } from './routing/expand-short-path.ts';
import { findRoute } from './routing/find-route.ts';
import { overrideMethod } from './routing/override-method.ts';
import { refuseOddTarget } from './routing/refuse-odd-target.ts';

/** The steps that are built from settings and open connections; see service.ts. */
export type Steps = Record<
  | 'answerOwnPages'
  | 'authenticate'
  | 'receiveBody'
  | 'limitConcurrency'
  | 'limitRate'
  | 'resolveLocation'
  | 'signCaller'
  | 'forward',
  Step
>;

type Deps = { steps: Steps; log: Log; now: () => Date };

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
  // A request counts as under way when its (small) body is there: a client that stalls keeps no other waiting.
  const limited = [receiveBody, limitConcurrency];
  // Limited before its location is looked up: a client that tries many locations uses up its own quota only.
  const api = [...first, authenticate, ...limited, limitRate, resolveLocation, expandShortPath, signCaller, forward];
  // The pages of auth.
  const open = [...first, ...limited, forward];
  return pipeline({ api, open, log, now });
}
