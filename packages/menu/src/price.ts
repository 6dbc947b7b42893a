import { unmetCondition, type Conditions } from './conditions.ts';
import type { Money, Situation } from './situation.ts';

/** Another price, while its conditions hold (docs/api/catalogs.md#price-overrides). */
export type PriceOverride = Conditions & { price: Money };

/** The prices of a sku or option, as the hub shows it. */
export type Priced = { price: Money; price_overrides?: readonly PriceOverride[] | null };

/**
 * The unit price: that of the last override whose conditions all hold, else the default price; exactly as the catalog
 * spells it. Throws RangeError for an unknown timezone or an invalid date.
 */
export function priceOf({ price, price_overrides }: Priced, situation: Situation): Money {
  const last = [...(price_overrides ?? [])].reverse().find((override) => unmetCondition(override, situation) === null);
  return last?.price ?? price;
}
