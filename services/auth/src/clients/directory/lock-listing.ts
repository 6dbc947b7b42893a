import type { Queryable } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { Listing } from '@order-hub/shared/management/apps';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { ownerIdOf } from '../../users/owner.ts';
import { lockClient } from '../client.store.ts';
import { findListing } from './listing.store.ts';

/** The listing of a client of the principal, whose client is locked until the transaction ends. Throws 404. */
export async function lockListing(trx: Queryable, ctx: PrincipalContext, client_id: string): Promise<Listing> {
  const client = await lockClient(trx, { id: client_id, owner_id: ownerIdOf(ctx) });
  if (!client) throw notFound('Client');
  return getListing(trx, client_id);
}

/** The listing of a client. Throws 404. */
export async function getListing(db: Queryable, client_id: string): Promise<Listing> {
  const listing = await findListing(db, client_id);
  if (!listing) throw notFound('Listing');
  return listing;
}
