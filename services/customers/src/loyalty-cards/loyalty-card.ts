/** The loyalty cards of a customer (docs/api/customers.md#loyalty-cards). Every write locks the customer first. */
import { loyaltyCardsMax } from '@order-hub/shared/customer-order';
import { invalid, notFound } from '@order-hub/shared/errors';
import type { CardOfCustomer, Customer } from '../customers/customer.ts';

/** A card with the id of its customer. */
export type LoyaltyCard = CardOfCustomer & { customer_id: string };

export type LoyaltyCardPath = { customer_list_id: string; loyalty_card_id: string };

/** What a client sends about a card, at creation and in an update. */
export type CardUpdate = { name?: string | null | undefined; ref?: string | null | undefined };

/** A customer with its cards. */
type CardOwner = Pick<Customer, 'id' | 'loyalty_cards'>;

/** Whether a customer has as many cards as it may have (docs/api/customers.md#loyalty-cards). */
const isFull = ({ loyalty_cards }: CardOwner) => loyalty_cards.length >= loyaltyCardsMax;

/** A card without points. */
export const newCard = (id: string, customer_id: string, { name = null, ref = null }: CardUpdate): LoyaltyCard => ({
  id,
  ref,
  name,
  balance: '0',
  nb_operations: 0,
  customer_id,
});

/** One of the cards of a customer. Throws 404. */
export function cardOf({ id: customer_id, loyalty_cards }: CardOwner, id: string): LoyaltyCard {
  const found = loyalty_cards.find((card) => card.id === id);
  if (!found) throw cardNotFound();
  return { ...found, customer_id };
}

/** The customer after one of its cards was created or updated. */
export function withCard<Owner extends CardOwner>(owner: Owner, { customer_id: _, ...card }: LoyaltyCard): Owner {
  const others = owner.loyalty_cards.filter(({ id }) => id !== card.id);
  return { ...owner, loyalty_cards: [...others, card].sort((one, other) => (one.id < other.id ? -1 : 1)) };
}

/** Throws 422 unless the customer may have one more card, with this ref. */
export function assertMayCreate(owner: CardOwner, card: LoyaltyCard): void {
  assertRefIsFree(owner, card);
  if (isFull(owner))
    throw invalid('customer_id', 'too_many', `is of a customer with ${loyaltyCardsMax} loyalty cards already`);
}

/** A card of a customer after an update. Throws 404, and 422 when another card of the customer has the ref. */
export function updatedCard(owner: CardOwner, id: string, update: CardUpdate): LoyaltyCard {
  const card = cardOf(owner, id);
  const { name = card.name, ref = card.ref } = update;
  const updated = { ...card, name, ref };
  assertRefIsFree(owner, updated);
  return updated;
}

/**
 * The card of an order's loyalty operation (docs/api/orders.md#loyalty-operations): the customer's card with the ref, or a
 * new one with `newCardId`. A name that is not null renames it. Undefined when the customer may not have one more card.
 */
export function cardForOrder(
  owner: CardOwner,
  { ref, name }: { ref: string | null; name: string | null },
  newCardId: string,
): LoyaltyCard | undefined {
  const found = owner.loyalty_cards.find((card) => card.ref === ref);
  if (found) return { ...found, name: name ?? found.name, customer_id: owner.id };
  return isFull(owner) ? undefined : newCard(newCardId, owner.id, { ref, name });
}

export const cardNotFound = () => notFound('Loyalty card');

function assertRefIsFree({ loyalty_cards }: CardOwner, { id, ref }: LoyaltyCard): void {
  if (!loyalty_cards.some((other) => other.id !== id && other.ref === ref)) return;
  const message =
    ref === null ? 'must be set: another card of the customer has none' : 'is that of another card of the customer';
  throw invalid('ref', 'taken', message);
}
