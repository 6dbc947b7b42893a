/**
 * Removes the stock of refs that no catalog of the location has had for 30 days (docs/api/catalogs.md#inventory). A round reads
 * all stock in batches; replicas repeat each other's rounds, which changes nothing.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { firstStock, markUnusedStock } from './unused-stock.store.ts';

type Deps = { db: Database; log: Log; now: () => Date };

const everyMs = 6 * 3_600_000;
const retentionMs = 30 * 24 * 3_600_000;

async function clearUnused(db: Database, now: Date, signal: AbortSignal): Promise<void> {
  const before = new Date(now.getTime() - retentionMs);
  for (let after = firstStock; !signal.aborted;) {
    const last = await markUnusedStock(db, { after, now, before });
    if (!last) return;
    after = last;
  }
}

export const startClearingStock = ({ db, log, now }: Deps): Repeating =>
  startRepeating({
    work: (signal) => clearUnused(db, now(), signal),
    everyMs,
    log,
    messages: { failing: 'unused stock cannot be removed at the moment', well: 'unused stock is removed again' },
  });
