/** One line for each push that failed, was acknowledged with an error, or was the last (docs/logs.md#failed-pushes). */
import type { Log } from '@order-hub/shared/log';
import type { AttemptResult, Outcome } from './attempt.ts';
import type { Attempt } from './attempt.store.ts';
import { lineLimit } from './line-limit.ts';

/** In ten seconds. The metrics count every push. */
const limits = { perKey: 10, total: 200, windowMs: 10_000 };

/** What went wrong; undefined for a push without fault, and when there is nothing left to push. */
function failureOf(result: AttemptResult, outcome: Outcome): string | undefined {
  if (outcome.action === 'drop' && !outcome.refused) return 'event dropped: all attempts failed';
  if (result.failed === 'during') return 'push failed';
  const status = result.failed === null ? result.sent.answer.status : null;
  return status !== null && status >= 400 ? 'push acknowledged with an error status' : undefined;
}

function reasonOf(result: AttemptResult): string | undefined {
  if (result.failed === null) return undefined;
  return result.failed === 'before' ? result.reason : result.sent.reason;
}

type Ended = { result: AttemptResult; outcome: Outcome };

/** Logs an attempt that has ended. */
export type LogFailure = (attempt: Attempt, ended: Ended) => void;

/** A receiver that fails all the time gets few lines; the next line says how many were left out. */
export function failureLogger(log: Log): LogFailure {
  const take = lineLimit(limits);
  return (attempt, { result, outcome }) => {
    const failure = failureOf(result, outcome);
    if (failure === undefined) return;
    const leftOut = take(attempt.connection_id, performance.now());
    if (leftOut === undefined) return;
    log.info(
      {
        request_id: attempt.request_id,
        client_id: attempt.client_id,
        connection_id: attempt.connection_id,
        event_id: attempt.id,
        event: `${attempt.resource_type}.${attempt.event_type}`,
        // Paths and queries of callbacks may hold secrets.
        host: new URL(attempt.url).host,
        attempt: attempt.attempts,
        stage: result.failed,
        status: result.failed === 'before' ? null : result.sent.answer.status,
        reason: reasonOf(result),
        retry_in_seconds: outcome.action === 'retry' ? outcome.seconds : null,
        left_out: leftOut === 0 ? undefined : leftOut,
      },
      failure,
    );
  };
}
