import type { Context } from '@order-hub/shared/caller';
import { transaction, type Database } from '@order-hub/shared/database';
import type { Ask } from '@order-hub/shared/internal-call';
import { changeLockedCustomer } from '../customers/change-locked-customer.ts';
import { getWritableCard } from '../loyalty-cards/find-loyalty-card.ts';
import { cardNotFound, type LoyaltyCardPath } from '../loyalty-cards/loyalty-card.ts';
import { addOperation } from './add-operation.ts';
import { findOrderLocation } from './find-order-location.ts';
import type { BalanceChange, LoyaltyOperation } from './loyalty-operation.ts';
import type { LoyaltyOperationCreate } from './loyalty-operation.schema.ts';
import { viewLoyaltyOperation } from './loyalty-operation.view.ts';

export type CreateOperationDeps = { db: Database; ask: Ask };

/** Changes the balance of a card. Throws 404, 403, 422 naming `order_id`, and 503 when the order cannot be looked up. */
export async function createLoyaltyOperation(
  { db, ask }: CreateOperationDeps,
  ctx: Context,
  path: LoyaltyCardPath,
  { delta, reason = null, order_id = null }: LoyaltyOperationCreate,
) {
  if (order_id === null) return change(db, ctx, path, { delta, reason, order_id, order_location_id: null });
  // Asked outside the transaction, which must not wait for another service; and only for those who may write the card.
  await getWritableCard(db, ctx.caller, path);
  const order_location_id = await findOrderLocation(ask, ctx, order_id);
  return change(db, ctx, path, { delta, reason, order_id, order_location_id });
}

const change = (db: Database, { caller, now }: Context, path: LoyaltyCardPath, given: BalanceChange) =>
  transaction(db, async (trx) => {
    const { list, card } = await getWritableCard(trx, caller, path);
    const cause = { client_id: caller.client_id, now };
    let added: LoyaltyOperation | undefined;
    await changeLockedCustomer(trx, { list, customer_id: card.customer_id, cause }, async () => {
      added = await addOperation(trx, { account_id: list.account_id, card, now }, given);
    });
    if (!added) throw cardNotFound();
    return viewLoyaltyOperation(added, list.timezone);
  });
