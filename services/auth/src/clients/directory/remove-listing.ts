import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { lockListing } from './lock-listing.ts';
import { updateListingTimes } from './listing.store.ts';

/** Takes a client out of the directory, or back from those that wait for an operator. What it says of itself stays. Throws 404. */
export const removeListing = ({ db }: { db: Database }, ctx: PrincipalContext, { client_id }: { client_id: string }) =>
  transactionOf(db, ctx, async (trx) => {
    const before = await lockListing(trx, ctx, client_id);
    if (before.listed_at === null && before.requested_at === null) return before;
    const times = { requested_at: null, listed_at: null };
    await updateListingTimes(trx, client_id, times);
    const entry = { action: 'listing.remove', account_id: null, subject_id: client_id } as const;
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details: { name: before.name } });
    return { ...before, ...times };
  });
