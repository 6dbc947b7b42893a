import type { Database } from '@order-hub/shared/database';
import { notFound } from '@order-hub/shared/errors';
import type { ListingFields } from '@order-hub/shared/management/apps';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { assertMayAddOne, type Quotas } from '../../quotas.ts';
import { ownerIdOf } from '../../users/owner.ts';
import { findManagedClient, lockAndCountClients, lockClient } from '../client.store.ts';
import { getListing } from './lock-listing.ts';
import { countListings, findListing, upsertListing } from './listing.store.ts';
import { assertStartUrl } from './start-url.ts';

const isCounted = (listing: { requested_at: Date | null; listed_at: Date | null } | undefined) =>
  listing !== undefined && (listing.requested_at !== null || listing.listed_at !== null);

/**
 * Describes a client for the directory, for its owner or an operator, and asks an operator to list it. A client that is listed leaves
 * the directory until then. Throws 404, and 422 for a start URL elsewhere and when the owner has asked for too many.
 */
export const saveListing = (
  { db, quotas }: { db: Database; quotas: Quotas },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  fields: ListingFields,
) =>
  transactionOf(db, ctx, async (trx) => {
    const owner_id = ownerIdOf(ctx);
    const known = await findManagedClient(trx, client_id, owner_id);
    if (!known) throw notFound('Client');
    // Locks the user: no other transaction adds a listing meanwhile.
    await lockAndCountClients(trx, known.user_id);
    const client = await lockClient(trx, { id: client_id, owner_id });
    if (!client) throw notFound('Client');
    assertStartUrl(fields.start_url, client.redirect_uris);
    const before = await findListing(trx, client_id);
    if (owner_id !== null && !isCounted(before))
      assertMayAddOne(quotas, 'listingsPerUser', await countListings(trx, owner_id));
    await upsertListing(trx, client_id, fields, ctx.now);
    const entry = { action: 'listing.request', account_id: null, subject_id: client_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { name: client.name, ...fields } });
    return getListing(trx, client_id);
  });
