import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import { customerUpdates } from '../customers/customer.events.ts';
import { lockCustomer } from '../customers/lock-customers.ts';
import { lockWritableCardKeyShared } from './find-loyalty-card.ts';
import { cardNotFound, updatedCard, withCard, type LoyaltyCardPath } from './loyalty-card.ts';
import type { LoyaltyCardUpdate } from './loyalty-card.schema.ts';
import { viewLoyaltyCard } from './loyalty-card.view.ts';
import { saveLoyaltyCards } from './save-loyalty-cards.ts';

/** Updates the name and the ref of a card (docs/api/customers.md#loyalty-cards). Throws 404, 403, and 422 naming `ref`. */
export function updateLoyaltyCard(
  { db }: { db: Database },
  ctx: Context,
  path: LoyaltyCardPath,
  body: LoyaltyCardUpdate,
) {
  return transaction(db, async (trx) => {
    const { list, card } = await lockWritableCardKeyShared(trx, ctx.caller, path);
    const customer = await lockCustomer(trx, list, card.customer_id);
    if (!customer) throw cardNotFound();
    const updated = updatedCard(customer, card.id, body);
    const messages = customerUpdates(causeOf(ctx), customer, withCard(customer, updated));
    await saveLoyaltyCards(trx, [{ list, card: updated }], messages);
    return rememberReply(trx, ctx, viewLoyaltyCard(updated), card.customer_id);
  });
}
