import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import { cardNotFound, type LoyaltyCard } from '../loyalty-cards/loyalty-card.ts';
import type { BalanceChange, LoyaltyOperation } from './loyalty-operation.ts';
import { insertLoyaltyOperation } from './loyalty-operation.store.ts';

type Applied = { account_id: string; card: Pick<LoyaltyCard, 'id'>; now: Date };

/**
 * Applies one operation to a card of a locked customer: its balance changes by exactly `delta`, and the operation follows
 * the previous one of the card. Throws 404 when the card is not there.
 */
export async function addOperation(
  trx: Queryable,
  { account_id, card, now }: Applied,
  change: BalanceChange,
): Promise<LoyaltyOperation> {
  const key = { account_id, loyalty_card_id: card.id };
  const added = await insertLoyaltyOperation(trx, key, { id: newId(now), ...change });
  if (!added) throw cardNotFound();
  return added;
}
