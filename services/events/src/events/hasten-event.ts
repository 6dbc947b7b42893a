import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { ownerOf } from '../callbacks/owner.ts';
import { makeEventDue } from './event.store.ts';

type Deps = { db: Database; wake: (connection_ids: readonly string[]) => void };

/** Makes an event of the caller due that waits for its retry. Returns whether the caller has such an event at all. */
export async function hastenEvent(
  { db, wake }: Deps,
  ctx: Context,
  { event_id }: { event_id: string },
): Promise<boolean> {
  const owner = ownerOf(ctx);
  const isFound = await makeEventDue(db, owner, event_id);
  if (isFound) wake([owner.connection_id]);
  return isFound;
}
