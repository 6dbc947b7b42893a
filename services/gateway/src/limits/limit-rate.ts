/**
 * The four limits per connection (docs/api/limits.md#rate-limits) and their headers (draft-ietf-httpapi-ratelimit-headers-10).
 * Hot: runs for every request of the API. Benchmark: `npm run bench -- gateway`.
 */
import { tooManyRequests } from '@order-hub/shared/errors';
import type { LimitName } from '@order-hub/shared/limit-name';
import type { PublicRequest, GatewayStep } from '../request/public-request.ts';
import { type RateCounter, type RateWindow, secondsLeft, type TakeResult } from './rate-counter.ts';

/** `refusal`: how the metrics name the limit. */
export type LimitedWindow = RateWindow & { refusal: LimitName };

export type RateLimits = { perMinute: number; perHour: number; perDay: number; highLoadPerMinute: number };

const policyOf = (windows: readonly RateWindow[]) =>
  windows.map(({ name, seconds, limit }) => `"${name}";q=${limit};w=${seconds}`).join(', ');

function stateOf(windows: readonly RateWindow[], used: readonly number[], nowMs: number): string {
  let text = '';
  for (const [index, window] of windows.entries()) {
    const left = Math.max(0, window.limit - (used[index] ?? 0));
    text += `${index ? ', ' : ''}"${window.name}";r=${left};t=${secondsLeft(window, nowMs)}`;
  }
  return text;
}

/** The 429 that names the full window that ends last: no request can pass before that. */
export function limitReached(windows: readonly LimitedWindow[], used: readonly number[], nowMs: number): Error {
  const full = windows.filter(({ limit }, index) => (used[index] ?? 0) >= limit);
  const [last] = full.sort((a, b) => secondsLeft(b, nowMs) - secondsLeft(a, nowMs));
  if (!last) throw new Error('A request was refused although no window is full');
  const wait = secondsLeft(last, nowMs);
  const limit = `${last.limit} requests in ${last.seconds} seconds`;
  const message = `The limit "${last.name}" of ${limit} is reached; it resets in ${wait} seconds`;
  return tooManyRequests(message, { 'Retry-After': String(wait) }, last.refusal, last.name);
}

/** Counts the requests of a connection. Throws too_many_requests; a refused request is not counted. */
export function rateLimiter(
  counter: RateCounter,
  { perMinute, perHour, perDay, highLoadPerMinute }: RateLimits,
): GatewayStep {
  const everyRequest: LimitedWindow[] = [
    { name: 'minute', seconds: 60, limit: perMinute, refusal: 'requests_per_minute' },
    { name: 'hour', seconds: 3_600, limit: perHour, refusal: 'requests_per_hour' },
    { name: 'day', seconds: 86_400, limit: perDay, refusal: 'requests_per_day' },
  ];
  const highLoad: LimitedWindow[] = [
    ...everyRequest,
    { name: 'high-load', seconds: 60, limit: highLoadPerMinute, refusal: 'high_load_queries' },
  ];
  const policies = new Map([everyRequest, highLoad].map((windows) => [windows, policyOf(windows)]));

  function applyResult(request: PublicRequest, windows: LimitedWindow[], { isGranted, used }: TakeResult): void {
    const { responseHeaders, startedMs } = request;
    responseHeaders.push(
      'RateLimit-Policy',
      policies.get(windows) ?? '',
      'RateLimit',
      stateOf(windows, used, startedMs),
    );
    if (!isGranted) throw limitReached(windows, used, startedMs);
  }

  return (request) => {
    const { connection, route, startedMs } = request;
    const windows = route?.isHighLoad ? highLoad : everyRequest;
    const result = counter.take(connection?.caller.connection_id ?? '', windows, startedMs);
    if (result instanceof Promise) return result.then((resolved) => applyResult(request, windows, resolved));
    return applyResult(request, windows, result);
  };
}
