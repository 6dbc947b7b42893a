import type { Database } from '@order-hub/shared/database';
import type { PrincipalContext } from '@order-hub/shared/principal';
import { emailKey } from '../users/user.ts';
import { findAccountsLike, findLocationsLike, findNewestAccounts } from './place-search.store.ts';

const shownMax = 50;

/**
 * Accounts and locations by the start of their name, their id, or the email address of their owner; without a text, the
 * newest accounts.
 */
export async function searchPlaces(
  { db }: { db: Database },
  _ctx: PrincipalContext,
  _params: object,
  { search }: { search: string },
) {
  if (search === '') return { accounts: await findNewestAccounts(db, shownMax), locations: [], has_more: false };
  const searched = { text: search, email_key: emailKey(search) };
  const [accounts, locations] = await Promise.all([
    findAccountsLike(db, searched, shownMax + 1),
    findLocationsLike(db, searched, shownMax + 1),
  ]);
  const has_more = accounts.length > shownMax || locations.length > shownMax;
  return { accounts: accounts.slice(0, shownMax), locations: locations.slice(0, shownMax), has_more };
}
