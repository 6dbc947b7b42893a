/** What the delivery log keeps of an attempt (docs/api/events.md#delivery-log), and how much of a busy or hostile receiver. */
import { newId } from '@order-hub/shared/ids';
import type { AttemptState, LoggedAttempt } from '../../attempt-log/logged-attempt.ts';
import type { Claimed } from '../claiming/claim.store.ts';
import type { Exchange, Outcome, SentAttempt } from './attempt.ts';
import type { Attempt } from './attempt.store.ts';
import { lineLimit } from './line-limit.ts';

/** Attempts of each process in a minute, per connection and per account. Those that went well are counted apart. */
const attemptLimits = { perKey: 600, total: 60_000, windowMs: 60_000 };
const accountLimits = { perKey: 3_000, total: 60_000, windowMs: 60_000 };
/** Answers of a connection whose headers and body are kept, in a minute. */
const excerptLimits = { perKey: 60, total: 6_000, windowMs: 60_000 };

type Ended = { sent: SentAttempt; exchange: Exchange; outcome: Outcome };

/** The row of an attempt that has ended; null when it is over a limit. */
export type LogAttempt = (claimed: Claimed, attempt: Attempt, ended: Ended) => LoggedAttempt | null;

function stateOf(outcome: Outcome): AttemptState {
  if (outcome.action === 'delete') return 'acknowledged';
  if (outcome.action === 'retry') return 'retrying';
  return outcome.refused ? 'refused' : 'given_up';
}

const isSignature = (name: string, signatureHeaders: readonly string[]) =>
  signatureHeaders.includes(name) || name === 'Webhook-Signature';

/** Without the values of signatures: who has one could send this event to the receiver again. */
const withoutSignatures = (headers: Exchange['headers'], signatureHeaders: readonly string[]) =>
  Object.entries(headers).map(([name, value]) => [name, isSignature(name, signatureHeaders) ? '(signature)' : value]);

type Excerpt = Pick<LoggedAttempt, 'response_headers' | 'response_body'>;

const excerptOf = (exchange: Exchange | null): Excerpt => ({
  response_headers: exchange?.excerpt?.headers ?? null,
  response_body: exchange?.excerpt?.body ?? null,
});

/** An inventory has no id of its own: it is that of a catalog. */
const resourceIdOf = (resource_type: string, ids: Record<string, string>) =>
  ids[`${resource_type}_id`] ?? ids['catalog_id'] ?? null;

const rowOf = (
  { account_id, connection_id, event_id }: Claimed,
  { resource_type, event_type, ids, attempts, customer_id }: Attempt,
  { sent: { answer, duration_ms }, exchange, outcome }: Ended,
  signatureHeaders: readonly string[],
): Omit<LoggedAttempt, keyof Excerpt> => ({
  ...{ id: newId(), account_id, connection_id, event_id, state: stateOf(outcome) },
  type: `${resource_type}.${event_type}`,
  customer_id: customer_id ?? '',
  resource_id: resourceIdOf(resource_type, JSON.parse(ids) as Record<string, string>),
  attempt: attempts,
  status: answer.status,
  fault: answer.fault,
  duration_ms,
  retry_at: outcome.action === 'retry' ? new Date(Date.now() + outcome.seconds * 1_000) : null,
  request_headers: JSON.stringify(Object.fromEntries(withoutSignatures(exchange.headers, signatureHeaders))),
});

export function attemptLogger(signatureHeaders: readonly string[]): LogAttempt {
  const ofConnection = lineLimit(attemptLimits);
  const ofAccount = lineLimit(accountLimits);
  const ofExcerpt = lineLimit(excerptLimits);
  return (claimed, attempt, ended) => {
    const { account_id, connection_id } = claimed;
    const nowMs = performance.now();
    const group = stateOf(ended.outcome) === 'acknowledged' ? 'well' : 'trouble';
    const isLogged =
      ofConnection(`${connection_id} ${group}`, nowMs) !== undefined &&
      ofAccount(`${account_id} ${group}`, nowMs) !== undefined;
    if (!isLogged) return null;
    const isWhole = ofExcerpt(`${connection_id} ${group}`, nowMs) !== undefined;
    return { ...rowOf(claimed, attempt, ended, signatureHeaders), ...excerptOf(isWhole ? ended.exchange : null) };
  };
}
