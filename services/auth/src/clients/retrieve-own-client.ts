import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { OwnClient } from './client.ts';
import { findOwnClient } from './client.store.ts';

/** A client that the user has created. Throws 404, also for one of another user. */
export async function retrieveOwnClient(db: Database, user: { id: string }, id: string): Promise<OwnClient> {
  const client = await findOwnClient(db, user.id, id);
  if (!client) throw notFound('Client');
  return client;
}
