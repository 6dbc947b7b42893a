import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { Ask } from '@order-hub/shared/internal-call';
import { rememberReply } from '@order-hub/shared/remember-reply';
import { causeOf } from '@order-hub/shared/resource-changed';
import { customerUpdates } from '../customers/customer.events.ts';
import { lockCustomer } from '../customers/lock-customers.ts';
import { getWritableCard, lockWritableCardKeyShared } from '../loyalty-cards/find-loyalty-card.ts';
import { cardNotFound, cardOf, withCard, type LoyaltyCardPath } from '../loyalty-cards/loyalty-card.ts';
import { findOrderLocation } from './find-order-location.ts';
import { applyOperation, type BalanceChange } from './loyalty-operation.ts';
import type { LoyaltyOperationCreate } from './loyalty-operation.schema.ts';
import { viewLoyaltyOperation } from './loyalty-operation.view.ts';
import { saveOperations } from './save-operations.ts';

export type CreateOperationDeps = { db: Database; ask: Ask };

/** Changes the balance of a card. Throws 404, 403, 422 naming `order_id`, and 503 when the order cannot be looked up. */
export async function createLoyaltyOperation(
  { db, ask }: CreateOperationDeps,
  ctx: Context,
  path: LoyaltyCardPath,
  { delta, reason = null, order_id = null }: LoyaltyOperationCreate,
) {
  if (order_id === null) return addOperation(db, ctx, path, { delta, reason, order_id, order_location_id: null });
  // A transaction must not wait for another service. Callers that may not write the card must learn nothing about orders.
  await getWritableCard(db, ctx.caller, path);
  const order_location_id = await findOrderLocation(ask, ctx, order_id);
  return addOperation(db, ctx, path, { delta, reason, order_id, order_location_id });
}

const addOperation = (db: Database, ctx: Context, path: LoyaltyCardPath, change: BalanceChange) =>
  transaction(db, async (trx) => {
    const { list, card } = await lockWritableCardKeyShared(trx, ctx.caller, path);
    const customer = await lockCustomer(trx, list, card.customer_id);
    if (!customer) throw cardNotFound();
    const applied = applyOperation(cardOf(customer, card.id), newId(ctx.now), change);
    const messages = customerUpdates(causeOf(ctx), customer, withCard(customer, applied.card));
    await saveOperations(trx, [{ list, ...applied }], messages);
    const view = viewLoyaltyOperation(applied.operation, list.timezone);
    return rememberReply(trx, ctx, view, card.customer_id);
  });
