import { unmetCondition, type Conditions } from './conditions.ts';
import type { Money, Situation } from './situation.ts';

/** A price that applies while its conditions hold (docs/api/catalogs.md#price-overrides). */
export type PriceOverride = Conditions & { price: Money };

/** The prices of a sku or option, as the hub shows it. */
export type Priced = { price: Money; price_overrides?: readonly PriceOverride[] | null };

/**
 * The unit price, as the catalog spells it: that of the last override whose conditions all hold, or the default price. Throws RangeError for an unknown timezone or an invalid date.
 */
export function priceOf({ price, price_overrides }: Priced, situation: Situation): Money {
  const last = [...(price_overrides ?? [])].reverse().find((override) => unmetCondition(override, situation) === null);
  return last?.price ?? price;
}
