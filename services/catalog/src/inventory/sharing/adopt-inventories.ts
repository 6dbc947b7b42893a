/**
 * Inventories that were last changed by the version before are adopted: their entries by catalog become those of the location
 * (docs/decisions/0044-stock-belongs-to-the-location.md). A writer or reader adopts the one it needs; this loop adopts the rest.
 */
import type { Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { adoptInventory, listUnadopted } from './unadopted-inventory.store.ts';

const everyMs = 60_000;

/** Adopts every inventory, one in each transaction. */
async function adoptAll(db: Database, signal: AbortSignal): Promise<void> {
  for (let left = await listUnadopted(db); left.length > 0 && !signal.aborted; left = await listUnadopted(db)) {
    for (const place of left) if (!signal.aborted) await adoptInventory(db, place);
  }
}

export const startAdopting = ({ db, log }: { db: Database; log: Log }): Repeating =>
  startRepeating({
    work: (signal) => adoptAll(db, signal),
    everyMs,
    log,
    messages: { failing: 'inventories cannot be adopted at the moment', well: 'inventories are adopted again' },
  });
