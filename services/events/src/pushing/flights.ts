import type { Claimed } from './lease.store.ts';

/** What one process has under way, by connection, and of which connections more waits. */
export function openFlights() {
  const counts = new Map<string, number>();
  const behind = new Set<string>();
  let total = 0;

  function leaveBehind(connection_id: string): void {
    if (counts.has(connection_id)) behind.add(connection_id);
  }

  return {
    total: () => total,

    /** Counts what was claimed, and remembers the candidates of which more is due than could be taken. */
    takeOff(claims: readonly Claimed[], candidates: readonly string[]): void {
      const dueLeft = new Map<string, number>();
      for (const { connection_id, due } of claims) {
        counts.set(connection_id, (counts.get(connection_id) ?? 0) + 1);
        dueLeft.set(connection_id, (dueLeft.get(connection_id) ?? due) - 1);
        total++;
      }
      for (const [connection_id, left] of dueLeft) if (left > 0) leaveBehind(connection_id);
      // Of these nothing could be taken, which may be because of what they have under way.
      for (const connection_id of candidates) if (!dueLeft.has(connection_id)) leaveBehind(connection_id);
    },

    /** Whether the connection should be looked at again now. */
    land(connection_id: string): boolean {
      const left = (counts.get(connection_id) ?? 1) - 1;
      if (left > 0) counts.set(connection_id, left);
      else counts.delete(connection_id);
      total--;
      return behind.delete(connection_id);
    },
  };
}

export type Flights = ReturnType<typeof openFlights>;
