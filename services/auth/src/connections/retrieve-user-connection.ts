import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { ManagedConnection } from '@order-hub/shared/management/connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { userIdOf } from '../users/owner.ts';
import { connectionStatus } from './connection.ts';
import { findUserConnection } from './user-connection.store.ts';

/** A connection of an account that the user owns, or one without an account that the user granted. Throws 404. */
export async function retrieveUserConnection(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { connection_id }: { connection_id: string },
): Promise<ManagedConnection> {
  const row = await findUserConnection(db, userIdOf(ctx), connection_id);
  if (!row) throw notFound('Connection');
  const { suspended: _suspended, ...connection } = row;
  return { ...connection, status: connectionStatus(row) };
}
