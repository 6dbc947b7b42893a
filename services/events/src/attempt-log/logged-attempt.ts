/** An attempt as the delivery log keeps it (docs/api/events.md#delivery-log). */
import type { attemptStates } from '@order-hub/shared/attempt-log-calls';
import { oldestShown as oldestOf } from '../day-logs/day-slots.ts';

/**
 * What became of the event after the attempt. `refused`: acknowledged with a status from 400 to 499. `given_up`: this was the last
 * attempt.
 */
export type AttemptState = (typeof attemptStates)[number];

/** `id` has the time at which the attempt ended. `type`: such as `order.create`. The headers are JSON, without secrets. */
export type LoggedAttempt = {
  id: string;
  account_id: string;
  connection_id: string;
  event_id: string;
  type: string;
  /** The id of the resource; null for an attempt that an older version logged. */
  resource_id: string | null;
  attempt: number;
  state: AttemptState;
  status: number | null;
  fault: string | null;
  duration_ms: number;
  retry_at: Date | null;
  request_headers: string;
  response_headers: string | null;
  response_body: string | null;
  /** The customer that the event is about; empty for none, null for an attempt that an older version logged. */
  customer_id: string | null;
};

export const keptDays = 7;

/** Attempts with smaller ids are not shown any more. */
export const oldestShown = (now: Date): string => oldestOf(now, keptDays);
