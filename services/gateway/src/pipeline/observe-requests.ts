import type { Metrics } from '@order-hub/shared/metrics';
import { requestObserver } from '@order-hub/shared/request-metrics';
import type { PublicRequest } from '../request/public-request.ts';
import type { Route } from '../request/route.ts';

/** The gateway knows which service answers a path, not the pattern: services tell their requests apart. */
function labelOf(route: Route | undefined): string {
  if (!route) return 'none';
  return route.isLive ? `${route.upstream}_live` : route.upstream;
}

/** Makes the function that counts and times the requests of clients. Call it when a response is closed. */
export function clientObserver(metrics: Metrics): (request: PublicRequest, nowMs: number) => void {
  const observe = requestObserver(metrics);
  return ({ req: { method }, res, route, startedMs, limit }, nowMs) =>
    observe(res, { method, route: labelOf(route), seconds: Math.max(0, nowMs - startedMs) / 1_000, limit });
}
