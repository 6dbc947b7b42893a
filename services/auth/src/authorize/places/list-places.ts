import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import type { AccessLevel } from '@order-hub/shared/scopes';
import { searchAccounts } from '../../accounts/search-accounts.ts';
import { searchLocations } from '../../locations/managed/search-locations.ts';
import { placeOfAccount, placeOfLocation, type ConnectionPlace } from './place.ts';

/** A user with more finds them by name. */
const placesMax = 200;

/** `more`: there are others. */
export type FoundPlaces = { places: ConnectionPlace[]; more: boolean };

type PlacesQuery = { level: AccessLevel; search: string };

/** What the user can select for a scope of this level: the first 200 places whose name contains `search`. */
export async function listPlaces(
  deps: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  _params: object,
  { level, search }: PlacesQuery,
): Promise<FoundPlaces> {
  const query = { search, count: placesMax + 1 };
  const found =
    level === 'location'
      ? (await searchLocations(deps, ctx, {}, query)).map(placeOfLocation)
      : (await searchAccounts(deps, ctx, {}, query)).map(placeOfAccount);
  return { places: found.slice(0, placesMax), more: found.length > placesMax };
}
