import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { saveLoyaltyCards } from '../loyalty-cards/save-loyalty-cards.ts';
import type { ListedOperation } from './loyalty-operation.ts';
import { insertLoyaltyOperations } from './loyalty-operation.store.ts';

/**
 * Stores operations of locked customers, in the order in which they were applied, with the cards that they changed and the
 * messages that announce them.
 */
export async function saveOperations(
  trx: Queryable,
  operations: readonly ListedOperation[],
  messages: readonly OutgoingMessage[] = [],
): Promise<void> {
  if (operations.length === 0) return;
  // The last operation of a card has its final balance.
  const cards = new Map(operations.map(({ list, card }) => [`${list.account_id} ${card.id}`, { list, card }]));
  await saveLoyaltyCards(trx, [...cards.values()], messages);
  await insertLoyaltyOperations(trx, operations);
}
