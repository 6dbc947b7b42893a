import { isAtLeast, isWithin } from './amounts.ts';
import { unmetCondition, type Conditions } from './conditions.ts';
import type { Money, Situation } from './situation.ts';

/** When a sku, option, deal, discount or charge can be ordered, as the hub shows it (docs/api/catalogs.md#restrictions). */
export type Restrictions = Conditions & {
  enabled?: boolean | null;
  min_order_amount?: Money | null;
  max_per_order?: number | null;
  max_per_customer?: number | null;
};

/** The name of a restriction that is not met. */
export type Reason = keyof Restrictions;

/**
 * Whether something with these restrictions can be ordered. A field that is absent or null restricts nothing. Throws
 * RangeError for an unknown timezone, an invalid date, and an `order_amount` in another currency than `min_order_amount`;
 * Error for a quantity that is not a decimal.
 */
export function isAvailable(restrictions: Restrictions | null | undefined, situation: Situation): boolean {
  return whyUnavailable(restrictions, situation) === null;
}

/**
 * The first restriction that is not met, or null. Checks in this order: `enabled`, variant and service type, dates, days,
 * times, the amount of the order, quantities. Throws as `isAvailable` does.
 */
export function whyUnavailable(restrictions: Restrictions | null | undefined, situation: Situation): Reason | null {
  if (restrictions == null) return null;
  if (restrictions.enabled === false) return 'enabled';
  return unmetCondition(restrictions, situation) ?? unmetLimit(restrictions, situation);
}

function unmetLimit(
  { min_order_amount, max_per_order, max_per_customer }: Restrictions,
  situation: Situation,
): Reason | null {
  if (min_order_amount != null && !isAtLeast(situation.order_amount, min_order_amount)) return 'min_order_amount';
  if (max_per_order != null && !isWithin(max_per_order, situation)) return 'max_per_order';
  if (max_per_customer != null && !isWithin(max_per_customer, situation, situation.customer_quantity)) {
    return 'max_per_customer';
  }
  return null;
}
