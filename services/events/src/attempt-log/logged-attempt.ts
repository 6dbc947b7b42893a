/** An attempt as the delivery log keeps it (docs/api/events.md#delivery-log). */
import type { attemptStates } from '@order-hub/shared/attempt-log-calls';
import { idFloor } from '@order-hub/shared/ids';

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
};

const keptDays = 7;
const dayMs = 86_400_000;
const slots = 10;

const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs);

/** The partition of an attempt that ended at this time. */
export const slotOf = (at: Date): number => dayOf(at) % slots;

/** The partition to be cleared at this time: that of the day before the kept ones. */
export const outdatedSlot = (at: Date): number => (dayOf(at) - keptDays - 1) % slots;

/** Attempts with smaller ids are not shown any more. */
export const oldestShown = (now: Date): string => idFloor(new Date(now.getTime() - keptDays * dayMs));
