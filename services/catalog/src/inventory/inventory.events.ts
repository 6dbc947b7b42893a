import type { OutgoingMessage } from '@order-hub/shared/bus';
import { resourceChanged, type ChangeCause } from '@order-hub/shared/resource-changed';
import type { Entry } from './entries/entry.ts';
import { viewEntries } from './entries/entry.view.ts';
import type { Inventory } from './inventory.ts';

const changeOf = ({ account_id, catalog_id, location_id, timezone }: Inventory, cause: ChangeCause) => ({
  ids: { catalog_id, location_id },
  place: { account_id, location_id, timezone },
  cause,
});

/** `inventory.update`: a PUT replaced the whole inventory. */
export const inventoryUpdated = (inventory: Inventory, cause: ChangeCause): OutgoingMessage =>
  resourceChanged('inventory', 'update', changeOf(inventory, cause));

/** `inventory.patch`: a PATCH changed these entries, or they expired. An entry without a stock was removed. */
export const inventoryPatched = (
  inventory: Inventory,
  cause: ChangeCause,
  entries: readonly Entry[],
): OutgoingMessage =>
  resourceChanged('inventory', 'patch', {
    ...changeOf(inventory, cause),
    state_change: JSON.stringify(viewEntries(entries, inventory)),
  });
