import { Decimal, formatDecimal } from '@order-hub/shared/decimal';
import { timeOfId } from '@order-hub/shared/ids';
import { formatTime } from '@order-hub/shared/times';
import type { LoyaltyOperation } from './loyalty-operation.ts';

/** An operation as the API shows it, with its time in the timezone of its list. */
export const viewLoyaltyOperation = (operation: LoyaltyOperation, timezone: string) => {
  const { id, customer_id, order_location_id, order_id, reason, delta, new_balance } = operation;
  return {
    id,
    customer_id,
    created_at: formatTime(timeOfId(id), timezone),
    order_location_id,
    order_id,
    reason,
    delta,
    new_balance: formatDecimal(new Decimal(new_balance)),
  };
};
