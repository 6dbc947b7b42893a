/**
 * Busy and paused locations become normal by themselves at their `resume_at` (docs/api/locations.md#order-acceptance). The
 * time is a column, so a restart forgets none; a row is locked while it is changed, so replicas share the work.
 */
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { record } from '@order-hub/shared/outbox';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { locationUpdated } from './location.events.ts';
import { lockDueLocations, updateLocation } from './location.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; wakeRelay: () => void };

const everyMs = 1_000;

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

/** Looks every second for locations to resume. */
export const startResuming = ({ db, log, now, wakeRelay }: Deps): Repeating =>
  startRepeating({
    async work() {
      while ((await resumeLocations(db, now())) > 0) wakeRelay();
    },
    everyMs,
    log,
    messages: { failing: 'locations cannot be resumed at the moment', well: 'locations are resumed again' },
  });
