import type { Queryable } from '@order-hub/shared/database';
import type { Role } from '@order-hub/shared/roles';
import { listRoles } from './user-place.store.ts';

/** `user_id`: undefined for a visitor whom nobody knows. */
type Visit = { user_id: string | undefined; location_id: string };

const isOfUser = (visit: Visit): visit is { user_id: string; location_id: string } => visit.user_id !== undefined;

/** What visitors are at locations, in the order of the visits; null for those who are nothing there. */
export async function listUserRoles(db: Queryable, visits: readonly Visit[]): Promise<(Role | null)[]> {
  const roles = await listRoles(db, visits.filter(isOfUser));
  return visits.map((visit) => (isOfUser(visit) ? (roles.shift() ?? null) : null));
}
