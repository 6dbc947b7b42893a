import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import { findOwnConnection, type OwnConnection } from './own-connection.store.ts';

/**
 * A connection of an account that the user owns, or one without an account that the user granted. Throws 404, also for one of
 * another user.
 */
export async function retrieveOwnConnection(db: Database, user: { id: string }, id: string): Promise<OwnConnection> {
  const connection = await findOwnConnection(db, user.id, id);
  if (!connection) throw notFound('Connection');
  return connection;
}
