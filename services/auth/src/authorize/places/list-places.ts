import type { Database } from '@order-hub/shared/database';
import type { AccessLevel } from '@order-hub/shared/scopes';
import type { Place } from './place.ts';
import { findPlacesOfAccounts, findPlacesOfLocations } from './place.store.ts';

/** More are found by their names. */
const placesMax = 200;

export type Places = { places: Place[]; more: boolean };

/** What a user can select for a scope of this level: the first 200 whose name has `search` in it. */
export async function listPlaces(
  db: Database,
  user: { id: string },
  { level, search }: { level: AccessLevel; search: string },
): Promise<Places> {
  const find = level === 'location' ? findPlacesOfLocations : findPlacesOfAccounts;
  const rows = await find(db, { user_id: user.id, search, count: placesMax });
  return { places: rows.slice(0, placesMax), more: rows.length > placesMax };
}
