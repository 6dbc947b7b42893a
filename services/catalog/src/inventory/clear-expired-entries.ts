/**
 * Entries go by themselves at `expires_at` (docs/api/catalogs.md#inventory). The time is a column, so that a restart forgets
 * none; an inventory is locked while it changes, so that replicas share the work and each time is told once.
 */
import { transaction, type Database } from '@order-hub/shared/database';
import type { Log } from '@order-hub/shared/log';
import { record } from '@order-hub/shared/outbox';
import type { Relay } from '@order-hub/shared/relay';
import { startRepeating, type Repeating } from '@order-hub/shared/repeating';
import type { Entry } from './entry.ts';
import { inventoryPatched } from './inventory.events.ts';
import { deleteDueEntries, lockDueInventories } from './inventory.store.ts';

type Deps = { db: Database; log: Log; now: () => Date; relay: Pick<Relay, 'wake'> };

const everyMs = 1_000;

/** Entries that expired at one moment, as they are told: without a stock. */
function byMoment(due: readonly (Entry & { expires_at: Date })[]): Entry[][] {
  const moments = new Map<number, Entry[]>();
  for (const { kind, ref, expires_at } of due) {
    const entries = moments.get(expires_at.getTime()) ?? [];
    entries.push({ kind, ref, stock: null, expires_at: null });
    moments.set(expires_at.getTime(), entries);
  }
  return [...moments.values()];
}

/** Removes the due entries of some inventories, each moment with one `inventory.patch` of no client. Returns how many inventories. */
const clearExpired = (db: Database, now: Date): Promise<number> =>
  transaction(db, async (trx) => {
    const inventories = await lockDueInventories(trx, now);
    for (const inventory of inventories) {
      const moments = byMoment(await deleteDueEntries(trx, inventory, now));
      await record(trx, ...moments.map((entries) => inventoryPatched(inventory, { client_id: null, now }, entries)));
    }
    return inventories.length;
  });

/** Looks every second for entries whose time is over. */
export const startExpiring = ({ db, log, now, relay }: Deps): Repeating =>
  startRepeating({
    async work(signal) {
      while (!signal.aborted && (await clearExpired(db, now())) > 0) relay.wake();
    },
    everyMs,
    log,
    messages: { failing: 'stock cannot expire at the moment', well: 'stock expires again' },
  });
