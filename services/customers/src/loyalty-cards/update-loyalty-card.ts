import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { changeLockedCustomer } from '../customers/change-locked-customer.ts';
import { getWritableCard } from './find-loyalty-card.ts';
import { cardNotFound, cardOf, updatedCard, type LoyaltyCardPath } from './loyalty-card.ts';
import type { LoyaltyCardUpdate } from './loyalty-card.schema.ts';
import { updateLoyaltyCardRow } from './loyalty-card.store.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';

/** Changes the name and the ref of a card (docs/api/customers.md#loyalty-cards). Throws 404, 403, and 422 naming `ref`. */
export function updateLoyaltyCard(
  { db }: { db: Database },
  { caller, now }: Context,
  path: LoyaltyCardPath,
  given: LoyaltyCardUpdate,
) {
  return transaction(db, async (trx) => {
    const { list, card } = await getWritableCard(trx, caller, path);
    const changed = { list, customer_id: card.customer_id, cause: { client_id: caller.client_id, now } };
    const customer = await changeLockedCustomer(trx, changed, (before) =>
      updateLoyaltyCardRow(trx, list, updatedCard(before, card.id, given)),
    );
    if (!customer) throw cardNotFound();
    return viewLoyaltyCard(cardOf(customer, card.id));
  });
}
