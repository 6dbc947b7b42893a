/** What one process has under way, by connection, and which connections may have more that waits for it. */
export function openFlights() {
  const counts = new Map<string, number>();
  const behind = new Set<string>();
  let total = 0;
  return {
    total: () => total,
    takeOff(connection_id: string): void {
      counts.set(connection_id, (counts.get(connection_id) ?? 0) + 1);
      total++;
    },
    /** Whether the connection should be looked at again now. */
    land(connection_id: string): boolean {
      const left = (counts.get(connection_id) ?? 1) - 1;
      if (left > 0) counts.set(connection_id, left);
      else counts.delete(connection_id);
      total--;
      return behind.delete(connection_id);
    },
    /** Remembers that more waits, to be looked at when something of the connection lands. */
    leaveBehind(connection_id: string): void {
      if (counts.has(connection_id)) behind.add(connection_id);
    },
  };
}
