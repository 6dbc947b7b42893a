import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { deleteCallbackRow } from './callback.store.ts';
import { ownerOf } from './owner.ts';

/** Deletes the caller's callback and its waiting events. Without a callback it does nothing. */
export async function deleteCallback({ db }: { db: Database }, ctx: Context): Promise<object> {
  await deleteCallbackRow(db, ownerOf(ctx));
  return {};
}
