import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { getWritableList } from '../customer-lists/find-customer-list.ts';
import { changeLockedCustomer } from '../customers/change-locked-customer.ts';
import { assertMayAdd, cardOf, newCard } from './loyalty-card.ts';
import type { LoyaltyCardCreate } from './loyalty-card.schema.ts';
import { insertLoyaltyCard } from './loyalty-card.store.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';

/** Gives a customer of a list a card. Throws 404 and 403 (the list), and 422 naming `customer_id` or `ref`. */
export function createLoyaltyCard(
  { db }: { db: Database },
  { caller, now }: Context,
  { customer_list_id }: { customer_list_id: string },
  { customer_id, ...given }: LoyaltyCardCreate,
) {
  return transaction(db, async (trx) => {
    const list = await getWritableList(trx, caller, customer_list_id);
    const card = newCard(newId(now), customer_id, given);
    const cause = { client_id: caller.client_id, now };
    const customer = await changeLockedCustomer(trx, { list, customer_id, cause }, async (before) => {
      assertMayAdd(before, card);
      await insertLoyaltyCard(trx, list, card);
    });
    if (!customer) throw invalid('customer_id', 'is not the id of a customer of this list');
    return viewLoyaltyCard(cardOf(customer, card.id));
  });
}
