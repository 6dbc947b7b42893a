import type { Claimed } from './lease.store.ts';

/** The attempts that this process has in flight, by connection, and the connections of which more events are due. */
export function attemptsInFlight() {
  const counts = new Map<string, number>();
  const withMoreDue = new Set<string>();
  let total = 0;

  return {
    total: () => total,

    /** Counts what was claimed. A candidate of which nothing could be claimed may have more due, too. */
    add(claims: readonly Claimed[], candidates: readonly string[]): void {
      const left = new Map(candidates.map((connection_id) => [connection_id, 1]));
      const claimed = new Map<string, number>();
      for (const { connection_id, due } of claims) {
        counts.set(connection_id, (counts.get(connection_id) ?? 0) + 1);
        claimed.set(connection_id, (claimed.get(connection_id) ?? 0) + 1);
        left.set(connection_id, due - (claimed.get(connection_id) ?? 0));
      }
      for (const [connection_id, more] of left) {
        if (more > 0 && counts.has(connection_id)) withMoreDue.add(connection_id);
      }
      total += claims.length;
    },

    /** Counts one attempt less. Returns whether more events of its connection are due. */
    remove(connection_id: string): boolean {
      const count = (counts.get(connection_id) ?? 1) - 1;
      if (count > 0) counts.set(connection_id, count);
      else counts.delete(connection_id);
      total--;
      return withMoreDue.delete(connection_id);
    },
  };
}

export type InFlight = ReturnType<typeof attemptsInFlight>;
