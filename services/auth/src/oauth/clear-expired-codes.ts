/** Removes codes that can no longer be exchanged (docs/api/authentication.md#authorisation-codes). Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { deleteExpiredCodes } from './code.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 60_000;
const codesMax = 1_000;

export const startClearingCodes = ({ db, log, now }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      while (!signal.aborted && (await deleteExpiredCodes(db, now(), codesMax)) === codesMax);
    },
    everyMs,
    log,
    messages: { failing: 'expired codes cannot be removed at the moment', well: 'expired codes are removed again' },
  });
