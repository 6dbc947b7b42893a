import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { CallbackView } from './callback.schema.ts';
import { findCallback } from './callback.store.ts';
import { ownerOf } from './owner.ts';

/** The caller's callback. Without one, `url` is null and `events` is empty. */
export async function retrieveCallback({ db }: { db: Database }, ctx: Context): Promise<CallbackView> {
  const stored = await findCallback(db, ownerOf(ctx));
  if (!stored) return { url: null, events: {} };
  const { url, events, acknowledge } = stored;
  return { url, events: JSON.parse(events) as CallbackView['events'], ...(acknowledge && { acknowledge }) };
}
