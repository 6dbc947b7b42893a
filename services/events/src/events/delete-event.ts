import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { ownerOf } from '../callbacks/owner.ts';
import { deleteEventRow } from './event.store.ts';

/** Acknowledges an event (docs/api/events.md#acknowledgement). Throws 404 when the event does not exist any more. */
export async function deleteEvent(
  { db }: { db: Database },
  ctx: Context,
  { event_id }: { event_id: string },
): Promise<object> {
  if (!(await deleteEventRow(db, ownerOf(ctx), event_id))) throw notFound('Event');
  return {};
}
