import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { deleteCallbackRow } from './callback.store.ts';
import { ownerOf } from './owner.ts';

/** Deletes the caller's callback and the events that wait for it; without one there is nothing to do. */
export async function deleteCallback({ db }: { db: Database }, ctx: Context): Promise<object> {
  await deleteCallbackRow(db, ownerOf(ctx));
  return {};
}
