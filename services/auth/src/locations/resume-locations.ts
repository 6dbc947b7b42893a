/**
 * Busy and paused locations become normal by themselves at their `resume_at` (contract, "Order acceptance mode"). The
 * time is a column, so a restart forgets none; a row is locked while it is changed, so replicas share the work.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { record } from '@order-hub/shared/outbox';
import { locationUpdated } from './location.events.ts';
import { lockDueLocations, updateLocation } from './location.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; wakeRelay: () => void };

const pollMs = 1_000;

/** Makes the locations normal whose time has come, each with its `location.update` of no client. Returns how many. */
async function resumeLocations(db: Database, now: Date): Promise<number> {
  return transaction(db, async (trx) => {
    const due = await lockDueLocations(trx, now);
    for (const before of due) {
      const after = { ...before, order_acceptance: { mode: 'normal' } as const };
      await updateLocation(trx, after);
      await record(trx, locationUpdated(before, after, { client_id: null, now }));
    }
    return due.length;
  });
}

async function resumeAll({ db, now, wakeRelay }: Deps): Promise<void> {
  while ((await resumeLocations(db, now())) > 0) wakeRelay();
}

/** Looks every second for locations to resume, until it is closed. A database that is away is waited for. */
export function startResuming(deps: Deps): { close(): Promise<void> } {
  const closing = new AbortController();
  const { signal } = closing;
  let failed = false;
  async function attempt(): Promise<void> {
    try {
      await resumeAll(deps);
      failed = false;
    } catch (error) {
      if (!failed) deps.log.warn({ reason: (error as Error).message }, 'locations cannot be resumed at the moment');
      failed = true;
    }
  }
  async function run(): Promise<void> {
    while (!signal.aborted) {
      await attempt();
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }
  const running = run();
  return {
    close(): Promise<void> {
      closing.abort();
      return running;
    },
  };
}
