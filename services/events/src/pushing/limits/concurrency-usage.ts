import type { Claimed } from '../claiming/claim.store.ts';
import { inFlightMax, ownerLimits, slowInFlightMax, type OwnerType, type Pace } from './concurrency-limits.ts';

const paces: readonly Pace[] = ['quick', 'slow'];

/** What decides which limits an attempt counts for. */
type LimitedAttempt = Pick<Claimed, 'client_id' | 'account_id' | 'host' | 'quick'>;

const paceOf = ({ quick }: LimitedAttempt): Pace => (quick ? 'quick' : 'slow');

const ownersOf = ({ client_id, account_id, host }: LimitedAttempt): [OwnerType, string][] => [
  ['client', client_id],
  ['account', account_id],
  ...(host === null ? [] : ([['host', host]] satisfies [OwnerType, string][])),
];

/** Counts by key. Forgets a key whose count is 0. */
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

/** How much of its concurrency limits this process uses. */
export function concurrencyUsage() {
  const byPace = counter();
  const byOwner = { quick: counter(), slow: counter() };

  const total = () => byPace.of('quick') + byPace.of('slow');
  const freeSlow = () => Math.max(0, slowInFlightMax - byPace.of('slow'));

  /** Slow attempts count for both limits of their owner, quick ones for the quick limit only. */
  function remainingOf(pace: Pace, type: OwnerType, key: string): number {
    const slow = byOwner.slow.of(key);
    const remaining = ownerLimits.quick[type] - slow - byOwner.quick.of(key);
    return pace === 'quick' ? remaining : Math.min(remaining, ownerLimits.slow[type] - slow);
  }

  return {
    total,
    free: () => inFlightMax - total(),
    freeSlow,

    count(attempt: LimitedAttempt, change: 1 | -1): void {
      const pace = paceOf(attempt);
      byPace.add(pace, change);
      for (const [type, id] of ownersOf(attempt)) byOwner[pace].add(`${type} ${id}`, change);
    },

    /** Whether a limit that this attempt counts for is reached: attempts of others may wait for its end. */
    isLimitReached: (attempt: LimitedAttempt) =>
      total() >= inFlightMax ||
      (!attempt.quick && freeSlow() === 0) ||
      ownersOf(attempt).some(([type, id]) => remainingOf(paceOf(attempt), type, `${type} ${id}`) <= 0),

    /**
     * How many more attempts each client, account and host may have. Keys are such as `slow client <id>`; the key
     * `slow client` is for every client without a key of its own.
     */
    remaining(): Record<string, number> {
      const remaining: Record<string, number> = {};
      for (const pace of paces) {
        for (const [type, limit] of Object.entries(ownerLimits[pace])) remaining[`${pace} ${type}`] = limit;
        for (const key of [...byOwner.quick.keys(), ...byOwner.slow.keys()]) {
          remaining[`${pace} ${key}`] = remainingOf(pace, key.split(' ', 1)[0] as OwnerType, key);
        }
      }
      return remaining;
    },
  };
}
