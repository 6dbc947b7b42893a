import { eventText } from '../events/event.view.ts';
import type { Log } from '@order-hub/shared/log';
import type { ClientSecrets } from './client-secrets.ts';
import type { Attempt, Lease } from './lease.store.ts';
import type { Sender } from './post-event.ts';
import type { Result } from './recorder.ts';
import { attemptsMax, retryAfterSeconds } from './retry-schedule.ts';
import { signatureOf } from './signature.ts';

export type PushDeps = {
  sender: Sender;
  secrets: ClientSecrets;
  signatureHeader: string;
  retryBaseSeconds: number;
  log: Log;
};

/** How long an event waits whose client secret cannot be decrypted, for an operator to bring back the key. */
const withoutKeySeconds = 60;

function headersOf(
  body: string,
  { signatureHeader, secret, event_id }: Record<'signatureHeader' | 'secret' | 'event_id', string>,
) {
  return {
    'Content-Type': 'application/json',
    'User-Agent': 'order-hub',
    [signatureHeader]: signatureOf(body, secret),
    // As in Standard Webhooks: the same on every attempt, for receivers that drop repetitions.
    'Webhook-Id': event_id,
  };
}

/** Makes one attempt and says what becomes of the event. Throws only what is a fault of ours. */
export async function pushEvent(deps: PushDeps, attempt: Attempt, lease: Lease): Promise<Result> {
  // The worker that made the last attempt died before it could write how it went.
  if (attempt.attempts > attemptsMax) return { ...lease, kind: 'dropped', reason: 'no result of the last attempt' };
  let secret: string;
  try {
    secret = await deps.secrets(attempt.client_id, attempt.client_secret);
  } catch (error) {
    deps.log.error(
      { client_id: attempt.client_id, reason: (error as Error).message },
      'the client secret cannot be decrypted',
    );
    return { ...lease, kind: 'again', seconds: withoutKeySeconds, counted: false };
  }
  const body = eventText(attempt);
  const { signatureHeader } = deps;
  const headers = headersOf(body, { signatureHeader, secret, event_id: attempt.id });
  const { acknowledged, reason } = await deps.sender.post({ url: attempt.url, headers, body });
  if (acknowledged) return { ...lease, kind: 'acknowledged' };
  deps.log.debug({ event_id: attempt.id, attempt: attempt.attempts, reason }, 'not acknowledged');
  const seconds = retryAfterSeconds(attempt.attempts, deps.retryBaseSeconds);
  return seconds === null ? { ...lease, kind: 'dropped', reason } : { ...lease, kind: 'again', seconds, counted: true };
}
