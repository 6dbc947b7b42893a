import type { Claimed } from '../claiming/claim.store.ts';
import { counter, concurrencyUsage } from './concurrency-usage.ts';

/** The attempts that this process has in flight, and the connections that have more events due. */
export function attemptsInFlight() {
  const { count, isLimitReached, ...limits } = concurrencyUsage();
  const byConnection = counter();
  const withMoreDue = new Set<string>();

  return {
    ...limits,

    /** Counts claimed events. A candidate without any may have more due, too: its limit may have been reached. */
    add(claims: readonly Claimed[], candidates: readonly string[]): void {
      const left = new Map(candidates.map((connection_id) => [connection_id, 1]));
      const claimedOf = counter();
      for (const claimed of claims) {
        const { connection_id, due } = claimed;
        count(claimed, 1);
        byConnection.add(connection_id, 1);
        claimedOf.add(connection_id, 1);
        left.set(connection_id, due - claimedOf.of(connection_id));
      }
      for (const [connection_id, more] of left) {
        if (more > 0 && byConnection.of(connection_id) > 0) withMoreDue.add(connection_id);
      }
    },

    /** Counts one attempt less. Returns who may be claimed for now: its connection, everybody, or nobody. */
    remove(claimed: Claimed): 'connection' | 'everybody' | 'nobody' {
      const wasLimitReached = isLimitReached(claimed);
      count(claimed, -1);
      byConnection.add(claimed.connection_id, -1);
      const hasMoreDue = withMoreDue.delete(claimed.connection_id);
      if (wasLimitReached) return 'everybody';
      return hasMoreDue ? 'connection' : 'nobody';
    },
  };
}

export type InFlight = ReturnType<typeof attemptsInFlight>;
