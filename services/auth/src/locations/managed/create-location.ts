import { assertCountry } from '@order-hub/shared/country';
import { transaction, type Database, type Queryable } from '@order-hub/shared/database';
import { invalid, unprocessable } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { locationsMax } from '../../accounts/account.ts';
import { retrieveManagedAccount } from '../../accounts/retrieve-managed-account.ts';
import { byPrincipal, type Actor } from '../../audit/audit.ts';
import { recordEntry } from '../../audit/record-entry.ts';
import { locationDefaults, type LocationDetails } from '../location.ts';
import { insertLocation } from '../location.store.ts';
import { viewLocation } from '../location.view.ts';

type NewLocation = LocationDetails & { account_id: string };

/**
 * Creates a location of an account. A user gets 404 for another user's account, and 422 for an unknown country and for an
 * account that is full; an operator gets 422 on `account_id` for an unknown account.
 */
export async function createLocation(
  { db }: { db: Database },
  ctx: PrincipalContext,
  _params: object,
  location: NewLocation,
) {
  if (ctx.principal.kind === 'user') await assertMayAdd(db, ctx, location);
  return transaction(db, (trx) => createLocationIn(trx, byPrincipal(ctx), location));
}

async function assertMayAdd(db: Database, ctx: PrincipalContext, { account_id, country }: NewLocation): Promise<void> {
  const { locations } = await retrieveManagedAccount({ db }, ctx, { account_id });
  assertCountry(country);
  if (locations >= locationsMax) {
    throw unprocessable(`The account has ${locationsMax} locations, and cannot have more`);
  }
}

/** Creates a location in the transaction `trx`. Throws 422 on `account_id` when there is no such account. */
export async function createLocationIn(trx: Queryable, by: Actor, { account_id, name, ...details }: NewLocation) {
  const id = newId(by.at);
  const location = { id, name, ...details, ...locationDefaults };
  const account = await insertLocation(trx, { ...location, account_id, created_at: by.at });
  if (!account) throw invalid('account_id', 'is not the id of an account');
  const entry = { action: 'location.create', account_id, subject_id: id } as const;
  await recordEntry(trx, by, { ...entry, details: { name, ...details } });
  return viewLocation({ ...location, account }, by.at);
}
