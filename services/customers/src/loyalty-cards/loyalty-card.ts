/** The loyalty cards of a customer (docs/api/customers.md#loyalty-cards). They change while the customer is locked. */
import { invalid, notFound } from '@order-hub/shared/errors';
import type { CardOfCustomer, Customer } from '../customers/customer.ts';

/** A card with the id of its customer. `balance` is exact. */
export type LoyaltyCard = CardOfCustomer & { customer_id: string };

export type LoyaltyCardPath = { customer_list_id: string; loyalty_card_id: string };

/** What a creation and an update may say. */
export type CardChange = { name?: string | null | undefined; ref?: string | null | undefined };

/** A customer with its cards. */
type CardOwner = Pick<Customer, 'id' | 'loyalty_cards'>;

/** An event of a customer shows all of its cards. */
const cardsMax = 100;

/** Whether a customer with these cards can have no further one (docs/api/customers.md#loyalty-cards). */
export const isFull = (cards: readonly unknown[]) => cards.length >= cardsMax;

/** A card without points. */
export const newCard = (id: string, customer_id: string, { name = null, ref = null }: CardChange): LoyaltyCard => ({
  id,
  ref,
  name,
  balance: '0',
  customer_id,
});

/** One of the cards of a customer. Throws 404. */
export function cardOf({ id: customer_id, loyalty_cards }: CardOwner, id: string): LoyaltyCard {
  const card = loyalty_cards.find((one) => one.id === id);
  if (!card) throw cardNotFound();
  return { ...card, customer_id };
}

/** Throws 422 unless the customer can have one more card, with this ref. */
export function assertMayAdd({ loyalty_cards }: CardOwner, card: LoyaltyCard): void {
  assertRefIsFree(loyalty_cards, card);
  if (isFull(loyalty_cards)) throw invalid('customer_id', `is of a customer with ${cardsMax} loyalty cards already`);
}

/** A card of a customer after an update. Throws 404, and 422 when another card of the customer has the ref. */
export function updatedCard(customer: CardOwner, id: string, given: CardChange): LoyaltyCard {
  const card = cardOf(customer, id);
  const { name = card.name, ref = card.ref } = given;
  const updated = { ...card, name, ref };
  assertRefIsFree(customer.loyalty_cards, updated);
  return updated;
}

export const cardNotFound = () => notFound('Loyalty card');

function assertRefIsFree(cards: readonly CardOfCustomer[], { id, ref }: LoyaltyCard): void {
  if (!cards.some((other) => other.id !== id && other.ref === ref)) return;
  const message =
    ref === null ? 'must be set: another card of the customer has none' : 'is that of another card of the customer';
  throw invalid('ref', message);
}
