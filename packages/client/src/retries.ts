import type { HubError } from './hub-error.ts';
import type { HubRequest } from './hub-request.ts';

/** How often and how long a call is tried again. */
export type RetryLimits = { maxRetries: number; maxWaitSeconds: number };

const firstWaitSeconds = 0.5;
const jitterSeconds = 0.25;

/** The hub did nothing (docs/api/errors.md#unknown-outcomes). */
const isRefused = (status: number) => status === 429 || status === 503;

/** The hub, or a proxy before it, lost track of the request. */
const isUnknown = (status: number) => status === 0 || status === 502 || status === 504;

const idempotencyKeyOf = ({ headers }: HubRequest) => headers['idempotency-key'];

/**
 * The seconds to wait before the request is sent again; undefined if it must not be. `attempt` counts from 0. What may have
 * been carried out is repeated only if that is harmless: if it reads, or has an idempotency key.
 */
export function secondsToRetry(
  error: HubError,
  request: HubRequest,
  attempt: number,
  { maxRetries, maxWaitSeconds }: RetryLimits,
): number | undefined {
  if (attempt >= maxRetries || !mayRepeat(error, request, attempt)) return undefined;
  const seconds = error.retryAfterSeconds ?? firstWaitSeconds * 2 ** attempt;
  return seconds > maxWaitSeconds ? undefined : seconds + Math.random() * jitterSeconds;
}

function mayRepeat({ status, code }: HubError, request: HubRequest, attempt: number): boolean {
  if (isRefused(status)) return true;
  if (code === 'unreadable_answer') return false;
  const key = idempotencyKeyOf(request);
  if (isUnknown(status)) return request.method === 'GET' || key !== undefined;
  // The earlier attempt of this call is still under way.
  return status === 409 && code !== 'status_changed' && key !== undefined && attempt > 0;
}
