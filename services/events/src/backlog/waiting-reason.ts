import { behindReason } from '@order-hub/shared/app-trouble';

/** What decides why the events of a connection wait. `last_…`: the last attempt of its callback, if there was one. */
export type WaitingFacts = {
  status: string;
  is_passive: boolean;
  has_secret: boolean;
  last_acknowledged: boolean | null;
  last_status: number | null;
  last_fault: string | null;
  /** Its backlog was found to be large, or events were given up unsent, within a day. */
  is_behind: boolean;
};

type LastAttempt = Pick<WaitingFacts, 'last_acknowledged' | 'last_status' | 'last_fault' | 'is_behind'>;

function reasonOfAttempt({ last_acknowledged, last_status, last_fault, is_behind }: LastAttempt): string {
  if (last_acknowledged === null) return 'not attempted yet';
  if (last_acknowledged) return is_behind ? behindReason : 'being pushed';
  return last_status === null ? (last_fault ?? 'no answer') : `answers ${last_status}`;
}

/** Why the events of a connection wait, in a few words for operators (docs/api/back-office.md#backlog). */
export function waitingReason({ status, is_passive, has_secret, ...attempt }: WaitingFacts): string {
  if (status !== 'active') return status;
  if (is_passive) return 'not polled';
  return has_secret ? reasonOfAttempt(attempt) : 'no client secret yet';
}
