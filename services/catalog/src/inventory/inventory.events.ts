import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged, type Cause } from '@order-hub/shared/resource-changed';
import { shownEntry, type Entry, type Inventory } from './entry.ts';

const changed = ({ account_id, catalog_id, location_id, timezone }: Inventory, cause: Cause) => ({
  ids: { catalog_id, location_id },
  place: { account_id, location_id, timezone },
  cause,
});

/** `inventory.update`: all of it was replaced. */
export const inventoryUpdated = (inventory: Inventory, cause: Cause): OutgoingMessage =>
  resourceChanged('inventory', 'update', changed(inventory, cause));

/** `inventory.patch`, with the entries that were changed; a null stock is one that was removed. */
export const inventoryPatched = (inventory: Inventory, cause: Cause, entries: readonly Entry[]): OutgoingMessage =>
  resourceChanged('inventory', 'patch', {
    ...changed(inventory, cause),
    state_change: JSON.stringify(entries.map((entry) => shownEntry(entry, inventory.timezone))),
  });
