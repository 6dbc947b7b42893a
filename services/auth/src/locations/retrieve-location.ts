import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findLocation } from './location.store.ts';
import { viewLocation } from './location.view.ts';

/** A location of the caller's account. Throws 404. */
export async function retrieveLocation(
  { db }: { db: Database },
  { caller, now }: Context,
  { location_id }: { location_id: string },
) {
  const location = await findLocation(db, caller.account.id, location_id);
  if (!location) throw notFound('Location');
  return viewLocation(location, now);
}
