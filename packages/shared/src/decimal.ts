import { Decimal as DecimalJs } from 'decimal.js';
import { z } from 'zod';

/**
 * Exact decimal arithmetic: sums and products of three of the longest numbers that clients may send stay exact.
 * Rounds half away from zero and is never printed with an exponent.
 */
export const Decimal = DecimalJs.clone({
  precision: 120,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
export type Decimal = DecimalJs;

const DECIMAL = /^-?[0-9]{1,24}(?:\.[0-9]{1,10})?$/;
const MESSAGE =
  'must be a decimal number as a string, such as "1" or "-2.5", with up to 24 digits before and 10 after the point';

/**
 * A client's exact decimal (contract: Common data types), kept exactly as supplied. Its size is checked by a linear pattern,
 * so whatever passes is cheap to calculate with.
 */
export const decimalSchema = z.string(MESSAGE).regex(DECIMAL, MESSAGE);

/** A computed decimal as text, with at least one decimal digit: `0.0`, `17.7`. */
export function formatDecimal(value: Decimal): string {
  return value.isInteger() ? value.toFixed(1) : value.toFixed();
}
