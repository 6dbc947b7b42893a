import type { Database } from '@order-hub/shared/database';
import type { ManagedLocation } from '@order-hub/shared/management/locations';
import type { Page } from '@order-hub/shared/page';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../../users/owner.ts';
import * as store from './managed-location.store.ts';

type LocationsQuery = { account_id?: string | undefined; after?: string | undefined; count: number };

/** A page of locations, oldest first: of one account, or of all that the principal reaches. */
export const listManagedLocations = (
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  _params: object,
  { account_id, ...page }: LocationsQuery,
): Promise<Page<ManagedLocation>> => store.listManagedLocations(db, { owner_id: ownerIdOf(ctx), account_id }, page);
