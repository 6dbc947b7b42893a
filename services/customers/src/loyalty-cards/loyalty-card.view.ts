import { Decimal, formatDecimal } from '@order-hub/shared/decimal';
import type { LoyaltyCard } from './loyalty-card.ts';

/** A card as the API shows it. */
export const viewLoyaltyCard = ({ id, customer_id, name, ref, balance }: LoyaltyCard) => ({
  id,
  customer_id,
  name,
  ref,
  balance: formatDecimal(new Decimal(balance)),
});
