import type { OutgoingMessage } from '@order-hub/shared/bus';
import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import { saveLoyaltyCardRows, type ListedCard } from './loyalty-card.store.ts';

/** Stores new and updated cards of locked customers, and the messages that announce them. A card may occur only once. */
export async function saveLoyaltyCards(
  trx: Queryable,
  cards: readonly ListedCard[],
  messages: readonly OutgoingMessage[] = [],
): Promise<void> {
  await saveLoyaltyCardRows(trx, cards);
  await record(trx, ...messages);
}
