import { batchMax } from '@order-hub/shared/backlog-calls';
import type { Queryable } from '@order-hub/shared/database';
import { replayDropped, type DroppedFilters } from './dropped-event.store.ts';

type Deps = { db: Queryable; wake: (connection_ids: readonly string[]) => void };

/**
 * Pushes dropped events again, as any event: to the current URL of the callback, signed with the current secret, or for a
 * passive callback to be polled. Repeating it does nothing. Returns the place at which the next batch begins.
 */
export async function replayDroppedEvents(
  { db, wake }: Deps,
  { after, ...filters }: DroppedFilters & { after?: string | undefined },
) {
  const { looked_at, replayed, last, connection_ids } = await replayDropped(db, filters, { after, count: batchMax });
  wake(connection_ids);
  return { replayed, without_callback: looked_at - replayed, next: looked_at === batchMax ? last : null };
}
