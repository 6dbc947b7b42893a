/** Counts and times the requests of a process. Hot: runs for every request (`npm run bench -- path`, `gateway`). */
import type { ServerResponse } from 'node:http';
import { counter, histogram } from '../../process/metric.ts';
import type { Metrics } from '../../process/metrics.ts';
import type { LimitName } from '../../values/limit-name.ts';

const requests = counter(
  'hub_http_requests_total',
  'Requests, by route and status. A route is a declared pattern; in the gateway it is the service behind the path. Status "aborted": the client left before the answer.',
  ['method', 'route', 'status'],
);
const durations = histogram(
  'hub_http_request_seconds',
  'The time from the head of a request to the end of its response.',
  ['method', 'route'],
  [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
);
const refusals = counter(
  'hub_requests_refused_total',
  'Requests that a limit refused: 429 for a limit of the client, 503 for one of the hub, 422 for a quota.',
  ['limit', 'status'],
);

/** Clients may send any method that HTTP has. */
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** `route`: one of a bounded number, never a path. */
export type FinishedRequest = {
  method: string | undefined;
  route: string;
  seconds: number;
  limit: LimitName | undefined;
};

/** Notes a request whose response is closed. */
export type ObserveRequest = (res: ServerResponse, finished: FinishedRequest) => void;

export function requestObserver(metrics: Metrics): ObserveRequest {
  const total = metrics.counter(requests);
  const times = metrics.histogram(durations);
  const refused = metrics.counter(refusals);
  return (res, { method: given = '', route, seconds, limit }) => {
    const method = methods.has(given) ? given : 'other';
    const status = res.headersSent ? String(res.statusCode) : 'aborted';
    total.inc({ method, route, status });
    times.observe({ method, route }, seconds);
    if (limit !== undefined) refused.inc({ limit, status });
  };
}
