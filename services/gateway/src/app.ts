import type { RequestListener } from 'node:http';
import type { Log } from '@order-hub/shared/log';
import { answerPreflight } from './pipeline/cross-origin.ts';
import { pipeline } from './pipeline/pipeline.ts';
import type { Step } from './pipeline/public-request.ts';
import { checkBodyFraming } from './proxy/check-body-framing.ts';
import { expandShortPath } from './routing/expand-short-path.ts';
import { findRoute } from './routing/find-route.ts';
import { overrideMethod } from './routing/override-method.ts';
import { refuseOddTarget } from './routing/refuse-odd-target.ts';

/** The steps that are built from settings and open connections; see service.ts. */
export type Steps = Record<
  'answerOwnPages' | 'authenticate' | 'limitRate' | 'resolveLocation' | 'signCaller' | 'forward',
  Step
>;

type Deps = { steps: Steps; log: Log; now: () => Date };

/** The handler of the public listener (docs/decisions/0007-the-gateway-normalises.md). */
export function gatewayApp({ steps, log, now }: Deps): RequestListener {
  const { answerOwnPages, authenticate, limitRate, resolveLocation, signCaller, forward } = steps;
  const first = [answerPreflight, refuseOddTarget, answerOwnPages, overrideMethod, checkBodyFraming, findRoute];
  // Limited before its location is looked up: a client that tries many locations uses up its own quota only.
  const api = [...first, authenticate, limitRate, resolveLocation, expandShortPath, signCaller, forward];
  // The pages of auth.
  const open = [...first, forward];
  return pipeline({ api, open, log, now });
}
