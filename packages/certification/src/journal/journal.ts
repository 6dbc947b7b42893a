/** The journal of a run: its entries, in order, and ways to wait for more. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Entry } from './entry.ts';
import { changes, type Until } from './until.ts';

export type Journal = {
  readonly entries: readonly Entry[];
  /** Notes what begins now. */
  begin(entry: Omit<Entry, 'beganMs'>): Entry;
  /** Notes how it ended. */
  end(entry: Entry, outcome: Partial<Entry>): void;
  /** Waits until `find` finds something in the entries. Undefined after `ms`. Throws the reason of the run's signal. */
  until: Until;
  /** Waits until nothing has begun or ended for `ms`; at most five times as long, since an application may poll. */
  quiet(ms: number): Promise<void>;
  /** Waits. Throws the reason of the run's signal. */
  pause(ms: number): Promise<void>;
};

/** An application that repeats without a pause would fill the memory. */
const entriesMax = 20_000;

const turnsMax = 5;

export function openJournal(signal?: AbortSignal): Journal {
  const entries: Entry[] = [];
  const { changed, until } = changes(signal);
  let count = 0;
  const notice = () => {
    count += 1;
    changed();
  };

  return {
    entries,
    until,
    begin(seen) {
      const entry = { ...seen, beganMs: Date.now() };
      if (entries.length < entriesMax) entries.push(entry);
      notice();
      return entry;
    },
    end(entry, outcome) {
      Object.assign(entry, { endedMs: Date.now(), ...outcome });
      notice();
    },
    async quiet(ms) {
      for (let turn = 0; turn < turnsMax; turn += 1) {
        const before = count;
        if (!(await until(() => count > before || undefined, ms))) return;
      }
    },
    pause: (ms) => pause(ms, undefined, signal && { signal }),
  };
}
