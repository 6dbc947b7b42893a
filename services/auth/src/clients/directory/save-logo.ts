import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { getListing, lockListing } from './lock-listing.ts';
import { updateLogo } from './listing.store.ts';
import { logoIn } from './read-logo.ts';

/** Sets or removes the logo of a client of the user. Throws 404 without a listing, and 422 for a file that is no logo. */
export async function saveLogo(
  { db }: { db: Database },
  ctx: PrincipalContext,
  { client_id }: { client_id: string },
  { logo: base64 }: { logo: string | null },
) {
  const logo = base64 === null ? null : logoIn(base64);
  return transactionOf(db, ctx, async (trx) => {
    const before = await lockListing(trx, ctx, client_id);
    if (before.logo_digest === (logo?.digest ?? null)) return before;
    await updateLogo(trx, client_id, logo, ctx.now);
    const entry = { action: 'listing.update_logo', account_id: null, subject_id: client_id } as const;
    const details = { name: before.name, logo_digest: logo?.digest ?? null };
    await recordEntry(trx, byPrincipal(ctx), { ...entry, details });
    return getListing(trx, client_id);
  });
}
