/** The journal of a run: its entries, in order, and ways to wait for more. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Entry } from './entry.ts';

export type Journal = {
  readonly entries: readonly Entry[];
  /** Notes what begins now. */
  begin(entry: Omit<Entry, 'beganMs'>): Entry;
  /** Notes how it ended. */
  end(entry: Entry, outcome: Partial<Entry>): void;
  /** Waits until `find` finds something in the entries. Undefined after `ms`. Throws the reason of the run's signal. */
  until<Found>(find: () => Found | undefined, ms: number): Promise<Found | undefined>;
  /** Waits until nothing has begun or ended for `ms`; at most five times as long, since an application may poll. */
  quiet(ms: number): Promise<void>;
  /** Waits. Throws the reason of the run's signal. */
  pause(ms: number): Promise<void>;
};

/** An application that repeats without a pause would fill the memory. */
const entriesMax = 20_000;

export function openJournal(signal?: AbortSignal): Journal {
  const entries: Entry[] = [];
  const watchers = new Set<() => void>();
  const changed = () => watchers.forEach((watcher) => watcher());

  async function until<Found>(find: () => Found | undefined, ms: number): Promise<Found | undefined> {
    signal?.throwIfAborted();
    const found = find();
    if (found !== undefined) return found;
    return new Promise((resolve, reject) => {
      const finish = () => {
        watchers.delete(look);
        signal?.removeEventListener('abort', abort);
        clearTimeout(timer);
      };
      const look = () => {
        const later = find();
        if (later === undefined) return;
        finish();
        resolve(later);
      };
      const abort = () => {
        finish();
        // eslint-disable-next-line @typescript-eslint/prefer-promise-reject-errors -- the caller chose the reason.
        reject(signal?.reason);
      };
      const timer = setTimeout(() => {
        finish();
        resolve(undefined);
      }, ms);
      watchers.add(look);
      signal?.addEventListener('abort', abort);
    });
  }

  return {
    entries,
    begin(seen) {
      const entry = { ...seen, beganMs: Date.now() };
      if (entries.length < entriesMax) entries.push(entry);
      changed();
      return entry;
    },
    end(entry, outcome) {
      Object.assign(entry, { endedMs: Date.now(), ...outcome });
      changed();
    },
    until,
    async quiet(ms) {
      for (let turn = 0; turn < 5; turn += 1) {
        const count = entries.length;
        const open = entries.filter(({ endedMs }) => endedMs === undefined).length;
        const next = await until(() => (isChanged(entries, count, open) ? true : undefined), ms);
        if (next === undefined) return;
      }
    },
    pause: (ms) => pause(ms, undefined, signal && { signal }),
  };
}

const isChanged = (entries: readonly Entry[], count: number, open: number) =>
  entries.length !== count || entries.filter(({ endedMs }) => endedMs === undefined).length !== open;
