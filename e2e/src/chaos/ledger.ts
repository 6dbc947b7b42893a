/** What was asked of the hub, and what it answered: against this everything is held in the end. */

import type { Connected } from '../tenant.ts';

/** `acknowledged`: answered 200. `refused`: answered 4xx. `unknown`: anything may have become of it. */
export type Outcome = 'acknowledged' | 'refused' | 'unknown';

export type Attempt = {
  ref: string;
  account_id: string;
  client: Connected;
  outcome: Outcome;
  /** What was answered, when that was 200. */
  order?: { id: string };
  /** What became of the change of its status, when one was tried. */
  update?: Outcome;
};

export type Ledger = {
  attempts: Map<string, Attempt>;
  /** Refs of acknowledged orders that a GET did not give as they were; see stored-orders.ts. */
  lost: ReadonlySet<string>;
  /** Why requests were not answered with 200, with how often. */
  failures: Map<string, number>;
  note(attempt: Attempt): void;
  /** When the last order was acknowledged, in milliseconds since 1970. */
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

/** Counts why something failed. */
export function countFailure({ failures }: Ledger, reason: string): void {
  failures.set(reason, (failures.get(reason) ?? 0) + 1);
}
