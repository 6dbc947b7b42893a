import type { ReadBytes } from '@order-hub/shared/byte-body';
import type { Context } from '@order-hub/shared/caller';
import { replyWith } from '@order-hub/shared/endpoint';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import { changeInventory, type ChangeInventoryDeps } from './change-inventory.ts';
import { viewEntries } from './entries/entry.view.ts';
import { ignoredRefsHeaders } from './entries/ignored-refs.ts';
import type { InventoryPath } from './inventory.ts';
import { replacedInventory } from './inventory-change.ts';
import { inventoryUpdated } from './inventory.events.ts';
import { listEntries } from './inventory.store.ts';
import { lockInventory } from './lock-inventory.ts';
import { saveInventory } from './save-inventory.ts';

/** Replaces the entries of a catalog in a location. Returns all of them, and the names of ignored ones. Throws 404, 403, 422 and 503. */
export function replaceInventory(deps: ChangeInventoryDeps, ctx: Context, path: InventoryPath, readBytes: ReadBytes) {
  const cause = causeOf(ctx);
  return changeInventory(deps, ctx, readBytes, async (trx, sent) => {
    const { inventory, entries, ignored } = await lockInventory(trx, ctx, path, sent);
    const change = replacedInventory(entries, await listEntries(trx, inventory, ctx.now));
    if (change) await saveInventory(trx, inventory, change, { own: inventoryUpdated(inventory, cause), cause });
    const view = viewEntries(await listEntries(trx, inventory, ctx.now), inventory);
    return rememberReply(trx, ctx, replyWith(ignoredRefsHeaders(ignored), view));
  });
}
