/** Removes refused log-ins that no history tells any more. Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { historyStart } from './history.ts';
import { deleteRefusedBefore } from './refused-log-in.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 60 * 60_000;
const rowsMax = 1_000;

export const startClearingRefusals = ({ db, log, now }: Deps): Repeating =>
  startClearing({
    what: 'old refused log-ins',
    clear: () => deleteRefusedBefore(db, historyStart(now()), rowsMax),
    everyMs,
    log,
  });
