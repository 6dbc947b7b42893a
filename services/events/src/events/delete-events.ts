import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { ownerOf } from '../callbacks/owner.ts';
import { deleteEventsThrough, hasEvent } from './event.store.ts';
import { isEventIdOf } from './event.ts';

const batchSize = 1_000;
const batchesMax = 10;

/**
 * Acknowledges the caller's events up to and including the id `through`, up to 10,000, the oldest first
 * (docs/api/events.md#acknowledgement). Throws 404 for an id that never was one of the caller's events: it would
 * acknowledge what the caller has not seen.
 */
export async function deleteEvents(
  { db }: { db: Database },
  ctx: Context,
  _params: unknown,
  { through }: { through: string },
): Promise<{ acknowledged: number; more: boolean }> {
  const owner = ownerOf(ctx);
  if (!isEventIdOf(owner.connection_id, through) && !(await hasEvent(db, owner, through))) throw notFound('Event');
  let acknowledged = 0;
  for (let batch = 0; batch < batchesMax; batch += 1) {
    const deleted = await deleteEventsThrough(db, owner, { through, count: batchSize });
    acknowledged += deleted;
    if (deleted < batchSize) return { acknowledged, more: false };
  }
  return { acknowledged, more: true };
}
