import type { Log } from '@order-hub/shared/log';
import { parseScope } from '@order-hub/shared/scopes';
import { eventText } from '../events/event.view.ts';
import { isSeen, sightOf } from '../events/receivers.ts';
import type { DecryptClientSecret } from './decrypt-client-secret.ts';
import type { Attempt, Claimed } from './lease.store.ts';
import type { PostEvent } from './post-event.ts';
import type { Outcome, Result } from './record-results.ts';
import { attemptsMax, retryAfterSeconds } from './retry-schedule.ts';
import { soonMs, type Answer } from './room.ts';
import { signatureOf } from './signature.ts';

export type PushDeps = {
  postEvent: PostEvent;
  decryptClientSecret: DecryptClientSecret;
  signatureHeader: string;
  retryBaseSeconds: number;
  log: Log;
};

/** How long an event waits whose client secret cannot be decrypted: an operator has to bring the key back. */
const withoutKeySeconds = 60;

const headersOf = (event_id: string, signature: Record<string, string>) => ({
  'Content-Type': 'application/json',
  'User-Agent': 'order-hub',
  ...signature,
  // As in Standard Webhooks: the same on every attempt, so that a receiver can drop repetitions.
  'Webhook-Id': event_id,
});

type Attempted = Outcome & Pick<Result, 'answer' | 'ended'>;

const notSent = { answer: null, ended: null };

const answerOf = (acknowledged: boolean, startedAt: number): Answer => {
  if (!acknowledged) return 'failed';
  return performance.now() - startedAt <= soonMs ? 'soon' : 'late';
};

/** The scope may have been narrowed since the event was stored. */
const isStillSeen = ({ scope, resource_type, ids, ...bound }: Attempt) =>
  isSeen(sightOf({ ...bound, scope: parseScope(scope) }), {
    resource_type,
    ids: JSON.parse(ids) as Record<string, string>,
  });

async function attemptPush(deps: PushDeps, attempt: Attempt): Promise<Attempted> {
  const { id, attempts, url, client_id, client_secret } = attempt;
  if (!isStillSeen(attempt)) return { kind: 'hidden', ...notSent };
  // The process that made the last attempt died before it could write the result.
  if (attempts > attemptsMax) return { kind: 'dropped', reason: 'no result of the last attempt', ...notSent };
  let secret: string;
  try {
    secret = await deps.decryptClientSecret(client_id, client_secret);
  } catch (error) {
    deps.log.error({ client_id, reason: (error as Error).message }, 'the client secret cannot be decrypted');
    return { kind: 'again', seconds: withoutKeySeconds, counted: false, ...notSent };
  }
  const body = eventText(attempt);
  const headers = headersOf(id, { [deps.signatureHeader]: signatureOf(body, secret) });
  const startedAt = performance.now();
  const { reason, ...ended } = await deps.postEvent({ url, headers, body });
  const said = { answer: answerOf(ended.acknowledged, startedAt), ended };
  if (ended.acknowledged) return { kind: 'acknowledged', ...said };
  deps.log.debug({ event_id: id, attempt: attempts, reason }, 'not acknowledged');
  const seconds = retryAfterSeconds(attempts, deps.retryBaseSeconds);
  return seconds === null ? { kind: 'dropped', reason, ...said } : { kind: 'again', seconds, counted: true, ...said };
}

/** Makes one attempt and returns what becomes of the event. Without an `attempt` there is nowhere to send it now. Never throws. */
export async function pushEvent(deps: PushDeps, claimed: Claimed, attempt: Attempt | undefined): Promise<Result> {
  if (!attempt) return { ...claimed, kind: 'again', seconds: 0, counted: false, ...notSent };
  const attempted = await attemptPush(deps, attempt).catch((error: Error): Attempted => {
    deps.log.error({ err: error, event_id: attempt.id }, 'an attempt could not be made');
    return { kind: 'again', seconds: deps.retryBaseSeconds, counted: true, ...notSent };
  });
  return { ...claimed, ...attempted };
}
