/** Finds the card that a path names, in a list that the caller may see or write to. */
import type { AccountCaller } from '@order-hub/shared/caller';
import type { Queryable } from '@order-hub/shared/database';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import { getCustomerList, getWritableList, lockWritableListKeyShared } from '../customer-lists/find-customer-list.ts';
import { cardNotFound, type LoyaltyCardPath } from './loyalty-card.ts';
import { findLoyaltyCardRow, type ListedCard } from './loyalty-card.store.ts';

async function inList(db: Queryable, list: CustomerList, { loyalty_card_id }: LoyaltyCardPath): Promise<ListedCard> {
  const card = await findLoyaltyCardRow(db, list, loyalty_card_id);
  if (!card) throw cardNotFound();
  return { list, card };
}

/** A card that the caller may see. Throws 404. */
export const getLoyaltyCard = async (db: Queryable, caller: AccountCaller, path: LoyaltyCardPath) =>
  inList(db, await getCustomerList(db, caller, path.customer_list_id), path);

/** A card that the caller may write. Throws 404 and 403. */
export const getWritableCard = async (db: Queryable, caller: AccountCaller, path: LoyaltyCardPath) =>
  inList(db, await getWritableList(db, caller, path.customer_list_id), path);

/** The same. Its list cannot be deleted before the transaction ends. */
export const lockWritableCardKeyShared = async (trx: Queryable, caller: AccountCaller, path: LoyaltyCardPath) =>
  inList(trx, await lockWritableListKeyShared(trx, caller, path.customer_list_id), path);
