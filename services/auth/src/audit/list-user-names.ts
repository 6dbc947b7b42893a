import type { Database } from '@order-hub/shared/database';
import { namedUsersMax } from '@order-hub/shared/management/audit';
import { locationOf, type PrincipalContext } from '@order-hub/shared/principal';
import { findNamedUsers } from './entry-name.store.ts';

/** The names of the users who did something at the location of the page. Throws 404 for a page about none. */
export async function listUserNames(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  { ids }: { ids: string },
): Promise<{ users: { id: string; name: string }[] }> {
  locationOf(ctx);
  const names = await findNamedUsers(db, ids.split(',').slice(0, namedUsersMax));
  return { users: [...names].map(([id, name]) => ({ id, name })) };
}
