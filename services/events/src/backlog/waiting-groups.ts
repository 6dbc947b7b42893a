import type { WaitingConnection, WaitingGroup } from '@order-hub/shared/event-backlog-calls';
import { sumOf } from '@order-hub/shared/bounded-count';

const groupsMax = 20;
const reasonsMax = 3;

type Waiting = Pick<WaitingConnection, 'waiting' | 'oldest_at'>;

/** The largest first; of equal ones, those that wait longest. */
const bySize = (a: Waiting, b: Waiting) =>
  b.waiting.count - a.waiting.count || (a.oldest_at < b.oldest_at ? -1 : Number(a.oldest_at > b.oldest_at));

/** The reasons of most events first. */
function reasonsOf(members: readonly WaitingConnection[]): string[] {
  const events = new Map<string, number>();
  for (const { reasons, waiting } of members)
    for (const reason of reasons) events.set(reason, (events.get(reason) ?? 0) + waiting.count);
  return [...events]
    .sort(([, a], [, b]) => b - a)
    .slice(0, reasonsMax)
    .map(([reason]) => reason);
}

const groupOf = (id: string, members: readonly WaitingConnection[]): WaitingGroup => ({
  id,
  connections: members.length,
  waiting: sumOf(members.map(({ waiting }) => waiting)),
  oldest_at: members.reduce((oldest, { oldest_at }) => (oldest_at < oldest ? oldest_at : oldest), '9'),
  reasons: reasonsOf(members),
});

/** The twenty connections for which most events wait. */
export const largestConnections = (connections: readonly WaitingConnection[]): WaitingConnection[] =>
  [...connections].sort(bySize).slice(0, groupsMax);

/** The twenty accounts or clients for whose connections most events wait. A connection without one is in no group. */
export function largestGroups(
  connections: readonly WaitingConnection[],
  field: 'account_id' | 'client_id',
): WaitingGroup[] {
  const members = new Map<string, WaitingConnection[]>();
  for (const connection of connections) {
    const id = connection[field];
    if (id === null) continue;
    const list = members.get(id);
    if (list) list.push(connection);
    else members.set(id, [connection]);
  }
  return [...members]
    .map(([id, list]) => groupOf(id, list))
    .sort(bySize)
    .slice(0, groupsMax);
}
