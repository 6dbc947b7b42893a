import type { Database } from '@order-hub/shared/database';
import { findOwnLocations, type OwnLocation, type Part } from './own-location.store.ts';

/** Locations of an account that the user owns, oldest first, one more than `count` when there are more. */
export const listOwnLocations = (
  db: Database,
  { id: user_id }: { id: string },
  account_id: string,
  part: Part,
): Promise<OwnLocation[]> => findOwnLocations(db, { user_id, account_id }, part);
