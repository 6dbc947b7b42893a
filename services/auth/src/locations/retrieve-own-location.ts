import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findUserLocation } from './location.store.ts';
import { findOwnLocation, type OwnLocation } from './own-location.store.ts';

/** A location of an account that the user owns. Throws 404, also for one of another user. */
export async function retrieveOwnLocation(db: Database, user: { id: string }, id: string): Promise<OwnLocation> {
  const location = await findOwnLocation(db, user.id, id);
  if (!location) throw notFound('Location');
  return location;
}

/** The same, with what applications set: opening hours, order acceptance and the like. Throws 404. */
export async function retrieveOwnSettings(db: Database, user: { id: string }, id: string) {
  const [own, settings] = await Promise.all([retrieveOwnLocation(db, user, id), findUserLocation(db, user.id, id)]);
  if (!settings) throw notFound('Location');
  return { own, settings };
}
