/**
 * Order acceptance becomes normal by itself at `resume_at` (docs/api/locations.md#order-acceptance). `resume_at` is a
 * column, so a restart loses none; a location is locked while it changes, so replicas share the work.
 */
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { noRequest } from '@order-hub/shared/message-cause';
import { record } from '@order-hub/shared/outbox';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { locationUpdated } from './location.events.ts';
import { lockDueLocations, updateSettings } from './location.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; wakeRelay: () => void };

const everyMs = 1_000;

/** Returns up to 100 due locations to normal, each with a `location.update` caused by no client. Returns how many. */
const returnToNormal = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (trx) => {
    const due = await lockDueLocations(trx, now);
    for (const before of due) {
      const after = { ...before, order_acceptance: { mode: 'normal' } as const };
      await updateSettings(trx, after);
      await record(trx, locationUpdated(before, after, { client_id: null, now, ...noRequest }));
    }
    return due.length;
  });

/** Looks every second for busy and paused locations whose `resume_at` has passed. */
export const startReturningToNormal = ({ db, log, now, wakeRelay }: Deps): Repeating =>
  startRepeating({
    async work() {
      while ((await returnToNormal(db, now())) > 0) wakeRelay();
    },
    everyMs,
    log,
    messages: { failing: 'locations cannot return to normal at the moment', well: 'locations return to normal again' },
  });
