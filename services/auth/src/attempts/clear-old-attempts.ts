/** Removes attempts that are forgotten. Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { deleteOldAttempts } from './attempt.store.ts';
import { forgottenBefore } from './attempts.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 10 * 60_000;
const attemptsMax = 1_000;

export const startClearingAttempts = ({ db, log, now }: Deps): Repeating =>
  startClearing({
    what: 'old attempts',
    clear: () => deleteOldAttempts(db, forgottenBefore(now()), attemptsMax),
    everyMs,
    log,
  });
