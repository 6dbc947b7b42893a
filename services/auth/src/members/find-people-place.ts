import type { Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { retrieveManagedAccount } from '../accounts/retrieve-managed-account.ts';
import { retrieveManagedLocation } from '../locations/managed/retrieve-managed-location.ts';
import { findActingRole } from './find-acting-role.ts';
import { assertMayList } from './member.ts';

/** A page of the people of a location, or of a whole account. */
export type PeopleQuery = {
  account_id?: string | undefined;
  location_id?: string | undefined;
  after?: string | undefined;
  count: number;
};

/**
 * The account whose people are listed, or one location of it. Throws 404 unless the principal owns the account or manages the
 * location.
 */
export async function findPeoplePlace(
  deps: { db: Database },
  ctx: PrincipalContext,
  { account_id, location_id }: PeopleQuery,
): Promise<{ account_id: string; location_id: string | null }> {
  if (location_id !== undefined) {
    assertMayList(await findActingRole(deps.db, ctx, location_id));
    const location = await retrieveManagedLocation(deps, ctx, { location_id });
    return { account_id: location.account_id, location_id };
  }
  if (account_id === undefined) throw invalid('account_id', 'missing', 'is needed, or location_id');
  const { id } = await retrieveManagedAccount(deps, ctx, { account_id });
  return { account_id: id, location_id: null };
}
