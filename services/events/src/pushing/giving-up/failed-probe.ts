/** The circuit breaker of a callback (docs/api/events.md#slow-receivers). */
import type { EventResult } from '../attempts/attempt.ts';
import { waitsAfterFailure } from '../attempts/retry-schedule.ts';
import { promptMs } from '../limits/concurrency-limits.ts';
import type { FailedProbe } from './given-up.store.ts';

/**
 * The failed probe that this attempt was, if any. A callback whose concurrency limit is one is probed. A prompt status is about
 * one event, of which others may differ; no answer, or a late one, is about the receiver.
 */
export function failedProbeOf({ claimed, sent }: EventResult, baseSeconds: number): FailedProbe | undefined {
  if (!sent || sent.answer.acknowledged || claimed.in_flight_max > 1) return undefined;
  const { answer, reason, duration_ms } = sent;
  if (answer.status !== null && duration_ms <= promptMs) return undefined;
  return {
    callback_id: claimed.callback_id,
    seconds: duration_ms / 1_000,
    reason,
    waits: waitsAfterFailure(baseSeconds),
  };
}
