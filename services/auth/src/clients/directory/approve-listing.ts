import type { Database } from '@order-hub/shared/database';
import { unprocessable } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { retrieveClient } from '../retrieve-client.ts';
import { lockListing } from './lock-listing.ts';
import { updateListingTimes } from './listing.store.ts';
import { assertStartUrl } from './start-url.ts';

/**
 * Puts a client into the directory. Throws 404, and 422 when its owner does not ask for it, or has changed the listing since the
 * operator saw it.
 */
export const approveListing = (
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  seen: { requested_at: Date },
) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await lockListing(trx, ctx, client_id);
    if (before.listed_at !== null) return before;
    if (before.requested_at === null)
      throw unprocessable('The owner of this client does not ask to be listed', 'changed_meanwhile');
    if (before.requested_at.getTime() !== seen.requested_at.getTime())
      throw unprocessable('The owner has changed this listing meanwhile: look at it again', 'changed_meanwhile');
    const { redirect_uris } = await retrieveClient({ db: trx }, ctx, { client_id });
    assertStartUrl(before.start_url, redirect_uris);
    const times = { requested_at: before.requested_at, listed_at: ctx.now };
    await updateListingTimes(trx, client_id, times);
    const entry = { action: 'listing.approve', account_id: null, subject_id: client_id } as const;
    const { name, description, scope, website, start_url, logo_digest } = before;
    const details = { name, description, scope, website, start_url, logo_digest };
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details });
    return { ...before, ...times };
  });
