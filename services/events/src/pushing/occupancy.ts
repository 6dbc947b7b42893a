import type { Claimed } from './lease.store.ts';
import { groupMax, inFlightMax, slowInFlightMax, type Group, type Lane } from './room.ts';

const lanes: readonly Lane[] = ['quick', 'slow'];

type Place = Pick<Claimed, 'client_id' | 'account_id' | 'host' | 'answers'>;

const laneOf = ({ answers }: Place): Lane => (answers ? 'quick' : 'slow');

const groupsOf = ({ client_id, account_id, host }: Place): [Group, string][] => [
  ['client', client_id],
  ['account', account_id],
  ...(host === null ? [] : ([['host', host]] satisfies [Group, string][])),
];

/** Counts by key; what falls to 0 is forgotten. */
export function counter() {
  const counts = new Map<string, number>();
  return {
    of: (key: string) => counts.get(key) ?? 0,
    keys: () => counts.keys(),
    add(key: string, change: 1 | -1): void {
      const count = (counts.get(key) ?? 0) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}

/** What the attempts in flight of this process take of its limits (room.ts). */
export function occupancy() {
  const byLane = counter();
  const byGroup = { quick: counter(), slow: counter() };

  const total = () => byLane.of('quick') + byLane.of('slow');
  const freeSlow = () => Math.max(0, slowInFlightMax - byLane.of('slow'));

  /** Slow attempts count for both limits, quick ones for their own. */
  function roomOf(lane: Lane, group: Group, key: string): number {
    const slow = byGroup.slow.of(key);
    const room = groupMax.quick[group] - slow - byGroup.quick.of(key);
    return lane === 'quick' ? room : Math.min(room, groupMax.slow[group] - slow);
  }

  return {
    total,
    free: () => inFlightMax - total(),
    freeSlow,

    count(claimed: Place, change: 1 | -1): void {
      const lane = laneOf(claimed);
      byLane.add(lane, change);
      for (const [group, name] of groupsOf(claimed)) byGroup[lane].add(`${group} ${name}`, change);
    },

    /** Whether this one has the last place of the process, of its lane, client, account or host: others may wait for it. */
    isLast: (claimed: Place) =>
      total() >= inFlightMax ||
      (!claimed.answers && freeSlow() === 0) ||
      groupsOf(claimed).some(([group, name]) => roomOf(laneOf(claimed), group, `${group} ${name}`) <= 0),

    /** How many attempts more each client, account and host may have; without a name, one that has none in flight. */
    rooms(): Record<string, number> {
      const rooms: Record<string, number> = {};
      for (const lane of lanes) {
        for (const [group, most] of Object.entries(groupMax[lane])) rooms[`${lane} ${group}`] = most;
        for (const key of [...byGroup.quick.keys(), ...byGroup.slow.keys()]) {
          rooms[`${lane} ${key}`] = roomOf(lane, key.split(' ', 1)[0] as Group, key);
        }
      }
      return rooms;
    },
  };
}
