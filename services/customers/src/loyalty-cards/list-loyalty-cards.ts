import type { Context } from '@order-hub/shared/caller';
import type { Database } from '@order-hub/shared/database';
import type { CustomerListPath } from '../customer-lists/customer-list.ts';
import { getCustomerList } from '../customer-lists/find-customer-list.ts';
import type { LoyaltyCardFilters } from './loyalty-card.schema.ts';
import { listLoyaltyCardRows } from './loyalty-card.store.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';

/** A page of the cards of a list, oldest first. Throws 404. */
export async function listLoyaltyCards(
  { db }: { db: Database },
  { caller }: Context,
  { customer_list_id }: CustomerListPath,
  filters: LoyaltyCardFilters,
) {
  const list = await getCustomerList(db, caller, customer_list_id);
  const { items, next } = await listLoyaltyCardRows(db, list, filters);
  return { items: items.map(viewLoyaltyCard), next };
}
