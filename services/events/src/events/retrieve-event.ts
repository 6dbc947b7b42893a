import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText, type JsonText } from '@order-hub/shared/json';
import type { LargeReads } from '@order-hub/shared/large-reads';
import { ownerOf } from '../callbacks/owner.ts';
import { visibilityOf } from '../visibility/visibility.ts';
import { findEvent } from './event.store.ts';
import { eventText } from './event.view.ts';

/** One of the caller's events, with its states. Throws 404, also when the scope no longer covers the event. */
export async function retrieveEvent(
  { db, reads }: { db: Database; reads: LargeReads },
  ctx: Context,
  { event_id }: { event_id: string },
): Promise<JsonText> {
  const owner = { ...ownerOf(ctx), visibility: visibilityOf(ctx.caller) };
  return reads.document(ctx, async (bytesMax) => {
    const event = await findEvent(db, owner, event_id, bytesMax);
    if (!event) throw notFound('Event');
    return { isCut: event.is_cut, ...jsonText(event.is_cut ? '' : eventText(event)) };
  });
}
