import { Decimal, formatDecimal } from '@order-hub/shared/decimal';
import type { LoyaltyCard } from './loyalty-card.ts';

/** A card as it is shown. */
export const viewLoyaltyCard = ({ id, customer_id, name, ref, balance }: LoyaltyCard) => ({
  id,
  customer_id,
  name,
  ref,
  balance: formatDecimal(new Decimal(balance)),
});
