import { Decimal as DecimalJs } from 'decimal.js';
import type { Money, Situation } from './situation.ts';

const codeChars = 3;

/** Exact for differences of the longest decimals of the API, whatever precision the page uses itself. */
const Decimal = DecimalJs.clone({ precision: 120 });

/** Whether an amount, by default nothing, is at least the minimum. Throws RangeError when their currencies differ. */
export function isAtLeast(amount: Money | null | undefined, minimum: Money): boolean {
  if (amount == null) return numberOf(minimum).lte(0);
  const [currency, expected] = [currencyOf(amount), currencyOf(minimum)];
  if (currency !== expected) throw new RangeError(`order_amount is in ${currency}, min_order_amount in ${expected}`);
  return numberOf(amount).gte(numberOf(minimum));
}

/** Whether the quantity that is asked for, by default any above zero, is within what `limit` leaves after `used`. */
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
