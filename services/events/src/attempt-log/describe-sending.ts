import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { retrieveDroppedCount } from '../backlog/retrieve-dropped-count.ts';
import { ownerOf } from '../callbacks/owner.ts';
import { retrieveCallback } from '../callbacks/retrieve-callback.ts';
import { keptOf, type KeptFilters } from './kept-events.ts';

/** What the caller's callback subscribes to, and how many refused and given up events match, counted up to 10,000. */
export async function describeSending({ db }: { db: Database }, ctx: Context, _params: unknown, kept: KeptFilters) {
  const [{ events }, count] = await Promise.all([
    retrieveCallback({ db }, ctx),
    retrieveDroppedCount(db, keptOf(ownerOf(ctx), kept)),
  ]);
  const subscribed = Object.entries(events).flatMap(([resource, types]) => types.map((type) => `${resource}.${type}`));
  return { subscribed: subscribed.length > 0 ? subscribed : null, kept: count };
}
