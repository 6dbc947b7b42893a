import type { Claimed } from './lease.store.ts';
import { counter, occupancy } from './occupancy.ts';

/** The attempts that this process has in flight, and the connections of which more events are due. */
export function attemptsInFlight() {
  const { count, isLast, ...limits } = occupancy();
  const byConnection = counter();
  const withMoreDue = new Set<string>();

  return {
    ...limits,

    /** Counts what was claimed. A candidate of which nothing could be claimed may have more due, too. */
    add(claims: readonly Claimed[], candidates: readonly string[]): void {
      const left = new Map(candidates.map((connection_id) => [connection_id, 1]));
      const claimed = counter();
      for (const one of claims) {
        count(one, 1);
        byConnection.add(one.connection_id, 1);
        claimed.add(one.connection_id, 1);
        left.set(one.connection_id, one.due - claimed.of(one.connection_id));
      }
      for (const [connection_id, more] of left) {
        if (more > 0 && byConnection.of(connection_id) > 0) withMoreDue.add(connection_id);
      }
    },

    /** Counts one attempt less. Returns for whom there may be room now: its connection, everybody, or nobody. */
    remove(claimed: Claimed): 'connection' | 'everybody' | 'nobody' {
      const wasLast = isLast(claimed);
      count(claimed, -1);
      byConnection.add(claimed.connection_id, -1);
      const hasMoreDue = withMoreDue.delete(claimed.connection_id);
      if (wasLast) return 'everybody';
      return hasMoreDue ? 'connection' : 'nobody';
    },
  };
}

export type InFlight = ReturnType<typeof attemptsInFlight>;
