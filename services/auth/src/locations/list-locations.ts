import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { takePage } from '@order-hub/shared/page';
import { findLocations } from './location.store.ts';
import { viewLocation } from './location.view.ts';

type Query = { count: number; cursor?: string | undefined };

/** A page of the account's locations, oldest first. */
export async function listLocations({ db }: { db: Database }, { caller, now }: Context, { count, cursor }: Query) {
  const rows = await findLocations(db, caller.account.id, { after: cursor, count });
  const { items, next } = takePage(rows, count, ({ id }) => id);
  return { items: items.map((location) => viewLocation(location, now)), next };
}
