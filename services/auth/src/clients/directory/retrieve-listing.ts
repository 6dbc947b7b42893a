import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { retrieveClient } from '../retrieve-client.ts';
import { findListing } from './listing.store.ts';

/** The listing of a client, for its owner and for operators. Throws 404. */
export async function retrieveListing(
  deps: { db: Database },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
) {
  await retrieveClient(deps, ctx, { client_id });
  return { listing: (await findListing(deps.db, client_id)) ?? null };
}
