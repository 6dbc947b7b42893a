import type { Queryable } from '@order-hub/shared/database';
import { record } from '@order-hub/shared/outbox';
import type { ChangeCause } from '@order-hub/shared/resource-changed';
import type { CustomerRecord } from '../customers/customer.ts';
import { customerUpdates } from '../customers/customer.events.ts';
import { withCard, type LoyaltyCard } from './loyalty-card.ts';
import { saveLoyaltyCardRows, type ListedCard } from './loyalty-card.store.ts';

/** Stores new and updated cards of locked customers. A card may occur only once. The caller announces the updates. */
export const saveLoyaltyCards = (trx: Queryable, cards: readonly ListedCard[]) => saveLoyaltyCardRows(trx, cards);

/** Stores a new or updated card of a locked customer, and announces the change. */
export async function saveAndAnnounceCard(
  trx: Queryable,
  cause: ChangeCause,
  customer: CustomerRecord,
  card: LoyaltyCard,
): Promise<void> {
  await saveLoyaltyCardRows(trx, [{ list: customer.list, card }]);
  await record(trx, ...customerUpdates(cause, customer, withCard(customer, card)));
}
