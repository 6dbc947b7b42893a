import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findOwnLocation, type OwnLocation } from './own-location.store.ts';

/** A location of an account that the user owns. Throws 404, also for one of another user. */
export async function retrieveOwnLocation(db: Database, user: { id: string }, id: string): Promise<OwnLocation> {
  const location = await findOwnLocation(db, user.id, id);
  if (!location) throw notFound('Location');
  return location;
}
