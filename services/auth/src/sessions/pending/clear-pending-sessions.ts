/** Removes the pending sessions that have expired. Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { deleteExpiredPendingSessions } from './pending-session.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 10 * 60_000;
const sessionsMax = 1_000;

export const startClearingPendingSessions = ({ db, log, now }: Deps): Repeating =>
  startClearing({
    what: 'expired pending sessions',
    clear: () => deleteExpiredPendingSessions(db, now(), sessionsMax),
    everyMs,
    log,
  });
