import type { listSessionRoles as call } from '@order-hub/shared/auth-calls';
import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { z } from 'zod';
import { listUserRoles } from '../places/list-user-roles.ts';
import { sessionLimits } from './session.ts';
import { findSessionUsers } from './session.store.ts';

/** What the users of sessions are at locations, in two queries for all. A session does not count as used by it. */
export async function listSessionRoles(
  { db }: { db: Database },
  { now }: Context<null>,
  _params: object,
  { visits }: z.output<typeof call.body>,
) {
  const digests = [...new Set(visits.map(({ id_digest }) => id_digest))];
  const users = await findSessionUsers(db, digests, sessionLimits(now));
  const visited = visits.map(({ id_digest, location_id }) => ({ user_id: users.get(id_digest), location_id }));
  return { roles: await listUserRoles(db, visited) };
}
