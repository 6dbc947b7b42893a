import type { Queryable } from '@order-hub/shared/database';
import { newId } from '@order-hub/shared/ids';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import { isFull, newCard, type LoyaltyCard } from './loyalty-card.ts';
import { findCardsOfCustomer, insertLoyaltyCard, updateLoyaltyCardRow } from './loyalty-card.store.ts';

/** A customer that is locked, and when its cards change. */
type Owner = { list: CustomerList; customer_id: string; now: Date };

type Named = { ref: string | null; name: string | null };

/**
 * The card with this ref of a locked customer (docs/api/orders.md#loyalty-operations): found, or made when there is none.
 * A name that is not null becomes its name. Undefined when there is none and the customer can have no further card.
 */
export async function saveLoyaltyCard(
  trx: Queryable,
  { list, customer_id, now }: Owner,
  { ref, name }: Named,
): Promise<LoyaltyCard | undefined> {
  const cards = await findCardsOfCustomer(trx, list.account_id, customer_id);
  const found = cards.find((card) => card.ref === ref);
  if (!found) {
    if (isFull(cards)) return undefined;
    const created = newCard(newId(now), customer_id, { ref, name });
    await insertLoyaltyCard(trx, list, created);
    return created;
  }
  if (name === null || name === found.name) return found;
  const renamed = { ...found, name };
  await updateLoyaltyCardRow(trx, list, renamed);
  return renamed;
}
