import type { Database } from '@order-hub/shared/database';
import type { ManagedLocation } from '@order-hub/shared/management/locations';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../../users/owner.ts';
import { searchOwnedLocations } from './managed-location.store.ts';

/** The user's locations with `search` in their name or their account's, by account; at most `count`. */
export const searchLocations = (
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  _params: object,
  query: { search: string; count: number },
): Promise<ManagedLocation[]> => searchOwnedLocations(db, { user_id: userIdOf(ctx), ...query });
