import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { jsonText, type JsonText } from '@order-hub/shared/json';
import { ownerOf } from '../callbacks/owner.ts';
import { visibilityOf } from '../visibility/visibility.ts';
import { findEvent } from './event.store.ts';
import { eventText } from './event.view.ts';

/** One of the caller's events, with its states. Throws 404, also when the scope no longer covers the event. */
export async function retrieveEvent(
  { db }: { db: Database },
  ctx: Context,
  { event_id }: { event_id: string },
): Promise<JsonText> {
  const event = await findEvent(db, { ...ownerOf(ctx), visibility: visibilityOf(ctx.caller) }, event_id);
  if (!event) throw notFound('Event');
  return jsonText(eventText(event));
}
