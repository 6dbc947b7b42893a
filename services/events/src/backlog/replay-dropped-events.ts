import { batchMax } from '@order-hub/shared/backlog-calls';
import type { Database, Queryable } from '@order-hub/shared/database';
import { replayDropped, type DroppedFilters, type Replayed } from './dropped-event.store.ts';

type Deps = { db: Database; wake: (connection_ids: readonly string[]) => void };

/** Which dropped events; with `after`, those with a greater id. */
export type Chosen = DroppedFilters & { after?: string | undefined };

/** Replays a batch inside a transaction; once it is committed, the pusher has to be woken. */
export const replayBatch = (trx: Queryable, { after, ...filters }: Chosen) =>
  replayDropped(trx, filters, { after, count: batchMax });

/** Where the next batch begins; null after the last one. */
export const nextOf = ({ looked_at, last }: Pick<Replayed, 'looked_at' | 'last'>) =>
  looked_at === batchMax ? last : null;

/**
 * Pushes dropped events again, as any event: to the current URL of the callback, signed with the current secret, or for a
 * passive callback to be polled. Repeating it does nothing. Returns the place at which the next batch begins.
 */
export async function replayDroppedEvents({ db, wake }: Deps, chosen: Chosen) {
  const batch = await replayBatch(db, chosen);
  wake(batch.connection_ids);
  return { replayed: batch.replayed, without_callback: batch.looked_at - batch.replayed, next: nextOf(batch) };
}
