import { assertCountry } from '@order-hub/shared/country';
import type { Database, Queryable } from '@order-hub/shared/database';
import { invalid, notFound } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { transactionOf } from '../../acting/open-transaction.ts';
import { byPrincipal, type Actor } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { assertMayAddOne, type Quotas } from '../../quotas.ts';
import { userIdOf } from '../../users/owner.ts';
import { locationDefaults, type LocationDetails } from '../location.ts';
import { insertLocation } from '../location.store.ts';
import { viewLocation } from '../location.view.ts';
import { lockAndCountLocations } from './managed-location.store.ts';

type NewLocation = LocationDetails & { account_id: string };

/**
 * Creates a location. A user gets 404 for another user's account, and 422 for an unknown country or an account with as
 * many locations as it may have (docs/api/limits.md#quotas). An
 * operator gets 422 on `account_id` for an unknown account.
 */
export async function createLocation(
  { db, quotas }: { db: Database; quotas: Quotas },
  ctx: PrincipalContext,
  _params: object,
  location: NewLocation,
) {
  return transactionOf(db, ctx, async (trx) => {
    if (ctx.principal.kind === 'user') await assertMayAdd(trx, quotas, { ...location, owner_id: userIdOf(ctx) });
    return createLocationIn(trx, byPrincipal(ctx), location);
  });
}

async function assertMayAdd(
  trx: Queryable,
  quotas: Quotas,
  { account_id, owner_id, country }: NewLocation & { owner_id: string },
): Promise<void> {
  const locations = await lockAndCountLocations(trx, { account_id, owner_id });
  if (locations === undefined) throw notFound('Account');
  assertCountry(country);
  assertMayAddOne(quotas, 'locationsPerAccount', locations);
}

/** Creates a location in the transaction `trx`. Throws 422 on `account_id` when there is no such account. */
export async function createLocationIn(trx: Queryable, by: Actor, { account_id, name, ...details }: NewLocation) {
  const id = newId(by.at);
  const location = { id, name, ...details, ...locationDefaults };
  const account = await insertLocation(trx, { ...location, account_id, created_at: by.at });
  if (!account) throw invalid('account_id', 'not_found', 'is not the id of an account');
  const entry = { action: 'location.create', account_id, subject_id: id } as const;
  await recordEntry(trx, by, { ...entry, details: { name, ...details } });
  return viewLocation({ ...location, account }, by.at);
}
