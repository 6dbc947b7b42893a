/** Removes what users began and did not finish: setups of apps and challenges for passkeys. Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { deleteExpiredSetups } from './apps/app.store.ts';
import { deleteExpiredChallenges } from './passkeys/challenge.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 10 * 60_000;
const rowsMax = 1_000;

export const startClearingSetups = ({ db, log, now }: Deps): Repeating =>
  startClearing({
    what: 'expired setups of second factors',
    clear: async () =>
      Math.max(await deleteExpiredSetups(db, now(), rowsMax), await deleteExpiredChallenges(db, now(), rowsMax)),
    everyMs,
    log,
  });
