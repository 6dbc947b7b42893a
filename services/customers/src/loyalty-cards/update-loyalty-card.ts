import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { lockCustomer } from '../customers/lock-customers.ts';
import { getWritableCard } from './find-loyalty-card.ts';
import { cardNotFound, updatedCard, type LoyaltyCardPath } from './loyalty-card.ts';
import type { LoyaltyCardUpdate } from './loyalty-card.schema.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';
import { saveAndAnnounceCard } from './save-loyalty-cards.ts';

/** Updates the name and the ref of a card (docs/api/customers.md#loyalty-cards). Throws 404, 403, and 422 naming `ref`. */
export function updateLoyaltyCard(
  { db }: { db: Database },
  { caller, now }: Context,
  path: LoyaltyCardPath,
  body: LoyaltyCardUpdate,
) {
  return transaction(db, async (trx) => {
    const { list, card } = await getWritableCard(trx, caller, path);
    const customer = await lockCustomer(trx, list, card.customer_id);
    if (!customer) throw cardNotFound();
    const updated = updatedCard(customer, card.id, body);
    await saveAndAnnounceCard(trx, { client_id: caller.client_id, now }, customer, updated);
    return viewLoyaltyCard(updated);
  });
}
