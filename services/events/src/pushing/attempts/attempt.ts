/** How an attempt ends, and what that means for its event. */
import type { Claimed } from '../claiming/claim.store.ts';
import type { LoggedAttempt } from '../../attempt-log/logged-attempt.ts';
import type { ReceiverAnswer } from '../http/post-event.ts';
import type { Excerpt } from '../http/read-opening.ts';
import type { Responsiveness } from '../limits/concurrency-limits.ts';
import { retryAfterSeconds } from './retry-schedule.ts';

/**
 * An attempt fails in one of three stages, and the stage decides what becomes of the event:
 *
 * - before: nothing was sent. The reason decides; see `afterFailureBefore`.
 * - during: the receiver did not acknowledge, or did not answer. The attempt counts, and the retry schedule decides.
 * - after: the receiver answered, but the result was not stored. The event keeps its lease, and is sent again when the
 *   lease ends.
 */
export type FailureStage = 'before' | 'during' | 'after';

/** Why nothing was sent. */
export type ReasonBefore =
  'no callback URL' | 'event hidden' | 'attempts used up' | 'client secret undecryptable' | 'internal error';

/** How the receiver answered what was sent. `reason`: the status, or why there is none, for operators. */
export type SentAttempt = {
  answer: ReceiverAnswer;
  reason: string;
  duration_ms: number;
  responsiveness: Responsiveness;
};

export type AttemptResult =
  | { failed: 'before'; reason: ReasonBefore }
  | { failed: 'during'; sent: SentAttempt }
  | { failed: null; sent: SentAttempt };

/** What went over the line, for the delivery log. `headers`: those that were sent. */
export type Exchange = { headers: Record<string, string>; excerpt: Excerpt | null };

/**
 * What becomes of the event. An attempt that is not counted is not one of the seven. A dropped event is kept as a copy:
 * `refused` if the receiver acknowledged it with a status from 400 to 499, else it was given up.
 */
export type Outcome =
  | { action: 'delete' }
  | { action: 'retry'; seconds: number; counted: boolean }
  | { action: 'drop'; reason: string; refused: boolean };

/** The result of an attempt for a claimed event. `sent` and `logged` are null when nothing was sent. */
export type EventResult = {
  claimed: Claimed;
  outcome: Outcome;
  sent: SentAttempt | null;
  logged: LoggedAttempt | null;
};

/** An operator has to restore the encryption key. */
const waitForKeySeconds = 60;

const afterFailureBefore: Record<ReasonBefore, (baseSeconds: number) => Outcome> = {
  // The callback became passive, or was deleted, after the claim.
  'no callback URL': () => ({ action: 'retry', seconds: 0, counted: false }),
  // The scope of the connection was narrowed after the event was stored.
  'event hidden': () => ({ action: 'delete' }),
  // The process that made the last attempt died before it stored the result.
  'attempts used up': () => ({ action: 'drop', reason: 'no result of the last attempt', refused: false }),
  'client secret undecryptable': () => ({ action: 'retry', seconds: waitForKeySeconds, counted: false }),
  // Counted, so that an event that we cannot send does not stay for ever.
  'internal error': (baseSeconds) => ({ action: 'retry', seconds: baseSeconds, counted: true }),
};

/** Whether the receiver answered that the fault is in the request, such as 401 for a wrong signature. */
export const isRefusal = (status: number | null): status is number => status !== null && status >= 400 && status <= 499;

const afterAcknowledgement = ({ status }: ReceiverAnswer): Outcome =>
  isRefusal(status) ? { action: 'drop', reason: `status ${status}`, refused: true } : { action: 'delete' };

/** What becomes of an event after attempt number `attempts` (the first is 1). */
export function outcomeOf(result: AttemptResult, attempts: number, baseSeconds: number): Outcome {
  if (result.failed === null) return afterAcknowledgement(result.sent.answer);
  if (result.failed === 'before') return afterFailureBefore[result.reason](baseSeconds);
  const seconds = retryAfterSeconds(attempts, baseSeconds);
  return seconds === null
    ? { action: 'drop', reason: result.sent.reason, refused: false }
    : { action: 'retry', seconds, counted: true };
}
