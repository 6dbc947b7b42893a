import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { LocationSettings, ManagedLocation } from '@order-hub/shared/management/locations';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../../users/owner.ts';
import { findManagedLocation } from './managed-location.store.ts';

/** A location with what clients have set, for its owner, for who works there and for operators. Throws 404. */
export async function retrieveManagedLocation(
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  { location_id }: { location_id: string },
): Promise<ManagedLocation & { settings: LocationSettings }> {
  const location = await findManagedLocation(db, location_id, ownerIdOf(ctx));
  if (!location) throw notFound('Location');
  return location;
}
