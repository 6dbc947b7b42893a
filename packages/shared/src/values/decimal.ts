import { Decimal as DecimalJs } from 'decimal.js';
import { z } from 'zod';

/**
 * Exact decimal arithmetic: exact for sums, and for products of three numbers of the greatest length that clients may send.
 * Rounds half away from zero; prints no exponents.
 */
export const Decimal = DecimalJs.clone({
  precision: 120,
  rounding: DecimalJs.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
  defaults: true,
});
export type Decimal = DecimalJs;

const pattern = /^-?[0-9]{1,24}(?:\.[0-9]{1,10})?$/;
const decimalMessage =
  'must be a decimal number as a string, such as "1" or "-2.5", with up to 24 digits before and 10 after the point';

/**
 * A client's decimal, stored as sent (docs/api/conventions.md#decimals). The pattern matches in linear time and limits the
 * size, so arithmetic on it is cheap.
 */
export const decimalSchema = z
  .string(decimalMessage)
  .regex(pattern, decimalMessage)
  .meta({
    id: 'Decimal',
    maxLength: '-'.length + 24 + '.'.length + 10,
    description: 'An exact decimal number as a string (docs/api/conventions.md#decimals).',
    examples: ['2.5'],
  });

/** A number that the hub computed. It may have more digits than a client may send. */
export const computedDecimal = z
  .string()
  .regex(/^-?[0-9]+\.[0-9]+$/)
  .meta({
    id: 'ComputedDecimal',
    description: 'A decimal that the hub computed; it may have more digits than what is sent.',
    examples: ['17.7'],
  });

/** Formats a number with at least one digit after the point: `0.0`, `17.7` (docs/api/conventions.md#decimals). */
export const formatDecimal = (value: Decimal): string =>
  value.decimalPlaces() === 0 ? value.toFixed(1) : value.toFixed();
