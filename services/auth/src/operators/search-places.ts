import type { Database } from '@order-hub/shared/database';
import { emailKey } from '../users/user.ts';
import { findAccountsLike, findLocationsLike, findNewestAccounts } from './any-account.store.ts';

const shownMax = 50;

/**
 * Accounts and locations by the beginning of their name, their id, or the email address of their owner; without a text, the
 * newest accounts. `isMore`: not all that was found is there.
 */
export async function searchPlaces(db: Database, text: string) {
  if (text === '') return { accounts: await findNewestAccounts(db, shownMax), locations: [], isMore: false };
  const searched = { text, email_key: emailKey(text) };
  const [accounts, locations] = await Promise.all([
    findAccountsLike(db, searched, shownMax + 1),
    findLocationsLike(db, searched, shownMax + 1),
  ]);
  const isMore = accounts.length > shownMax || locations.length > shownMax;
  return { accounts: accounts.slice(0, shownMax), locations: locations.slice(0, shownMax), isMore };
}
