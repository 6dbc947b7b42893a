import type { Database } from '@order-hub/shared/database';
import { idFloor } from '@order-hub/shared/ids';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { setTimeout as sleep } from 'node:timers/promises';
import { clearOldAttempts } from '../attempt-log/clear-old-attempts.ts';
import { clearOldDays } from '../day-logs/clear-old-days.ts';
import { deleteOldOrders } from '../order-figures/delete-old-orders.ts';
import { deleteOldMarks } from '../events/delete-old-marks.ts';
import { deleteDroppedEvents, deleteRemovedCallbacks, deleteUnusedChanges } from './obsolete.store.ts';

/** How long dropped events, the marks of anonymised customers, the request log, and what is recorded of orders are kept. */
type Retention = { droppedDays: number; markDays: number; requestLogDays: number; orderFigureDays: number };

type Deps = Retention & { db: Database; log: Log; now: () => Date };

const everyMs = 60_000;
const pauseMs = 20;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Most changes are not needed any more when all attempts of their events have been made. */
const youngMs = 2 * hourMs;

/** Runs short steps with a pause between them, until one returns false or the service stops. */
async function repeat(step: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await step())) await sleep(pauseMs);
}

type Round = Retention & { db: Database; now: Date; signal: AbortSignal };

/**
 * Deletes what cannot be reached any more, in short statements. Looks at the changes with ids above `after`. Several processes
 * may run it at once.
 */
export async function deleteObsolete({ db, now, signal, ...retention }: Round, after = ''): Promise<void> {
  const { droppedDays, markDays, requestLogDays, orderFigureDays } = retention;
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs);
  await repeat(async () => (await deleteRemovedCallbacks(db)) > 0, signal);
  await clearOldAttempts(db, now);
  await clearOldDays(db, 'logged_requests', requestLogDays, now);
  await repeat(async () => (await deleteDroppedEvents(db, daysAgo(droppedDays))) > 0, signal);
  await repeat(async () => (await deleteOldOrders(db, now, orderFigureDays)) > 0, signal);
  let last: string | null = after;
  await repeat(async () => (last = await deleteUnusedChanges(db, last ?? '')) !== null, signal);
  await repeat(async () => (await deleteOldMarks(db, daysAgo(markDays))) > 0, signal);
}

/**
 * Deletes obsolete rows once a minute. It looks at all changes once an hour, and at the young ones in between: a million events
 * that nobody polls keep a million changes.
 */
export function startHousekeeping({ db, log, now: clock, ...retention }: Deps): Repeating {
  let lookedAtAll = -Infinity;
  return startRepeating({
    async work(signal) {
      const now = clock();
      const isDue = now.getTime() - lookedAtAll >= hourMs;
      await deleteObsolete({ ...retention, db, now, signal }, isDue ? '' : idFloor(new Date(now.getTime() - youngMs)));
      if (isDue) lookedAtAll = now.getTime();
    },
    everyMs,
    log,
    messages: { failing: 'housekeeping fails', well: 'housekeeping works again' },
  });
}
