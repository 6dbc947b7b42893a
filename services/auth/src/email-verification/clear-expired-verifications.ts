/** Removes links that can no longer verify an address. Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { deleteExpiredVerifications } from './verification.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 10 * 60_000;
const rowsMax = 1_000;

export const startClearingVerifications = ({ db, log, now }: Deps): Repeating =>
  startClearing({
    what: 'expired verifications',
    clear: () => deleteExpiredVerifications(db, now(), rowsMax),
    everyMs,
    log,
  });
