/** Loyalty operations: what changes the balance of a card (docs/api/customers.md#loyalty-operations). */
import { Decimal } from '@order-hub/shared/decimal';
import type { CustomerList } from '../customer-lists/customer-list.ts';
import type { LoyaltyCard } from '../loyalty-cards/loyalty-card.ts';

/** What changes a balance, and why. `delta` is the client's text; an order and its location are both set or both null. */
export type BalanceChange = {
  delta: string;
  reason: string | null;
  order_id: string | null;
  order_location_id: string | null;
};

/** A stored operation. `position` counts the operations of its card from 1; `new_balance` is exact. */
export type LoyaltyOperation = BalanceChange & {
  id: string;
  customer_id: string;
  new_balance: string;
  position: number;
};

/** An operation, with the card after it. */
export type AppliedOperation = { card: LoyaltyCard; operation: LoyaltyOperation };

/** An applied operation of a card of a list. */
export type ListedOperation = AppliedOperation & { list: CustomerList };

export type LoyaltyOperationPath = { customer_list_id: string; loyalty_card_id: string; operation_id: string };

/** The card and the operation after the balance changes by exactly `delta`. */
export function applyOperation(card: LoyaltyCard, id: string, change: BalanceChange): AppliedOperation {
  const balance = new Decimal(card.balance).plus(change.delta).toFixed();
  const position = card.nb_operations + 1;
  return {
    card: { ...card, balance, nb_operations: position },
    operation: { ...change, id, customer_id: card.customer_id, new_balance: balance, position },
  };
}
