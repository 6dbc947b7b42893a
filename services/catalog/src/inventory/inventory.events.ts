import type { OutgoingMessage } from '@order-hub/shared/bus';
<<<<<<< HEAD
import { resourceChanged, type ChangeCause } from '@order-hub/shared/resource-changed';
import { shownEntry, type Entry, type Inventory } from './entry.ts';

const changed = ({ account_id, catalog_id, location_id, timezone }: Inventory, cause: ChangeCause) => ({
=======
import { resourceChanged, type Cause } from '@order-hub/shared/resource-changed';
import { viewEntries, type Entry, type Inventory } from './entry.ts';

const changeOf = ({ account_id, catalog_id, location_id, timezone }: Inventory, cause: Cause) => ({
>>>>>>> customers
  ids: { catalog_id, location_id },
  place: { account_id, location_id, timezone },
  cause,
});

<<<<<<< HEAD
/** `inventory.update`: all of it was replaced. */
export const inventoryUpdated = (inventory: Inventory, cause: ChangeCause): OutgoingMessage =>
  resourceChanged('inventory', 'update', changed(inventory, cause));

/** `inventory.patch`, with the entries that were changed; a null stock is one that was removed. */
export const inventoryPatched = (
  inventory: Inventory,
  cause: ChangeCause,
  entries: readonly Entry[],
): OutgoingMessage =>
=======
/** `inventory.update`: a PUT replaced the whole inventory. */
export const inventoryUpdated = (inventory: Inventory, cause: Cause): OutgoingMessage =>
  resourceChanged('inventory', 'update', changeOf(inventory, cause));

/** `inventory.patch`: a PATCH changed these entries, or they expired. An entry without a stock was removed. */
export const inventoryPatched = (inventory: Inventory, cause: Cause, entries: readonly Entry[]): OutgoingMessage =>
>>>>>>> customers
  resourceChanged('inventory', 'patch', {
    ...changeOf(inventory, cause),
    state_change: JSON.stringify(viewEntries(entries, inventory)),
  });
