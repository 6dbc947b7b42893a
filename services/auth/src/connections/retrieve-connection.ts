import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { ManagedConnection } from '@order-hub/shared/management/connections';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../users/owner.ts';
import { connectionStatus } from './connection.ts';
import { findManagedConnection } from './user-connection.store.ts';

/** A connection of an account that the user owns, or one without an account that the user granted; for an operator any. Throws 404. */
export async function retrieveConnection(
  { db }: { db: Database },
  ctx: Pick<PrincipalContext, 'principal'>,
  { connection_id }: { connection_id: string },
): Promise<ManagedConnection> {
  const row = await findManagedConnection(db, { id: connection_id, owner_id: ownerIdOf(ctx) });
  if (!row) throw notFound('Connection');
  const { suspended: _suspended, ...connection } = row;
  return { ...connection, status: connectionStatus(row) };
}
