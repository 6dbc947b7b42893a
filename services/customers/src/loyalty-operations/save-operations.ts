import type { Queryable } from '@order-hub/shared/database';
import { saveLoyaltyCards } from '../loyalty-cards/save-loyalty-cards.ts';
import type { ListedOperation } from './loyalty-operation.ts';
import { insertLoyaltyOperations } from './loyalty-operation.store.ts';

/** Stores operations of locked customers, in the order in which they were applied, and the cards that they changed. */
export async function saveOperations(trx: Queryable, operations: readonly ListedOperation[]): Promise<void> {
  if (operations.length === 0) return;
  // The last operation of a card has its final balance.
  const cards = new Map(operations.map(({ list, card }) => [`${list.account_id} ${card.id}`, { list, card }]));
  await saveLoyaltyCards(trx, [...cards.values()]);
  await insertLoyaltyOperations(trx, operations);
}
