/**
 * Entries expire at `expires_at` (docs/api/catalogs.md#inventory). The time is a column, so a restart loses none. An
 * inventory is locked while it changes, so replicas share the work and announce each expiry once.
 */
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { noRequest } from '@order-hub/shared/message-cause';
import { record } from '@order-hub/shared/outbox';
import type { Relay } from '@order-hub/shared/relay';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import { expiredByTime } from '../inventory-change.ts';
import { deleteDueEntries, lockDueInventories } from './due-entry.store.ts';
import { findSharedChanges } from '../sharing/find-shared-changes.ts';
import { deleteMirroredDue } from '../sharing/mirrored-entry.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; relay: Pick<Relay, 'wake'> };

const everyMs = 1_000;

/** Removes expired entries, with one `inventory.patch` for each catalog and time. Returns how many inventories had some. */
const clearExpired = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (trx) => {
    const cause = { client_id: null, now, ...noRequest };
    const inventories = await lockDueInventories(trx, now);
    for (const inventory of inventories) {
      const expired = expiredByTime(await deleteDueEntries(trx, inventory, now));
      await deleteMirroredDue(trx, inventory, now);
      for (const changed of expired) {
        await record(trx, ...(await findSharedChanges(trx, inventory, { catalog_id: null, changed, cause })));
      }
    }
    return inventories.length;
  });

/** Clears expired entries every second. */
export const startExpiring = ({ db, log, now, relay }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      while (!signal.aborted && (await clearExpired(db, now())) > 0) relay.wake();
    },
    everyMs,
    log,
    messages: { failing: 'stock cannot expire at the moment', well: 'stock expires again' },
  });
