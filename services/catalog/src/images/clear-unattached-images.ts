/** Removes images that no part has used for 30 days (docs/api/catalogs.md#images). Replicas share the work. */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startClearing, type Repeating } from '@order-hub/shared/repeating';
import { retentionMs } from './image.ts';
import { deleteUnattached } from './image.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 600_000;
const imagesMax = 100;

export const startClearingImages = ({ db, log, now }: Deps): Repeating =>
  startClearing({
    what: 'old images',
    clear: () => deleteUnattached(db, new Date(now().getTime() - retentionMs), imagesMax),
    everyMs,
    log,
  });
