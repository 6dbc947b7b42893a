/** Removes the sessions that are over. Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { sessionLimits } from './session.ts';
import { deleteOldSessions } from './session.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 10 * 60_000;
const sessionsMax = 1_000;

export const startClearingSessions = ({ db, log, now }: Deps): Repeating =>
  startClearing({
    what: 'old sessions',
    clear: () => deleteOldSessions(db, sessionLimits(now()), sessionsMax),
    everyMs,
    log,
  });
