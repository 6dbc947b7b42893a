/** Loyalty operations: what changes the balance of a card (docs/api/customers.md#loyalty-operations). */

/** What changes a balance, and why. `delta` is kept as it was sent; an order and its location are both named or both null. */
export type BalanceChange = {
  delta: string;
  reason: string | null;
  order_id: string | null;
  order_location_id: string | null;
};

/** An operation that was applied. `position` counts the operations of its card from 1; `new_balance` is exact. */
export type LoyaltyOperation = BalanceChange & {
  id: string;
  customer_id: string;
  new_balance: string;
  position: number;
};

export type LoyaltyOperationPath = { customer_list_id: string; loyalty_card_id: string; operation_id: string };
