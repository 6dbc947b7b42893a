import type { PlaceIds } from '@order-hub/pages/visit';
import type { Queryable } from '@order-hub/shared/database';
import type { UserPlace } from '@order-hub/shared/principal';
import { findPlace } from './user-place.store.ts';

/** What a page is about, if its path names something that the user owns. */
export async function findUserPlace(
  db: Queryable,
  user_id: string,
  { account_id, location_id, connection_id }: PlaceIds,
): Promise<UserPlace | null> {
  const place =
    (connection_id !== undefined && (await findPlace(db, user_id, { kind: 'connection', id: connection_id }))) ||
    (location_id !== undefined && (await findPlace(db, user_id, { kind: 'location', id: location_id }))) ||
    (account_id !== undefined && (await findPlace(db, user_id, { kind: 'account', id: account_id })));
  return place || null;
}
