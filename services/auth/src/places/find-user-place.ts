import type { PlaceIds } from '@order-hub/pages/visit';
import type { Queryable } from '@order-hub/shared/database';
import { forbidden } from '@order-hub/shared/errors';
import type { UserPlace } from '@order-hub/shared/principal';
import { findPlace, type FoundPlace } from './user-place.store.ts';

/** What a page is about, if its path names something of the user's; also where the user needs a second factor first. */
export async function lookUpUserPlace(
  db: Queryable,
  user_id: string,
  { account_id, location_id, connection_id }: PlaceIds,
): Promise<FoundPlace | null> {
  const place =
    (connection_id !== undefined && (await findPlace(db, user_id, { kind: 'connection', id: connection_id }))) ||
    (location_id !== undefined && (await findPlace(db, user_id, { kind: 'location', id: location_id }))) ||
    (account_id !== undefined && (await findPlace(db, user_id, { kind: 'account', id: account_id })));
  return place || null;
}

/**
 * The place at which the user may act; null for one that is not theirs. Throws 403 where its account requires a second factor that
 * the user does not have (docs/api/back-office.md#required-second-factors).
 */
export async function findUserPlace(db: Queryable, user_id: string, ids: PlaceIds): Promise<UserPlace | null> {
  const found = await lookUpUserPlace(db, user_id, ids);
  if (!found) return null;
  const { needs_second_factor, ...place } = found;
  if (needs_second_factor)
    throw forbidden('Add a second factor first: this account requires one', 'second_factor_needed');
  return place;
}
