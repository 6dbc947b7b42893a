/** Every request and its answer. At the end the hub's data is compared with it. */

import type { Connected } from '../tenant.ts';

/** `acknowledged`: answered 200. `refused`: answered 4xx. `unknown`: not answered, or answered 5xx. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

export type Attempt = {
  ref: string;
  account_id: string;
  client: Connected;
  outcome: Outcome;
  /** The answer, when it was 200. */
  order?: { id: string };
  /** The outcome of the update of its status, when there was one. */
  update?: Outcome;
};

export type Ledger = {
  attempts: Map<string, Attempt>;
  /** Refs of acknowledged orders that a GET did not return as acknowledged; see stored-orders.ts. */
  lost: ReadonlySet<string>;
  /** Reasons why requests were not answered with 200, with their counts. */
  failures: Map<string, number>;
  note(attempt: Attempt): void;
  /** Time of the last acknowledged order, in milliseconds since 1970. */
  lastAcknowledgedMs: number;
};

export const outcomeOf = (status: number): Outcome =>
  status === 200 ? 'acknowledged' : status >= 400 && status < 500 ? 'refused' : 'unknown';

export function openLedger(): Ledger {
  const attempts = new Map<string, Attempt>();
  return {
    attempts,
    lost: new Set(),
    failures: new Map(),
    lastAcknowledgedMs: 0,
    note(attempt) {
      attempts.set(attempt.ref, attempt);
      if (attempt.outcome === 'acknowledged') this.lastAcknowledgedMs = Date.now();
    },
  };
}

/** Counts a failure by its reason. */
export function countFailure({ failures }: Ledger, reason: string): void {
  failures.set(reason, (failures.get(reason) ?? 0) + 1);
}
