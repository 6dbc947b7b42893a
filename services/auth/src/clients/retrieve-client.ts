import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { ManagedClient } from '@order-hub/shared/management/clients';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../users/owner.ts';
import { findManagedClient } from './client.store.ts';

/** A client, for the user who registered it and for operators. Throws 404. */
export async function retrieveClient(
  { db }: { db: Queryable },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
): Promise<ManagedClient> {
  const client = await findManagedClient(db, client_id, ownerIdOf(ctx));
  if (!client) throw notFound('Client');
  return client;
}
