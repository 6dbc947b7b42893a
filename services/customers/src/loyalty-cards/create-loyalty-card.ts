import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { getWritableList } from '../customer-lists/find-customer-list.ts';
import { lockCustomer } from '../customers/lock-customers.ts';
import { assertMayCreate, newCard } from './loyalty-card.ts';
import type { LoyaltyCardCreate } from './loyalty-card.schema.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';
import { saveAndAnnounceCard } from './save-loyalty-cards.ts';

/** Gives a customer of a list a card. Throws 404 and 403 (the list), and 422 naming `customer_id` or `ref`. */
export function createLoyaltyCard(
  { db }: { db: Database },
  { caller, now }: Context,
  { customer_list_id }: { customer_list_id: string },
  { customer_id, ...fields }: LoyaltyCardCreate,
) {
  return transaction(db, async (trx) => {
    const list = await getWritableList(trx, caller, customer_list_id);
    const customer = await lockCustomer(trx, list, customer_id);
    if (!customer) throw invalid('customer_id', 'is not the id of a customer of this list');
    const card = newCard(newId(now), customer_id, fields);
    assertMayCreate(customer, card);
    await saveAndAnnounceCard(trx, { client_id: caller.client_id, now }, customer, card);
    return viewLoyaltyCard(card);
  });
}
