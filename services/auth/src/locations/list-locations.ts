import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { listAccountLocations } from './location.store.ts';
import { viewLocation } from './location.view.ts';

type PageQuery = { count: number; cursor?: string | undefined };

/** A page of the account's locations, oldest first. */
export async function listLocations(
  { db }: { db: Database },
  { caller, now }: Context,
  _params: object,
  { count, cursor }: PageQuery,
) {
  const { items, next } = await listAccountLocations(db, caller.account.id, { after: cursor, count });
  return { items: items.map((location) => viewLocation(location, now)), next };
}
