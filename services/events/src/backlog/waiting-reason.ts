/** What decides why the events of a connection wait. `last_…`: the last attempt of its callback, if there was one. */
export type WaitingFacts = {
  status: string;
  is_passive: boolean;
  has_secret: boolean;
  last_acknowledged: boolean | null;
  last_status: number | null;
  last_fault: string | null;
};

/** Why the events of a connection wait, in a few words for operators (docs/api/back-office.md#backlog). */
export function waitingReason(facts: WaitingFacts): string {
  const { status, is_passive, has_secret, last_acknowledged, last_status, last_fault } = facts;
  if (status !== 'active') return status;
  if (is_passive) return 'not polled';
  if (!has_secret) return 'no client secret yet';
  if (last_acknowledged === null) return 'not attempted yet';
  if (last_acknowledged) return 'being pushed';
  return last_status === null ? (last_fault ?? 'no answer') : `answers ${last_status}`;
}
