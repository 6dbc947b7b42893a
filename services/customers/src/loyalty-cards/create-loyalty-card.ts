import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { invalid } from '@order-hub/shared/errors';
import { newId } from '@order-hub/shared/ids';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import type { CustomerListPath } from '../customer-lists/customer-list.ts';
import { lockWritableListKeyShared } from '../customer-lists/find-customer-list.ts';
import { customerUpdates } from '../customers/customer.events.ts';
import { lockCustomer } from '../customers/lock-customers.ts';
import { assertMayCreate, newCard, withCard } from './loyalty-card.ts';
import type { LoyaltyCardCreate } from './loyalty-card.schema.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';
import { saveLoyaltyCards } from './save-loyalty-cards.ts';

/** Gives a customer of a list a card. Throws 404 and 403 (the list), and 422 naming `customer_id` or `ref`. */
export function createLoyaltyCard(
  { db }: { db: Database },
  ctx: Context,
  { customer_list_id }: CustomerListPath,
  { customer_id, ...fields }: LoyaltyCardCreate,
) {
  return transaction(db, async (trx) => {
    const list = await lockWritableListKeyShared(trx, ctx.caller, customer_list_id);
    const customer = await lockCustomer(trx, list, customer_id);
    if (!customer) throw invalid('customer_id', 'not_found', 'is not the id of a customer of this list');
    const card = newCard(newId(ctx.now), customer_id, fields);
    assertMayCreate(customer, card);
    await saveLoyaltyCards(trx, [{ list, card }], customerUpdates(causeOf(ctx), customer, withCard(customer, card)));
    return rememberReply(trx, ctx, viewLoyaltyCard(card), customer_id);
  });
}
