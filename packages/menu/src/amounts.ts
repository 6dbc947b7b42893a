import { Decimal as DecimalJs } from 'decimal.js';
import type { Money, Situation } from './situation.ts';

const codeChars = 3;

/** A clone, so that the precision which the page sets for itself does not apply. Exact for the API's longest decimals. */
const Decimal = DecimalJs.clone({ precision: 120 });

/** Whether an amount (zero by default) is at least the minimum. Throws RangeError when the currencies differ. */
export function isAtLeast(amount: Money | null | undefined, minimum: Money): boolean {
  if (amount == null) return numberOf(minimum).lte(0);
  const [currency, expected] = [currencyOf(amount), currencyOf(minimum)];
  if (currency !== expected) throw new RangeError(`order_amount is in ${currency}, min_order_amount in ${expected}`);
  return numberOf(amount).gte(numberOf(minimum));
}

/** Whether the quantity (by default the smallest above zero) fits within `limit` minus `used`. */
export function isWithin(
  limit: string | number,
  { quantity }: Pick<Situation, 'quantity'>,
  used?: string | null,
): boolean {
  const left = new Decimal(limit).minus(used ?? 0);
  return left.gt(0) && left.gte(quantity ?? 0);
}

const numberOf = (money: Money) => new Decimal(money.slice(0, -codeChars - 1));
const currencyOf = (money: Money) => money.slice(-codeChars);
