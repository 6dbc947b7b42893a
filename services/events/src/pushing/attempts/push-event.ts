import type { Log } from '@order-hub/shared/log';
import type { Span } from '@order-hub/shared/span';
import type { Tracing } from '@order-hub/shared/tracing';
import { parseScope } from '@order-hub/shared/scopes';
import { eventText } from '../../events/event.view.ts';
import { isVisible, visibilityOf } from '../../visibility/visibility.ts';
import type { Claimed } from '../claiming/claim.store.ts';
import type { PostEvent, ReceiverAnswer } from '../http/post-event.ts';
import { promptMs, type Responsiveness } from '../limits/concurrency-limits.ts';
import {
  outcomeOf,
  type AttemptResult,
  type EventResult,
  type Exchange,
  type FailureStage,
  type ReasonBefore,
} from './attempt.ts';
import type { Attempt } from './attempt.store.ts';
import type { DecryptClientSecret } from './decrypt-client-secret.ts';
import { eventHeaders } from './event-headers.ts';
import type { LogAttempt } from './log-attempt.ts';
import type { LogFailure } from './log-failures.ts';
import { attemptsMax } from './retry-schedule.ts';
import { signatureOf, standardSignaturesOf } from './signature.ts';

export type PushDeps = {
  postEvent: PostEvent;
  decryptClientSecret: DecryptClientSecret;
  /** Each carries the signature. */
  signatureHeaders: readonly string[];
  retryBaseSeconds: number;
  logFailure: LogFailure;
  logAttempt: LogAttempt;
  tracing: Tracing;
  log: Log;
};

const before = 'before' satisfies FailureStage;

const responsivenessOf = (isAcknowledged: boolean, ms: number): Responsiveness => {
  if (!isAcknowledged) return 'failed';
  return ms <= promptMs ? 'prompt' : 'late';
};

/** The scope may have been narrowed since the event was stored. */
const isStillVisible = ({ scope, resource_type, ids, ...bound }: Attempt) =>
  isVisible(visibilityOf({ ...bound, scope: parseScope(scope) }), {
    resource_type,
    ids: JSON.parse(ids) as Record<string, string>,
  });

/** `exchange`: what went over the line; null when nothing was sent. */
type Pushed = { result: AttemptResult; exchange: Exchange | null };

const nothingSent = (reason: ReasonBefore): Pushed => ({ result: { failed: 'before', reason }, exchange: null });

/**
 * The secrets of a client: the current one first, and for a while after a rotation the previous one. `keying`: the one that keys
 * `X-Service-Hmac-SHA256`.
 */
type Secrets = { all: readonly string[]; keying: string };

/** A previous secret that cannot be decrypted is left out. */
async function findClientSecrets(
  { decryptClientSecret, log }: PushDeps,
  attempt: Attempt,
): Promise<Secrets | undefined> {
  const { client_id, client_secret, previous_client_secret, keeps_previous } = attempt;
  try {
    const current = await decryptClientSecret(client_id, client_secret);
    if (previous_client_secret === null) return { all: [current], keying: current };
    const previous = await decryptClientSecret(client_id, previous_client_secret).catch(() => current);
    return { all: [...new Set([current, previous])], keying: keeps_previous ? previous : current };
  } catch (error) {
    const reason = (error as Error).message;
    log.error({ stage: before, client_id, reason }, 'the client secret cannot be decrypted');
    return undefined;
  }
}

const beginSpan = (tracing: Tracing, { traceparent, resource_type, event_type, id, url, attempts }: Attempt) =>
  tracing.resume(traceparent, {
    name: `push ${resource_type}.${event_type}`,
    kind: 'client',
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attempts > 1 ? attempts - 1 : undefined,
      'server.address': new URL(url).hostname,
      'hub.event_id': id,
    },
  });

function endSpan(span: Span, { status }: ReceiverAnswer): void {
  span.set({ 'http.response.status_code': status ?? undefined });
  span.end(status === null ? 'no_answer' : status >= 400 ? String(status) : undefined);
}

async function post(deps: PushDeps, attempt: Attempt, body: string, secrets: Secrets): Promise<Pushed> {
  const { signatureHeaders, tracing, postEvent } = deps;
  const { url, id: event_id, request_id, acknowledge } = attempt;
  const span = tracing.isOn ? beginSpan(tracing, attempt) : undefined;
  const traceparent = span?.traceparent ?? attempt.traceparent;
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = eventHeaders({
    ...{ event_id, timestamp, signatureHeaders, request_id, traceparent },
    signature: signatureOf(body, secrets.keying),
    standardSignature: standardSignaturesOf({ event_id, timestamp, body }, secrets.all),
  });
  const startedAt = performance.now();
  const { reason, excerpt, ...answer } = await postEvent({ url, headers, body, acknowledge });
  if (span) endSpan(span, answer);
  const duration_ms = Math.round(performance.now() - startedAt);
  const responsiveness = responsivenessOf(answer.acknowledged, duration_ms);
  const sent = { answer, reason, duration_ms, responsiveness };
  return { result: { failed: answer.acknowledged ? null : 'during', sent }, exchange: { headers, excerpt } };
}

async function attemptPush(deps: PushDeps, attempt: Attempt): Promise<Pushed> {
  if (!isStillVisible(attempt)) return nothingSent('event hidden');
  if (attempt.attempts > attemptsMax) return nothingSent('attempts used up');
  const secrets = await findClientSecrets(deps, attempt);
  if (secrets === undefined) return nothingSent('client secret undecryptable');
  return post(deps, attempt, eventText(attempt), secrets);
}

/** Makes one attempt and decides what becomes of the event. Without an `attempt` there is nowhere to send it. Never throws. */
export async function pushEvent(deps: PushDeps, claimed: Claimed, attempt: Attempt | undefined): Promise<EventResult> {
  if (!attempt)
    return { claimed, outcome: outcomeOf(nothingSent('no callback URL').result, 0, 0), sent: null, logged: null };
  const { result, exchange } = await attemptPush(deps, attempt).catch((error: Error) => {
    deps.log.error({ stage: before, err: error, event_id: attempt.id }, 'an attempt could not be made');
    return nothingSent('internal error');
  });
  const outcome = outcomeOf(result, attempt.attempts, deps.retryBaseSeconds);
  deps.logFailure(attempt, { result, outcome });
  if (result.failed === 'before' || !exchange) return { claimed, outcome, sent: null, logged: null };
  const { sent } = result;
  return { claimed, outcome, sent, logged: deps.logAttempt(claimed, attempt, { sent, exchange, outcome }) };
}
